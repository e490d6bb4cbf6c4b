/// Takes a line of a `COPY` block apart: values between tabs, `\N` for none, escapes.
enum CopyScanner {
  /// Fills the cells with those of the line from `start` up to its line break at `end`.
  static func scan(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, into cells: inout DumpCells
  ) {
    cells.removeAll()
    var index = start
    while true {
      let tab = UInt8(ascii: "\t")
      let backslash = UInt8(ascii: "\\")
      let stop = TextSearch.first(of: tab, backslash, tab, in: bytes, index, end)
      if stop == end || bytes[stop] == tab {
        cells.add(.text, index, stop - index)
        index = stop
      } else if stop == index, index + 1 < end, bytes[index + 1] == UInt8(ascii: "N"),
        index + 2 == end || bytes[index + 2] == tab
      {
        cells.add(.null, index, 0)
        index += 2
      } else {
        index = unescape(bytes, index, end, &cells)
      }
      guard index < end else { return }
      index += 1
    }
  }

  /// Keeps a value with escapes; returns where it ends.
  private static func unescape(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ cells: inout DumpCells
  ) -> Int {
    let mark = cells.unescaped.count
    var index = start
    while index < end, bytes[index] != UInt8(ascii: "\t") {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < end else {
        cells.append(bytes[index])
        index += 1
        continue
      }
      index = SQLEscape.append(bytes, index + 1, end, .copy, to: &cells)
    }
    cells.add(.text, mark, cells.unescaped.count - mark, isUnescaped: true)
    return index
  }
}

/// The escapes behind a backslash.
enum SQLEscape {
  enum Style {
    case copy, string, mySQL
  }

  /// Appends what the escape at `start`, behind its backslash, stands for; returns where it ends.
  static func append(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ style: Style,
    to cells: inout DumpCells
  ) -> Int {
    let byte = bytes[start]
    if let control = control(byte, style) {
      cells.append(control)
      if control == 0 { cells.hasByteEscape = true }
      return start + 1
    }
    switch (byte, style) {
    case (UInt8(ascii: "%"), .mySQL), (UInt8(ascii: "_"), .mySQL):
      cells.append(UInt8(ascii: "\\"))
    case (UInt8(ascii: "0")...UInt8(ascii: "7"), .copy),
      (UInt8(ascii: "0")...UInt8(ascii: "7"), .string):
      return appendNumber(bytes, start, end, digits: 3, base: 8, to: &cells) ?? start
    case (UInt8(ascii: "x"), .copy), (UInt8(ascii: "x"), .string):
      if let after = appendNumber(bytes, start + 1, end, digits: 2, base: 16, to: &cells) {
        return after
      }
    case (UInt8(ascii: "u"), .string), (UInt8(ascii: "U"), .string):
      let digits = byte == UInt8(ascii: "u") ? 4 : 8
      let (value, after) = number(bytes, start + 1, end, digits: digits, base: 16)
      if after == start + 1 + digits {
        cells.append(character: value)
        return after
      }
    default: break
    }
    cells.append(byte)
    return start + 1
  }

  private static func control(_ byte: UInt8, _ style: Style) -> UInt8? {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "f"): style == .mySQL ? nil : 0x0C
    case UInt8(ascii: "v"): style == .copy ? 0x0B : nil
    case UInt8(ascii: "0"): style == .mySQL ? 0x00 : nil
    case UInt8(ascii: "Z"): style == .mySQL ? 0x1A : nil
    default: nil
    }
  }

  private static func appendNumber(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, digits: Int, base: UInt32,
    to cells: inout DumpCells
  ) -> Int? {
    let (value, after) = number(bytes, start, end, digits: digits, base: base)
    guard after > start else { return nil }
    cells.append(UInt8(truncatingIfNeeded: value))
    cells.hasByteEscape = true
    return after
  }

  private static func number(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, digits: Int, base: UInt32
  ) -> (value: UInt32, after: Int) {
    var value: UInt32 = 0
    var index = start
    while index < min(end, start + digits) {
      let byte = bytes[index]
      let digit = byte &- 48 <= 9 ? byte - 48 : (byte | 0x20) &- 97 <= 5 ? (byte | 0x20) - 87 : 99
      guard digit < base else { break }
      value = value &* base &+ UInt32(digit)
      index += 1
    }
    return (value, index)
  }
}
