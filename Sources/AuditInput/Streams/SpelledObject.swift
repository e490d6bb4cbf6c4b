/// The members of a JSON object by their names in any spelling.
struct SpelledObject {
  private var values: [String: JSONValue] = [:]

  init() {}

  init(_ members: [JSONValue.Member]) {
    for member in members {
      let name = Self.plain(member.name)
      if let there = values[name], !there.isAbsent { continue }
      values[name] = member.value
    }
  }

  /// The value under a name, also where it is null; nil where the name doesn't occur.
  subscript(name: String) -> JSONValue? { values[Self.plain(name)] }

  func has(_ names: String...) -> Bool {
    names.contains { self[$0] != nil }
  }

  /// The object under a name, or the one whose JSON text stands there.
  func object(_ name: String) throws(ShapeError) -> SpelledObject? {
    guard let value = self[name], let object = try value.unpacked(field: name) else { return nil }
    guard case .object(let members) = object else { return nil }
    return SpelledObject(members)
  }

  /// `event_time`, `Event-Time` and `eventTime` are one name.
  static func plain(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONValue {
  /// Whether it is null or empty text, which both mean that there is no value.
  var isAbsent: Bool { self == .null || self == .string("") }

  /// The value itself, or what its text holds where that is a JSON object or list; nil if absent.
  func unpacked(field: String) throws(ShapeError) -> JSONValue? {
    guard !isAbsent else { return nil }
    guard case .string(let text) = self, let first = text.utf8.first(where: { $0 > 0x20 }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return self }
    do throws(JSONError) {
      return try JSONValue.parse(Array(text.utf8), dialect: .strict)
    } catch {
      throw ShapeError(field: field, reason: "its text is no JSON: \(error.reason)")
    }
  }

  /// The scalar, or nil where it is absent.
  func raw(field: String) throws(ShapeError) -> RawValue? {
    switch self {
    case .null: return nil
    case .bool(let bool): return .bool(bool)
    case .number(let digits): return .number(Array(digits.utf8))
    case .string(let text): return text.utf8.isEmpty ? nil : .text(Array(text.utf8))
    case .array: throw ShapeError(field: field, reason: "a list stands where a value belongs")
    case .object: throw ShapeError(field: field, reason: "an object stands where a value belongs")
    }
  }
}

/// Collects the stored fields of one record, and which of them are known.
struct FieldCollector {
  private(set) var fields: [RawField] = []
  private(set) var knownFields: Set<String> = []

  /// Takes the first value that is present; the field is known where any name occurred.
  mutating func take(_ field: String, _ candidates: JSONValue?...) throws(ShapeError) {
    for candidate in candidates {
      guard let candidate else { continue }
      knownFields.insert(field)
      guard let value = try candidate.raw(field: field) else { continue }
      fields.append(RawField(field, value))
      return
    }
  }

  mutating func set(_ field: String, _ value: String) {
    knownFields.insert(field)
    fields.append(RawField(field, .text(Array(value.utf8))))
  }

  /// Sets a computed signature, and why it is not valid.
  mutating func set(_ verdict: SignatureVerdict) {
    knownFields.insert("signature")
    fields += verdict.fields
  }

  func value(_ field: String) -> RawValue? {
    fields.first { $0.name == field }?.value
  }
}
