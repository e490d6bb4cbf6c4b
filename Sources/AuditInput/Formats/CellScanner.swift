/// Finds the cells of a row as RFC 4180 has them: in quotes or not, over several lines or one.
struct CellScanner {
  struct Cell {
    var start: Int
    var count: Int
    /// Whether it stands in `unescaped`, because it held doubled quotes.
    var isUnescaped: Bool
  }

  enum End {
    /// The offset after the row and its line break.
    case at(Int)
    case beyond
    case unclosed
  }

  var delimiter = UInt8(ascii: ",")
  /// Cells kept of a row: one more than the header has columns tells that there are too many.
  var limit: Int
  private(set) var cells: [Cell] = []
  private(set) var unescaped: [UInt8] = []
  /// How many cells the row has, kept or not.
  private(set) var cellCount = 0
  /// Whether text follows a closing quote somewhere in the row.
  private(set) var hasTextAfterQuote = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Scans the row that starts at `start`; `beyond` when the bytes end before it does.
  mutating func scan(
    _ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int, isLast: Bool
  ) -> End {
    cells.removeAll(keepingCapacity: true)
    unescaped.removeAll(keepingCapacity: true)
    cellCount = 0
    hasTextAfterQuote = false
    var index = start
    while true {
      if index < end, bytes[index] == UInt8(ascii: "\"") {
        guard let after = scanQuoted(bytes, index + 1, end) else {
          return isLast ? .unclosed : .beyond
        }
        guard after < end || isLast else { return .beyond }
        index = TextSearch.first(of: delimiter, 0x0A, 0x0D, in: bytes, after, end)
        if index > after { hasTextAfterQuote = true }
      } else {
        let stop = TextSearch.first(of: delimiter, 0x0A, 0x0D, in: bytes, index, end)
        keep(index, stop - index)
        index = stop
      }
      guard index < end else { return isLast ? .at(end) : .beyond }
      if bytes[index] == delimiter {
        index += 1
        continue
      }
      guard bytes[index] == 0x0D else { return .at(index + 1) }
      guard index + 1 < end || isLast else { return .beyond }
      let isPair = index + 1 < end && bytes[index + 1] == 0x0A
      return .at(index + (isPair ? 2 : 1))
    }
  }

  /// Keeps the cell whose text starts at `start`; returns the offset after its closing quote.
  private mutating func scanQuoted(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Int? {
    let quote = UInt8(ascii: "\"")
    var index = TextSearch.first(of: quote, quote, quote, in: bytes, start, end)
    guard index < end else { return nil }
    guard index + 1 < end, bytes[index + 1] == quote else {
      keep(start, index - start)
      return index + 1
    }
    let mark = unescaped.count
    var from = start
    while true {
      unescaped.append(contentsOf: UnsafeBufferPointer(start: bytes + from, count: index - from))
      guard index + 1 < end, bytes[index + 1] == quote else {
        keep(mark, unescaped.count - mark, isUnescaped: true)
        return index + 1
      }
      unescaped.append(quote)
      from = index + 2
      index = TextSearch.first(of: quote, quote, quote, in: bytes, from, end)
      guard index < end else { return nil }
    }
  }

  @inline(__always)
  private mutating func keep(_ start: Int, _ count: Int, isUnescaped: Bool = false) {
    cellCount += 1
    guard cellCount <= limit else { return }
    cells.append(Cell(start: start, count: count, isUnescaped: isUnescaped))
  }

  /// The text of a cell of the row that was scanned last.
  func text(_ cell: Cell, _ bytes: UnsafePointer<UInt8>) -> [UInt8] {
    if cell.isUnescaped { return Array(unescaped[cell.start..<cell.start + cell.count]) }
    return Array(UnsafeBufferPointer(start: bytes + cell.start, count: cell.count))
  }
}
