/// Takes a row of an `INSERT` apart: `(1, 'text', NULL, true, '{}'::jsonb)`.
struct TupleScanner {
  private let bytes: UnsafePointer<UInt8>
  private let end: Int
  private let isMySQL: Bool

  init(_ bytes: UnsafePointer<UInt8>, to end: Int, isMySQL: Bool) {
    self.bytes = bytes
    self.end = end
    self.isMySQL = isMySQL
  }

  /// Fills the cells with those of the row whose bracket opens at `start`.
  ///
  /// - Returns: Where the row ends; nil where the bytes end before it does.
  func scan(from start: Int, into cells: inout DumpCells) -> Int? {
    cells.removeAll()
    var index = start + 1
    while true {
      index = skipSpace(index)
      guard index < end else { return nil }
      // A row without a value, `()`.
      if bytes[index] == UInt8(ascii: ")"), cells.count == 0 { return index + 1 }
      guard let after = scanValue(index, &cells) else { return nil }
      guard bytes[after] == UInt8(ascii: ",") else { return after + 1 }
      index = after + 1
    }
  }

  /// Keeps the value at `index`; returns where the comma or bracket behind it stands.
  private func scanValue(_ index: Int, _ cells: inout DumpCells) -> Int? {
    let byte = bytes[index]
    if byte == UInt8(ascii: "'") || isMySQL && byte == UInt8(ascii: "\"") {
      return scanText(index, index, isMySQL ? .mySQL : nil, &cells)
    }
    if byte &- 48 <= 9 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
      return scanNumber(index, &cells)
    }
    guard DumpLexer.isWord(byte) else { return scanExpression(index, index, &cells) }
    var after = index
    while after < end, DumpLexer.isWord(bytes[after]) { after += 1 }
    guard after < end else { return nil }
    if bytes[after] == UInt8(ascii: "'"), after == index + 1 {
      switch byte | 0x20 {
      case UInt8(ascii: "e"): return scanText(index, after, .string, &cells)
      case UInt8(ascii: "n"): return scanText(index, after, isMySQL ? .mySQL : nil, &cells)
      case UInt8(ascii: "b"): return scanBits(index, after, &cells)
      default: return scanExpression(index, index, &cells)
      }
    }
    // A character set in front of a string, as MySQL writes it.
    let next = skipSpace(after)
    guard next < end else { return nil }
    if byte == UInt8(ascii: "_"), isMySQL, bytes[next] == UInt8(ascii: "'") {
      return scanText(index, next, .mySQL, &cells)
    }
    let kind: DumpCells.Cell.Kind? =
      switch word(index, after) {
      case "null": .null
      case "true": .yes
      case "false": .no
      default: nil
      }
    guard let kind else { return scanExpression(index, index, &cells) }
    return finish(index, after, &cells) { $0.add(kind, index, 0) }
  }

  private func word(_ start: Int, _ end: Int) -> String {
    guard end - start <= 5 else { return "" }
    return String(decoding: (start..<end).map { bytes[$0] | 0x20 }, as: UTF8.self)
  }

  private func scanNumber(_ index: Int, _ cells: inout DumpCells) -> Int? {
    let isSigned = bytes[index] == UInt8(ascii: "+")
    let start = isSigned ? index + 1 : index
    var after = start
    while after < end {
      let byte = bytes[after]
      let isSign = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      let isInner = isSign && (after == start || bytes[after - 1] | 0x20 == UInt8(ascii: "e"))
      guard
        byte &- 48 <= 9 || byte == UInt8(ascii: ".") || isInner
          || (byte | 0x20 == UInt8(ascii: "e") && after > start)
      else { break }
      after += 1
    }
    guard after < end else { return nil }
    if DumpLexer.isWord(bytes[after]) { return scanExpression(index, index, &cells) }
    return finish(index, after, &cells) { $0.add(.number, start, after - start) }
  }

  /// `b'1'`, as MySQL writes a bit.
  private func scanBits(_ index: Int, _ quote: Int, _ cells: inout DumpCells) -> Int? {
    guard quote + 2 < end else { return nil }
    let isBit = bytes[quote + 1] == UInt8(ascii: "0") || bytes[quote + 1] == UInt8(ascii: "1")
    guard isBit, bytes[quote + 2] == UInt8(ascii: "'") else {
      return scanExpression(index, index, &cells)
    }
    return finish(index, quote + 3, &cells) { $0.add(.number, quote + 1, 1) }
  }

  /// Keeps the string whose quote opens at `quote`.
  private func scanText(
    _ index: Int, _ quote: Int, _ escapes: SQLEscape.Style?, _ cells: inout DumpCells
  ) -> Int? {
    let mark = bytes[quote]
    let backslash = escapes == nil ? mark : UInt8(ascii: "\\")
    var after = TextSearch.first(of: mark, backslash, mark, in: bytes, quote + 1, end)
    guard after + 1 < end else { return nil }
    if bytes[after] == mark, bytes[after + 1] != mark {
      return finish(index, after + 1, &cells) { $0.add(.text, quote + 1, after - quote - 1) }
    }
    let start = cells.unescaped.count
    var from = quote + 1
    while true {
      cells.append(bytes, from: from, to: after)
      guard after + 1 < end else { return nil }
      if bytes[after] == mark {
        guard bytes[after + 1] == mark else { break }
        cells.append(mark)
        from = after + 2
      } else if let escapes {
        from = SQLEscape.append(bytes, after + 1, end, escapes, to: &cells)
      }
      after = TextSearch.first(of: mark, backslash, mark, in: bytes, from, end)
      guard after < end else { return nil }
    }
    let count = cells.unescaped.count - start
    return finish(index, after + 1, &cells) { $0.add(.text, start, count, isUnescaped: true) }
  }

  /// Ends a value: a cast may follow it; anything else makes it an expression.
  private func finish(
    _ index: Int, _ after: Int, _ cells: inout DumpCells, _ add: (inout DumpCells) -> Void
  ) -> Int? {
    let next = skipSpace(after)
    guard next + 1 < end else { return nextEnd(next, &cells, add) }
    if isEnd(bytes[next]) {
      add(&cells)
      return next
    }
    guard bytes[next] == UInt8(ascii: ":"), bytes[next + 1] == UInt8(ascii: ":") else {
      return scanExpression(index, next, &cells)
    }
    guard let end = endOfExpression(next) else { return nil }
    add(&cells)
    return end
  }

  /// The last byte at hand may end the value.
  private func nextEnd(
    _ next: Int, _ cells: inout DumpCells, _ add: (inout DumpCells) -> Void
  ) -> Int? {
    guard next < end, isEnd(bytes[next]) else { return nil }
    add(&cells)
    return next
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")")
  }

  private func scanExpression(_ index: Int, _ from: Int, _ cells: inout DumpCells) -> Int? {
    guard let after = endOfExpression(from) else { return nil }
    cells.add(.expression, index, after - index)
    return after
  }

  /// Where the comma or bracket stands that ends what goes on at `start`.
  private func endOfExpression(_ start: Int) -> Int? {
    var depth = 0
    var index = start
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        let isEscape = index > start && bytes[index - 1] | 0x20 == UInt8(ascii: "e")
        guard let after = endOfText(index, hasEscapes: isMySQL || isEscape) else { return nil }
        index = after
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ")"):
        if depth == 0 { return index }
        depth -= 1
      case UInt8(ascii: ","): if depth == 0 { return index }
      default: break
      }
      index += 1
    }
    return nil
  }

  private func endOfText(_ start: Int, hasEscapes: Bool) -> Int? {
    let mark = bytes[start]
    var index = start + 1
    while index < end {
      if hasEscapes, bytes[index] == UInt8(ascii: "\\") {
        index += 2
      } else if bytes[index] == mark {
        guard index + 1 < end else { return nil }
        guard bytes[index + 1] == mark else { return index + 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }

  private func skipSpace(_ start: Int) -> Int {
    var index = start
    while index < end, DumpLexer.isSpace(bytes[index]) { index += 1 }
    return index
  }
}
