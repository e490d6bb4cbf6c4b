/// Comma-separated lines that no spreadsheet takes for formulas.
///
/// A cell that starts with `=`, `+`, `-`, `@`, their full-width twins or a control character gets
/// an apostrophe before it. Controls that would cut a cell are spelled out, and a cell that holds
/// a separator of any locale is quoted, so nothing can start a cell of its own. Lines end in LF.
struct CSVText {
  private(set) var bytes: [UInt8] = []

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func line(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(cell)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ cell: String) {
    var text: [UInt8] = []
    if CSVText.startsLikeFormula(cell) { text.append(UInt8(ascii: "'")) }
    var needsQuotes = !text.isEmpty
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\"":
        text.append(contentsOf: "\"\"".utf8)
        needsQuotes = true
      case ",", ";", "\t", "\n", "\r", "'", " ":
        text.append(UInt8(truncatingIfNeeded: scalar.value))
        needsQuotes = true
      case "\0"..<" ", "\u{7F}"..."\u{9F}":
        text.append(contentsOf: SpelledOut.scalar(scalar.value).utf8)
      default:
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    bytes.append(contentsOf: text)
    if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
  }

  private static func startsLikeFormula(_ cell: String) -> Bool {
    switch cell.unicodeScalars.first {
    case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    case .some("\0"..<" "), .some("\u{7F}"..."\u{9F}"): true
    case .some, .none: false
    }
  }
}
