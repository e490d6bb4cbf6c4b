/// A number that amounts, times or counts are multiplied by, exactly.
struct DecimalFactor: Sendable, Equatable {
  /// The digits without a point, most significant first.
  private let digits: [UInt8]
  private let decimals: Int

  /// Longer numbers are left as they are, which no type accepts.
  private static let digitLimit = 60

  /// Nil where the text is no plain decimal number above zero.
  init?(_ text: String) {
    guard let parts = Self.parts(Array(text.utf8)), !parts.isNegative,
      parts.digits.contains(where: { $0 != 0 })
    else { return nil }
    digits = parts.digits
    decimals = parts.decimals
  }

  /// The product as plain decimal text; nil where the text is no number.
  func times(_ text: String) -> String? {
    guard let parts = Self.parts(Array(text.utf8)) else { return nil }
    var product = [Int](repeating: 0, count: parts.digits.count + digits.count)
    for (i, left) in parts.digits.enumerated().reversed() {
      for (j, right) in digits.enumerated().reversed() {
        product[i + j + 1] += Int(left) * Int(right)
      }
    }
    for index in product.indices.dropFirst().reversed() {
      product[index - 1] += product[index] / 10
      product[index] %= 10
    }
    return Self.written(product, decimals: parts.decimals + decimals, parts.isNegative)
  }

  private static func written(_ product: [Int], decimals: Int, _ isNegative: Bool) -> String {
    let whole = product.dropLast(decimals).drop { $0 == 0 }
    var fraction = Array(product.suffix(decimals))
    while fraction.last == 0 { fraction.removeLast() }
    var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    bytes += whole.isEmpty ? [UInt8(ascii: "0")] : whole.map { UInt8(ascii: "0") + UInt8($0) }
    if !fraction.isEmpty {
      bytes.append(UInt8(ascii: "."))
      bytes += fraction.map { UInt8(ascii: "0") + UInt8($0) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The digits of a number, exponent worked in; at least one more digit than decimals.
  private static func parts(
    _ text: [UInt8]
  ) -> (digits: [UInt8], decimals: Int, isNegative: Bool)? {
    let isNegative = text.first == UInt8(ascii: "-")
    var rest = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    var exponent = 0
    if let mark = rest.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let written = String(decoding: rest[(mark + 1)...], as: UTF8.self)
      guard let value = Int(written), (-digitLimit...digitLimit).contains(value) else { return nil }
      exponent = value
      rest = rest[..<mark]
    }
    let point = rest.firstIndex(of: UInt8(ascii: ".")) ?? rest.endIndex
    var digits = Array(rest[..<point]) + Array(rest[point...].dropFirst())
    var decimals = max(0, rest.endIndex - point - 1)
    guard !digits.isEmpty, digits.count <= digitLimit, point > rest.startIndex,
      point == rest.endIndex || decimals > 0, digits.allSatisfy({ $0 &- 48 <= 9 })
    else { return nil }
    digits = digits.map { $0 - 48 }
    decimals -= exponent
    if decimals < 0 {
      digits += [UInt8](repeating: 0, count: -decimals)
      decimals = 0
    }
    while digits.count <= decimals { digits.insert(0, at: 0) }
    return (digits, decimals, isNegative)
  }
}
