/// A value of a record, written as JSON.
enum FieldValue: Sendable, Equatable {
  case text(String)
  case integer(Int64)
  case flag(Bool)
  /// Microseconds since 1970 UTC, written in RFC 3339.
  case time(Int64)
  /// Units of 1e-8, written as a string with eight decimals.
  case amount(Int64)
  case object([Member])
  case list([FieldValue])
  case null

  /// A member of an object.
  struct Member: Sendable, Equatable {
    let name: String
    let value: FieldValue

    init(_ name: String, _ value: FieldValue) {
      self.name = name
      self.value = value
    }
  }

  /// The text, where it is one.
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The time in microseconds since 1970, where it is one.
  var time: Int64? {
    if case .time(let time) = self { time } else { nil }
  }

  /// The amount in units of 1e-8, where it is one.
  var amount: Int64? {
    if case .amount(let units) = self { units } else { nil }
  }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(booleanLiteral flag: Bool) { self = .flag(flag) }
  init(integerLiteral number: Int64) { self = .integer(number) }
}
