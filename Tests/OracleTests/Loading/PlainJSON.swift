/// A JSON value as it is written: numbers keep their digits, objects their order.
indirect enum PlainJSON: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([PlainJSON])
  case object([(name: String, value: PlainJSON)])

  static func == (left: PlainJSON, right: PlainJSON) -> Bool {
    left.text == right.text
  }

  /// Reads one value; what stands behind it is an error.
  init(_ text: String) throws {
    var reader = PlainJSONReader(bytes: Array(text.utf8))
    self = try reader.value()
    reader.skipSpace()
    guard reader.isAtEnd else { throw PlainJSONReader.Malformed(offset: reader.position) }
  }

  /// The value written on one line.
  var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let digits): return digits
    case .string(let value): return PlainJSON.quoted(value)
    case .array(let items): return "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let parts = members.map { PlainJSON.quoted($0.name) + ":" + $0.value.text }
      return "{" + parts.joined(separator: ",") + "}"
    }
  }

  /// The member of that name, nil for any other value.
  subscript(name: String) -> PlainJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The words of an array of strings.
  var words: [String]? {
    guard case .array(let items) = self else { return nil }
    return items.compactMap(\.word)
  }

  /// A string's text, or a number's digits.
  var word: String? {
    switch self {
    case .string(let value): return value
    case .number(let digits): return digits
    case .null, .bool, .array, .object: return nil
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// Reads JSON byte by byte, as plainly as can be.
struct PlainJSONReader {
  struct Malformed: Error { let offset: Int }

  let bytes: [UInt8]
  var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  mutating func skipSpace() {
    while !isAtEnd, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  mutating func value() throws -> PlainJSON {
    skipSpace()
    guard !isAtEnd else { throw Malformed(offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    default: return try bare()
    }
  }

  private mutating func take(_ character: Character) -> Bool {
    skipSpace()
    guard !isAtEnd, bytes[position] == character.asciiValue else { return false }
    position += 1
    return true
  }

  private mutating func object() throws -> PlainJSON {
    var members: [(name: String, value: PlainJSON)] = []
    position += 1
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let name = try string()
      guard take(":") else { throw Malformed(offset: position) }
      members.append((name, try value()))
    } while take(",")
    guard take("}") else { throw Malformed(offset: position) }
    return .object(members)
  }

  private mutating func array() throws -> PlainJSON {
    var items: [PlainJSON] = []
    position += 1
    if take("]") { return .array(items) }
    repeat { items.append(try value()) } while take(",")
    guard take("]") else { throw Malformed(offset: position) }
    return .array(items)
  }

  private mutating func string() throws -> String {
    guard !isAtEnd, bytes[position] == UInt8(ascii: "\"") else {
      throw Malformed(offset: position)
    }
    position += 1
    var text: [UInt8] = []
    while !isAtEnd, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 1
        guard !isAtEnd else { break }
        switch bytes[position] {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += try escaped()
        default: text.append(bytes[position])
        }
      } else {
        text.append(bytes[position])
      }
      position += 1
    }
    guard !isAtEnd else { throw Malformed(offset: position) }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of `u` and four hexadecimal digits; a pair of surrogates is not needed here.
  private mutating func escaped() throws -> [UInt8] {
    let digits = bytes[position...].dropFirst().prefix(4)
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    guard let scalar = number.flatMap(Unicode.Scalar.init) else {
      throw Malformed(offset: position)
    }
    position += 4
    return Array(String(scalar).utf8)
  }

  private mutating func bare() throws -> PlainJSON {
    let start = position
    let stops: [UInt8] = [0x2C, 0x5D, 0x7D, 0x20, 0x09, 0x0A, 0x0D]
    while !isAtEnd, !stops.contains(bytes[position]) { position += 1 }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      guard let first = word.utf8.first, first == 0x2D || (0x30...0x39).contains(first) else {
        throw Malformed(offset: start)
      }
      return .number(word)
    }
  }
}
