/// A recursive descent over the few elements that a property list in XML may have.
struct XMLPropertyList {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineIndex = 0
  private var valueCount = 0

  private struct Tag: Equatable {
    let name: String
    let isClosing: Bool
    let isEmpty: Bool
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func parse() throws(PropertyList.Failure) -> JSONValue {
    guard bytes.withUnsafeBufferPointer({ UTF8Text.firstInvalidIndex($0) }) == nil else {
      throw .init("is no property list: it is not valid UTF-8")
    }
    try skipProlog()
    var tag = try takeTag()
    let hasRoot = tag == Tag(name: "plist", isClosing: false, isEmpty: false)
    if hasRoot {
      try skipBetween()
      tag = try takeTag()
    }
    let value = try parseValue(tag, depth: 1)
    try skipBetween()
    if hasRoot {
      guard try takeTag() == Tag(name: "plist", isClosing: true, isEmpty: false) else {
        throw failure("'</plist>' is missing")
      }
      try skipBetween()
    }
    guard index == bytes.count else { throw failure("something follows the property list") }
    return value
  }

  // MARK: Values

  private mutating func parseValue(
    _ tag: Tag, depth: Int
  ) throws(PropertyList.Failure) -> JSONValue {
    valueCount += 1
    guard valueCount <= PropertyList.valueLimit else { throw failure("it has too many values") }
    guard depth <= PropertyList.depthLimit else { throw failure("it is nested too deep") }
    guard !tag.isClosing else { throw failure("'</\(tag.name)>' stands where a value is due") }
    switch tag.name {
    case "dict": return tag.isEmpty ? .object([]) : try parseDictionary(depth: depth)
    case "array": return tag.isEmpty ? .array([]) : try parseArray(depth: depth)
    case "true", "false":
      if !tag.isEmpty { _ = try parseText(of: tag) }
      return .bool(tag.name == "true")
    case "string", "date": return .string(try parseText(of: tag))
    case "integer", "real": return .number(try parseText(of: tag))
    case "data":
      _ = try parseText(of: tag)
      return .null
    default: throw failure("'<\(tag.name)>' is no value of a property list")
    }
  }

  private mutating func parseDictionary(depth: Int) throws(PropertyList.Failure) -> JSONValue {
    var members: [JSONValue.Member] = []
    while true {
      try skipBetween()
      let tag = try takeTag()
      if tag == Tag(name: "dict", isClosing: true, isEmpty: false) { return .object(members) }
      guard tag.name == "key", !tag.isClosing else { throw failure("a '<key>' is missing") }
      let line = currentLine()
      let name = try parseText(of: tag)
      try skipBetween()
      let value = try parseValue(try takeTag(), depth: depth + 1)
      members.append(.init(name: name, value: value, line: line))
    }
  }

  private mutating func parseArray(depth: Int) throws(PropertyList.Failure) -> JSONValue {
    var elements: [JSONValue] = []
    while true {
      try skipBetween()
      let tag = try takeTag()
      if tag == Tag(name: "array", isClosing: true, isEmpty: false) { return .array(elements) }
      elements.append(try parseValue(tag, depth: depth + 1))
    }
  }

  /// The text up to the closing tag, with references and CDATA resolved.
  private mutating func parseText(of tag: Tag) throws(PropertyList.Failure) -> String {
    guard !tag.isEmpty else { return "" }
    var text: [UInt8] = []
    while index < bytes.count {
      if take("<![CDATA[") {
        text += try takeUntil("]]>")
      } else if take("<!--") {
        _ = try takeUntil("-->")
      } else if bytes[index] == UInt8(ascii: "<") {
        guard try takeTag() == Tag(name: tag.name, isClosing: true, isEmpty: false) else {
          throw failure("'</\(tag.name)>' is missing")
        }
        return String(decoding: text, as: UTF8.self)
      } else if bytes[index] == UInt8(ascii: "&") {
        text += try takeReference()
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    throw failure("'</\(tag.name)>' is missing")
  }

  private mutating func takeReference() throws(PropertyList.Failure) -> [UInt8] {
    index += 1
    let name = String(
      decoding: bytes[index...].prefix(10).prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
    index += name.utf8.count + 1
    switch name {
    case "lt": return [UInt8(ascii: "<")]
    case "gt": return [UInt8(ascii: ">")]
    case "amp": return [UInt8(ascii: "&")]
    case "quot": return [UInt8(ascii: "\"")]
    case "apos": return [UInt8(ascii: "'")]
    default: break
    }
    guard name.hasPrefix("#") else { throw failure("it uses an entity, which is never resolved") }
    let isHex = name.hasPrefix("#x")
    guard let code = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10), code != 0,
      let scalar = Unicode.Scalar(code)
    else { throw failure("a character reference names no character") }
    return Array(String(Character(scalar)).utf8)
  }

  // MARK: Between values

  /// The declaration and the bare document type; a document type with declarations is refused.
  private mutating func skipProlog() throws(PropertyList.Failure) {
    skipSpace()
    if take("<?xml") { try checkEncoding(try takeUntil("?>")) }
    try skipBetween()
    if take("<!DOCTYPE") {
      let type = try takeUntil(">")
      guard !type.contains(UInt8(ascii: "[")) else {
        throw failure("its document type declares something, which is never read")
      }
    }
    try skipBetween()
  }

  private func checkEncoding(_ declaration: [UInt8]) throws(PropertyList.Failure) {
    let text = String(decoding: declaration, as: UTF8.self).lowercased()
    guard text.contains("encoding") else { return }
    guard text.contains("utf-8") || text.contains("us-ascii") else {
      throw failure("its encoding is not UTF-8")
    }
  }

  private mutating func skipBetween() throws(PropertyList.Failure) {
    while true {
      skipSpace()
      guard take("<!--") else { return }
      _ = try takeUntil("-->")
    }
  }

  private mutating func skipSpace() {
    while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
  }

  private mutating func takeTag() throws(PropertyList.Failure) -> Tag {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else {
      throw failure(index < bytes.count ? "a tag is missing" : "it is cut short")
    }
    index += 1
    var content = try takeUntil(">")[...]
    let isClosing = content.first == UInt8(ascii: "/")
    if isClosing { content = content.dropFirst() }
    let isEmpty = content.last == UInt8(ascii: "/")
    if isEmpty { content = content.dropLast() }
    let name = content.prefix { $0 &- 97 < 26 }
    guard !name.isEmpty, name.endIndex == content.endIndex || content[name.endIndex] <= 0x20 else {
      throw failure("it holds something that belongs in no property list")
    }
    return Tag(
      name: String(decoding: name, as: UTF8.self), isClosing: isClosing, isEmpty: isEmpty)
  }

  private mutating func take(_ token: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: token.utf8Start, count: token.utf8CodeUnitCount)
    guard bytes[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func takeUntil(_ token: StaticString) throws(PropertyList.Failure) -> [UInt8] {
    let start = index
    while index < bytes.count {
      let end = index
      if take(token) { return Array(bytes[start..<end]) }
      index += 1
    }
    throw failure("it is cut short")
  }

  private mutating func currentLine() -> Int {
    line += bytes[lineIndex..<index].reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
    lineIndex = index
    return line
  }

  private func failure(_ reason: String) -> PropertyList.Failure {
    let line = 1 + bytes[..<min(index, bytes.count)].reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
    return PropertyList.Failure("is no property list: line \(line): \(reason)")
  }
}
