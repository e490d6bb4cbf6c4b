/// A place within a raw record: `a.b[0]`, `a[providerId=apple.com].rawId`.
///
/// Steps go into nested objects and lists, also where these stand as JSON text. A condition in
/// brackets picks the first element of a list that meets it; an object counts as its only element.
struct SourcePath: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case name(String)
    case index(Int)
    case element(name: String, value: String)
  }

  enum Found: Equatable {
    case value(JSONValue)
    /// There is none; `isKnown` where the record has its name all the same.
    case nothing(isKnown: Bool)
  }

  let text: String
  let steps: [Step]

  /// Nil where the text is no path.
  init?(_ text: String) {
    self.text = text
    var steps: [Step] = []
    var rest = Substring(text).utf8[...]
    func string(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
    while true {
      let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
      guard !name.isEmpty, name.count < 1000 else { return nil }
      steps.append(.name(string(name)))
      rest = rest.dropFirst(name.count)
      while rest.first == UInt8(ascii: "[") {
        let inner = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
        rest = rest.dropFirst(inner.count + 1)
        guard rest.first == UInt8(ascii: "]") else { return nil }
        rest = rest.dropFirst()
        if let equals = inner.firstIndex(of: UInt8(ascii: "=")) {
          let key = inner[..<equals]
          guard !key.isEmpty else { return nil }
          steps.append(
            .element(name: string(key), value: string(inner[inner.index(after: equals)...])))
        } else {
          guard inner.count < 10, let index = Int(string(inner)), index >= 0 else { return nil }
          steps.append(.index(index))
        }
      }
      guard let next = rest.first else { break }
      guard next == UInt8(ascii: ".") else { return nil }
      rest = rest.dropFirst()
    }
    self.steps = steps
  }

  /// The name at the top of the record.
  var top: String {
    if case .name(let name)? = steps.first { return name }
    return ""
  }

  /// The only name, where the path is no more than that.
  var plainName: String? { steps.count == 1 ? top : nil }

  /// Walks from a record to the place.
  ///
  /// - Throws: For text on the way that is neither absent nor JSON.
  func find(in record: JSONValue) throws(ShapeError) -> Found {
    var current = record
    // Of a list's elements nothing tells which names they have: the list's own name counts.
    var isKnown = false
    for (depth, step) in steps.enumerated() {
      if depth > 0 {
        guard let opened = try Self.opened(current, at: text) else {
          return .nothing(isKnown: isKnown)
        }
        current = opened
      }
      let next: JSONValue?
      switch step {
      case .name(let name): next = current.member(spelled: name)
      case .index(let index):
        isKnown = true
        next = current.element(index)
      case .element(let name, let value):
        isKnown = true
        next = current.firstElement(with: name, value)
      }
      guard let next else { return .nothing(isKnown: isKnown) }
      current = next
    }
    return current.isAbsent ? .nothing(isKnown: true) : .value(current)
  }

  /// A record with what stands at the place replaced; the record as it is where nothing does.
  func replacing(in record: JSONValue, _ change: (JSONValue) -> JSONValue) -> JSONValue {
    Self.replacing(steps[...], in: record, change)
  }

  private static func replacing(
    _ steps: ArraySlice<Step>, in value: JSONValue, _ change: (JSONValue) -> JSONValue
  ) -> JSONValue {
    guard let step = steps.first else { return change(value) }
    let rest = steps.dropFirst()
    var opened = value
    if case .string(let text) = value, let inner = JSONText.opened(text) { opened = inner }
    switch (step, opened) {
    case (.name(let name), .object(var members)):
      guard let index = opened.index(spelled: name) else { return value }
      members[index] = JSONValue.Member(
        name: members[index].name, value: replacing(rest, in: members[index].value, change),
        line: members[index].line)
      return .object(members)
    case (.index(let index), .array(var elements)) where index < elements.count:
      elements[index] = replacing(rest, in: elements[index], change)
      return .array(elements)
    case (.element(let name, let text), .array(var elements)):
      guard let index = elements.firstIndex(where: { $0.holds(text, at: name) }) else {
        return value
      }
      elements[index] = replacing(rest, in: elements[index], change)
      return .array(elements)
    case (.index(0), .object): return replacing(rest, in: opened, change)
    case (.element(let name, let text), .object):
      return opened.holds(text, at: name) ? replacing(rest, in: opened, change) : value
    default: return value
    }
  }

  /// The object or list that a value is, or that its text holds; nil where there is neither.
  private static func opened(_ value: JSONValue, at path: String) throws(ShapeError) -> JSONValue? {
    switch value {
    case .object, .array: return value
    case .null, .bool, .number: return nil
    case .string(let text):
      guard !text.utf8.isEmpty else { return nil }
      guard let opened = JSONText.opened(text) else {
        throw ShapeError(field: nil, reason: "'\(RejectReason.shown(path))' leads into no JSON")
      }
      return opened
    }
  }
}

/// JSON that stands in a text.
enum JSONText {
  /// The object or list in a text, also where its quotes were escaped once more, as some exports
  /// to CSV do; nil where there is none.
  static func opened(_ text: String) -> JSONValue? {
    if let value = parsed(Array(text.utf8)) { return value }
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      if isEscaped, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      isEscaped = false
      bytes.append(byte)
    }
    return parsed(bytes)
  }

  private static func parsed(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONError) {
      return try JSONValue.parse(bytes, dialect: .strict)
    } catch {
      return nil
    }
  }
}

extension JSONValue {
  /// The member of that name, else the first one whose name is another spelling of it.
  func member(spelled name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return index(spelled: name).map { members[$0].value }
  }

  fileprivate func index(spelled name: String) -> Int? {
    guard case .object(let members) = self else { return nil }
    if let exact = members.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      return exact
    }
    let form = SpelledObject.plain(name)
    return members.firstIndex { SpelledObject.plain($0.name).utf8.elementsEqual(form.utf8) }
  }

  fileprivate func holds(_ text: String, at name: String) -> Bool {
    member(spelled: name)?.comparableText?.utf8.elementsEqual(text.utf8) ?? false
  }

  /// The element of a list; an object is its own first.
  fileprivate func element(_ index: Int) -> JSONValue? {
    switch self {
    case .array(let elements): index < elements.count ? elements[index] : nil
    case .object: index == 0 ? self : nil
    case .null, .bool, .number, .string: nil
    }
  }

  fileprivate func firstElement(with name: String, _ value: String) -> JSONValue? {
    let elements: [JSONValue]
    switch self {
    case .array(let all): elements = all
    case .object: elements = [self]
    case .null, .bool, .number, .string: return nil
    }
    return elements.first { $0.holds(value, at: name) }
  }

  /// A single value as text, for comparing; nil for null, objects and lists.
  var comparableText: String? {
    switch self {
    case .null, .array, .object: nil
    case .bool(let bool): bool ? "true" : "false"
    case .number(let digits): digits
    case .string(let text): text
    }
  }
}
