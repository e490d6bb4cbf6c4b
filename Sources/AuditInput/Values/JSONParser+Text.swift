// Strings, numbers, and the space between values.
extension JSONParser {
  mutating func parseString() throws(JSONError) -> String {
    let start = index
    let quote = text[start]
    index += 1
    var runStart = index
    var bytes: [UInt8]?
    while let byte = peek() {
      switch byte {
      case quote:
        let run = text[runStart..<index]
        index += 1
        guard let bytes else { return String(decoding: run, as: UTF8.self) }
        return String(decoding: bytes + run, as: UTF8.self)
      case UInt8(ascii: "\\"):
        var unescaped = bytes ?? []
        unescaped.append(contentsOf: text[runStart..<index])
        try appendEscape(to: &unescaped)
        bytes = unescaped
        runStart = index
      case 0..<0x20:
        guard byte != 0 else { throw error("a string holds a NUL", at: index) }
        guard isJSON5, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
          throw error("a string holds a control character", at: index)
        }
        index += 1
      default: index += 1
      }
    }
    throw error("a string has no closing quote", at: start)
  }

  /// Stands on the backslash before and behind the escape after.
  private mutating func appendEscape(to bytes: inout [UInt8]) throws(JSONError) {
    let start = index
    index += 1
    guard let byte = peek() else { throw error("a string has no closing quote", at: start) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(byte)
    case UInt8(ascii: "b"): bytes.append(8)
    case UInt8(ascii: "f"): bytes.append(12)
    case UInt8(ascii: "n"): bytes.append(10)
    case UInt8(ascii: "r"): bytes.append(13)
    case UInt8(ascii: "t"): bytes.append(9)
    case UInt8(ascii: "u"): try appendScalar(try unicodeEscape(start), to: &bytes, start)
    default:
      guard isJSON5 else { throw error("a string holds an unknown escape", at: start) }
      try appendJSON5Escape(byte, to: &bytes, start)
    }
  }

  private mutating func appendJSON5Escape(
    _ byte: UInt8, to bytes: inout [UInt8], _ start: Int
  ) throws(JSONError) {
    switch byte {
    case UInt8(ascii: "v"): bytes.append(11)
    case UInt8(ascii: "x"): try appendScalar(try hexDigits(2, start), to: &bytes, start)
    case UInt8(ascii: "\r"):
      if peek() == UInt8(ascii: "\n") { index += 1 }
    case UInt8(ascii: "\n"): break
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      throw error("a string holds an escape of digits", at: start)
    default: bytes.append(byte)
    }
  }

  private mutating func unicodeEscape(_ start: Int) throws(JSONError) -> UInt32 {
    let first = try hexDigits(4, start)
    guard (0xD800...0xDBFF).contains(first) else { return first }
    guard index + 1 < text.count, text[index] == UInt8(ascii: "\\"),
      text[index + 1] == UInt8(ascii: "u")
    else { throw error("a string holds half a surrogate pair", at: start) }
    index += 2
    let second = try hexDigits(4, start)
    guard (0xDC00...0xDFFF).contains(second) else {
      throw error("a string holds half a surrogate pair", at: start)
    }
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
  }

  private mutating func appendScalar(
    _ value: UInt32, to bytes: inout [UInt8], _ start: Int
  ) throws(JSONError) {
    guard value != 0 else { throw error("a string holds a NUL", at: start) }
    guard let scalar = Unicode.Scalar(value) else {
      throw error("a string holds half a surrogate pair", at: start)
    }
    bytes.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
  }

  private mutating func hexDigits(_ count: Int, _ start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let byte = peek(), let digit = hexValue(byte) else {
        throw error("a string holds an escape without its hexadecimal digits", at: start)
      }
      value = value << 4 | digit
      index += 1
    }
    return value
  }

  private func hexValue(_ byte: UInt8) -> UInt32? {
    if byte &- 48 <= 9 { return UInt32(byte - 48) }
    let letter = (byte | 0x20) &- 97
    return letter <= 5 ? UInt32(letter) + 10 : nil
  }

  /// The number in the form of strict JSON.
  mutating func parseNumber() throws(JSONError) -> String {
    let start = index
    var sign = ""
    if peek() == UInt8(ascii: "-") {
      sign = "-"
      index += 1
    } else if isJSON5, peek() == UInt8(ascii: "+") {
      index += 1
    }
    if isJSON5, peek() == UInt8(ascii: "0"), index + 1 < text.count,
      text[index + 1] | 0x20 == UInt8(ascii: "x")
    {
      return sign + (try parseHexNumber(start))
    }
    let whole = takeDigits()
    guard whole.count <= 1 || whole.first != UInt8(ascii: "0") else {
      throw error("a number starts with a zero", at: start)
    }
    var fraction = text[index..<index]
    let hasPoint = peek() == UInt8(ascii: ".")
    if hasPoint {
      index += 1
      fraction = takeDigits()
    }
    guard isJSON5 ? !(whole.isEmpty && fraction.isEmpty) : !whole.isEmpty,
      isJSON5 || !hasPoint || !fraction.isEmpty
    else { throw error("a number is not written as JSON has it", at: start) }
    var number = sign + (whole.isEmpty ? "0" : String(decoding: whole, as: UTF8.self))
    if !fraction.isEmpty { number += "." + String(decoding: fraction, as: UTF8.self) }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      let exponentStart = index
      index += 1
      if peek() == UInt8(ascii: "-") || peek() == UInt8(ascii: "+") { index += 1 }
      guard !takeDigits().isEmpty else {
        throw error("a number's exponent has no digits", at: start)
      }
      number += String(decoding: text[exponentStart..<index], as: UTF8.self)
    }
    return number
  }

  private mutating func parseHexNumber(_ start: Int) throws(JSONError) -> String {
    index += 2
    var value: UInt64 = 0
    let digits = index
    while let byte = peek(), let digit = hexValue(byte) {
      guard value >> 60 == 0 else { throw error("a number is too large", at: start) }
      value = value << 4 | UInt64(digit)
      index += 1
    }
    guard index > digits else { throw error("a number has no digits", at: start) }
    return String(value)
  }

  private mutating func takeDigits() -> Slice<UnsafeBufferPointer<UInt8>> {
    let start = index
    while let byte = peek(), byte &- 48 <= 9 { index += 1 }
    return text[start..<index]
  }

  mutating func skipSpace() throws(JSONError) {
    while let byte = peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      case UInt8(ascii: "/") where isJSON5: try skipComment()
      default:
        let length = isJSON5 ? json5SpaceLength() : 0
        guard length > 0 else { return }
        index += length
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = index
    guard index + 1 < text.count else { throw unexpected("alone") }
    index += 2
    switch text[start + 1] {
    case UInt8(ascii: "/"):
      while let byte = peek(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
        index += 1
      }
    case UInt8(ascii: "*"):
      while index + 1 < text.count {
        if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") {
          index += 2
          return
        }
        index += 1
      }
      throw error("a comment has no end", at: start)
    default: throw error("'/' stands where no comment begins", at: start)
    }
  }

  /// Bytes of the white space that JSON5 has beyond JSON's, or 0.
  private func json5SpaceLength() -> Int {
    guard index < text.count else { return 0 }
    if text[index] == 0x0B || text[index] == 0x0C { return 1 }
    let next = index + 1 < text.count ? text[index + 1] : 0
    if text[index] == 0xC2, next == 0xA0 { return 2 }
    let third = index + 2 < text.count ? text[index + 2] : 0
    if text[index] == 0xE2, next == 0x80, third == 0xA8 || third == 0xA9 { return 3 }
    return text[index] == 0xEF && next == 0xBB && third == 0xBF ? 3 : 0
  }
}
