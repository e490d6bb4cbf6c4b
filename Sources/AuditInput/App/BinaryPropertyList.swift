internal import AuditModel

/// A reader of binary property lists that trusts no offset, count or reference.
///
/// An object that is referred to twice is read twice, so the number of values is bounded.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let top: Int
  private let table: Int
  private var valueCount = 0
  private var textByteCount = 0

  private static let trailerSize = 32
  /// Seconds from 1970 to 2001, from which dates count.
  private static let epoch = 978_307_200.0
  private static let textLimit = 32 << 20

  init(_ bytes: [UInt8]) throws(PropertyList.Failure) {
    guard bytes.starts(with: "bplist00".utf8), bytes.count >= 8 + Self.trailerSize else {
      throw Self.failure("its header is damaged")
    }
    self.bytes = bytes
    let trailer = bytes.count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    objectCount = try Self.number(bytes, trailer + 8, 8)
    top = try Self.number(bytes, trailer + 16, 8)
    table = try Self.number(bytes, trailer + 24, 8)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), table >= 8,
      table <= trailer, objectCount <= (trailer - table) / offsetSize, top < objectCount
    else { throw Self.failure("its trailer is damaged") }
  }

  mutating func parse() throws(PropertyList.Failure) -> JSONValue {
    try object(top, depth: 1)
  }

  private mutating func object(
    _ number: Int, depth: Int
  ) throws(PropertyList.Failure) -> JSONValue {
    valueCount += 1
    guard valueCount <= PropertyList.valueLimit else {
      throw Self.failure("it has too many values")
    }
    guard depth <= PropertyList.depthLimit else { throw Self.failure("it is nested too deep") }
    guard number < objectCount else { throw Self.failure("a reference leads nowhere") }
    let start = try Self.number(bytes, table + number * offsetSize, offsetSize)
    guard start >= 8, start < table else { throw Self.failure("an offset leads nowhere") }
    let low = Int(bytes[start] & 0x0F)
    switch bytes[start] >> 4 {
    case 0x0: return low == 8 ? .bool(false) : low == 9 ? .bool(true) : .null
    case 0x1: return .number(String(try integer(start + 1, 1 << min(low, 5))))
    case 0x2: return .number("\(try real(start + 1, 1 << min(low, 5)))")
    case 0x3: return .string(try date(start + 1))
    case 0x4: return .null
    case 0x5, 0x6:
      let (count, from) = try extent(start)
      return .string(try text(from, count, isWide: bytes[start] >> 4 == 0x6))
    case 0x8: return .null
    case 0xA, 0xC:
      let (count, from) = try extent(start)
      var elements: [JSONValue] = []
      for index in 0..<count {
        elements.append(try object(try reference(from, index), depth: depth + 1))
      }
      return .array(elements)
    case 0xD: return try dictionary(start, depth: depth)
    default: throw Self.failure("it has an object of no known type")
    }
  }

  private mutating func dictionary(
    _ start: Int, depth: Int
  ) throws(PropertyList.Failure) -> JSONValue {
    let (count, from) = try extent(start)
    var members: [JSONValue.Member] = []
    for index in 0..<count {
      let key = try object(try reference(from, index), depth: depth + 1)
      guard case .string(let name) = key else { throw Self.failure("a key is no text") }
      let value = try object(try reference(from, count + index), depth: depth + 1)
      members.append(.init(name: name, value: value, line: 1))
    }
    return .object(members)
  }

  // MARK: Parts

  private static func number(
    _ bytes: [UInt8], _ start: Int, _ size: Int
  ) throws(PropertyList.Failure) -> Int {
    guard start >= 0, start <= bytes.count - size else { throw failure("it is cut short") }
    var value: UInt64 = 0
    for byte in bytes[start..<(start + size)] {
      guard value <= UInt64.max >> 8 else { throw failure("a number is too large") }
      value = value << 8 | UInt64(byte)
    }
    guard let number = Int(exactly: value), number <= 1 << 48 else {
      throw failure("a number is too large")
    }
    return number
  }

  private func integer(_ start: Int, _ size: Int) throws(PropertyList.Failure) -> Int64 {
    guard size <= 16, start <= bytes.count - size else { throw Self.failure("it is cut short") }
    let digits = bytes[start..<(start + size)].suffix(8)
    return Int64(bitPattern: digits.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  private func real(_ start: Int, _ size: Int) throws(PropertyList.Failure) -> Double {
    let bits = UInt64(bitPattern: try integer(start, size))
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw Self.failure("a number has an odd size")
    }
  }

  private func date(_ start: Int) throws(PropertyList.Failure) -> String {
    let seconds = (try real(start, 8) + Self.epoch).rounded(.down)
    guard seconds > -62_135_596_800, seconds < 253_402_300_800 else {
      throw Self.failure("a date lies in no year of four digits")
    }
    return Written.time(Int64(seconds) * 1_000_000)
  }

  /// How many things an object holds, and where they begin.
  private func extent(_ start: Int) throws(PropertyList.Failure) -> (count: Int, from: Int) {
    let low = Int(bytes[start] & 0x0F)
    guard low == 0x0F else { return (low, start + 1) }
    guard start + 1 < table, bytes[start + 1] >> 4 == 0x1 else {
      throw Self.failure("a count is no number")
    }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    guard size <= 8 else { throw Self.failure("a count is too large") }
    let count = try Self.number(bytes, start + 2, size)
    guard count <= bytes.count else { throw Self.failure("a count is too large") }
    return (count, start + 2 + size)
  }

  private func reference(_ from: Int, _ index: Int) throws(PropertyList.Failure) -> Int {
    try Self.number(bytes, from + index * referenceSize, referenceSize)
  }

  private mutating func text(
    _ from: Int, _ count: Int, isWide: Bool
  ) throws(PropertyList.Failure) -> String {
    let size = isWide ? count * 2 : count
    guard from <= bytes.count - size else { throw Self.failure("it is cut short") }
    textByteCount += size
    guard textByteCount <= Self.textLimit else { throw Self.failure("it has too much text") }
    let part = bytes[from..<(from + size)]
    guard isWide else { return String(decoding: part, as: UTF8.self) }
    let units = stride(from: part.startIndex, to: part.endIndex, by: 2).map {
      UInt16(part[$0]) << 8 | UInt16(part[$0 + 1])
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func failure(_ reason: String) -> PropertyList.Failure {
    PropertyList.Failure("is no binary property list: \(reason)")
  }
}
