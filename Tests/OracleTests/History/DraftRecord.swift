import AuditModel

/// A record of a history before it is written down in some spelling.
struct DraftRecord {
  enum Value {
    case text(String)
    case number(Int64)
    case time(Int64)
    case amount(String)
    case bool(Bool)
  }

  var stream: String
  /// The night from which on exports hold it.
  var night = 0
  /// Whom a ledger row was first booked under, once it has been moved.
  var origin: String?
  var fields: [(name: String, value: Value?)]

  init(_ stream: String, _ fields: [(String, Value?)]) {
    self.stream = stream
    self.fields = fields.map { (name: $0.0, value: $0.1) }
  }

  subscript(name: String) -> Value? {
    get { fields.first { $0.name == name }?.value }
    set {
      if let index = fields.firstIndex(where: { $0.name == name }) {
        fields[index].value = newValue
      } else {
        fields.append((name, newValue))
      }
    }
  }

  func text(_ name: String) -> String? {
    if case .text(let value) = self[name] { return value }
    return nil
  }

  func time(_ name: String) -> Int64? {
    if case .time(let value) = self[name] { return value }
    return nil
  }

  /// The record as a line of NDJSON; the spelling of names and values varies with the seed.
  ///
  /// With `showsAbsent` a field without a value is written as null or "" now and then, so that its
  /// name is known.
  func line(isSnakeCase: Bool, showsAbsent: Bool, _ random: inout SplitMix64) -> String {
    var members: [(name: String, value: PlainJSON)] = []
    for (name, value) in fields {
      let written = isSnakeCase ? DraftRecord.snakeCase(name) : name
      if let value {
        members.append((written, DraftRecord.json(value, name, &random)))
      } else if showsAbsent, random.chance(40) {
        members.append((written, random.chance(70) ? .null : .string("")))
      }
    }
    return PlainJSON.object(members).text
  }

  private static func json(
    _ value: Value, _ name: String, _ random: inout SplitMix64
  ) -> PlainJSON {
    switch value {
    case .text(let text):
      let isPlainNumber =
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        && (text == "0" || !text.hasPrefix("0"))
      return isPlainNumber && random.chance(40) ? .number(text) : .string(text)
    case .number(let number): return .number(String(number))
    case .time(let time):
      switch random.below(10) {
      case 0 where time % 1000 == 0: return .number(String(time / 1000))
      case 1 where time % 1000 == 0: return .string(String(time / 1000))
      case 2: return .string(String(Written.time(time).dropLast()) + "+00:00")
      default: return .string(Written.time(time))
      }
    case .amount(let text): return random.chance(20) ? .number(text) : .string(text)
    case .bool(let flag):
      switch random.below(6) {
      case 0: return .string(flag ? "true" : "false")
      case 1: return .number(flag ? "1" : "0")
      default: return .bool(flag)
      }
    }
  }

  private static func snakeCase(_ name: String) -> String {
    var result = ""
    var wasLower = false
    for scalar in name.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      if isUpper && wasLower { result += "_" }
      result += String(scalar).lowercased()
      wasLower = !isUpper
    }
    return result
  }
}

extension DraftRecord.Value? {
  /// Text where there is some.
  static func words(_ text: String?) -> DraftRecord.Value? { text.map { .text($0) } }

  static func moment(_ time: Int64?) -> DraftRecord.Value? { time.map { .time($0) } }

  static func flag(_ value: Bool?) -> DraftRecord.Value? { value.map { .bool($0) } }

  static func count(_ value: Int64?) -> DraftRecord.Value? { value.map { .number($0) } }

  static func money(_ text: String?) -> DraftRecord.Value? { text.map { .amount($0) } }
}
