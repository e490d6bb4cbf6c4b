/// Reads a table of cells under a header row.
struct TableReader {
  private let window: InputWindow
  private(set) var paths: PathTable
  private var scanner = CellScanner(limit: columnLimit)
  private var columns: [TableColumn] = []
  /// The names of the columns where the table has no header.
  private let givenNames: [String]?
  private var hasHeader = false
  private var lines = LineCounter()
  private var values: [ScannedValue] = []

  init(window: InputWindow, paths: PathTable, columns: [String]? = nil) {
    self.window = window
    givenNames = columns
    self.paths = paths
  }

  /// Reads records until the sink is full; false at the end of the file.
  mutating func advance(_ sink: inout RecordSink) throws(Damage) -> Bool {
    if !hasHeader {
      guard try readHeader(&sink) else { return false }
    }
    while !sink.isFull {
      guard window.start < window.end || !window.isAtEnd else { return false }
      switch scanRow() {
      case .at(let end):
        if end - window.start > LineReader.recordLimit {
          sink.reject(line: lines.line, field: nil, reason: Self.tooLong)
        } else {
          readRow(to: end, &sink)
        }
        consume(to: end)
      case .unclosed: throw unclosed
      case .beyond:
        if window.end - window.start > LineReader.recordLimit {
          sink.reject(line: lines.line, field: nil, reason: Self.tooLong)
          try skipLongRow()
        } else {
          try window.refill()
        }
      }
    }
    return true
  }

  /// Cells of a header that are kept: a million columns are read, a row of commas is not.
  private static let columnLimit = 2_000_000
  private static let tooLong = ScanFailure(cause: .tooLong, offset: 0).reason

  private var unclosed: Damage {
    Damage("is cut short: a quoted cell doesn't end (the row of line \(lines.line))")
  }

  private mutating func scanRow() -> CellScanner.End {
    guard window.start < window.end else { return .beyond }
    return scanner.scan(
      window.bytes, from: window.start, to: window.end, isLast: window.isAtEnd)
  }

  private mutating func consume(to end: Int) {
    lines.count(window.bytes, from: window.start, to: end)
    window.start = end
  }

  // MARK: The header

  private mutating func readHeader(_ sink: inout RecordSink) throws(Damage) -> Bool {
    while true {
      guard window.start < window.end || !window.isAtEnd else { return false }
      let isComment = window.start < window.end && window.bytes[window.start] == 0x23
      if isComment {
        try skipComment()
        continue
      }
      findDelimiter()
      switch scanRow() {
      case .at(let end):
        if isBlank(to: end) {
          consume(to: end)
          continue
        }
        if let givenNames {
          try nameColumns(givenNames, &sink)
        } else {
          try takeHeader(to: end, &sink)
          consume(to: end)
        }
        return true
      case .unclosed: throw unclosed
      case .beyond:
        guard window.end - window.start <= LineReader.recordLimit else {
          throw Damage("has a header row longer than 8 MiB")
        }
        try window.refill()
      }
    }
  }

  /// Steps over a line that starts with `#`, with its line break or up to it.
  private mutating func skipComment() throws(Damage) {
    while true {
      var end = window.start
      while end < window.end, window.bytes[end] != 0x0A, window.bytes[end] != 0x0D { end += 1 }
      consume(to: end)
      if window.start < window.end { return }
      guard !window.isAtEnd else { return }
      try window.refill()
    }
  }

  /// The delimiter that occurs most in the first line, outside of quotes.
  private mutating func findDelimiter() {
    var counts: [UInt8: Int] = [:]
    var isQuoted = false
    for index in window.start..<window.end {
      let byte = window.bytes[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A || byte == 0x0D { break }
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == 0x09 {
        counts[byte, default: 0] += 1
      }
    }
    scanner.delimiter = UInt8(ascii: ",")
    for candidate in [UInt8(ascii: ";"), 0x09]
    where counts[candidate, default: 0] > counts[scanner.delimiter, default: 0] {
      scanner.delimiter = candidate
    }
  }

  private mutating func takeHeader(to end: Int, _ sink: inout RecordSink) throws(Damage) {
    guard scanner.cellCount <= Self.columnLimit else {
      throw Damage("has \(scanner.cellCount) columns, more than \(Self.columnLimit)")
    }
    guard !scanner.hasTextAfterQuote else {
      throw Damage("has text after a closing quote in its header")
    }
    if let flaw = window.flaw(from: window.start, to: end) {
      throw Damage("has a broken header: \(flaw.reason) (line \(lines.line))")
    }
    let names = scanner.cells.map { Self.trimmed(scanner.text($0, window.bytes)) }
    columns = try TableColumn.columns(named: names, &paths, &sink)
    scanner.limit = columns.count + 1
    hasHeader = true
  }

  /// Gives the cells of the first row the names that a mapping has for them; the row tells how many
  /// there are, because such exports grow columns with their version.
  private mutating func nameColumns(
    _ given: [String], _ sink: inout RecordSink
  ) throws(Damage) {
    guard scanner.cellCount <= Self.columnLimit else {
      throw Damage("has \(scanner.cellCount) columns, more than \(Self.columnLimit)")
    }
    let names = (0..<scanner.cellCount).map { index in
      let name = index < given.count ? given[index] : ""
      return Array((name.isEmpty ? "column \(index + 1)" : name).utf8)
    }
    columns = try TableColumn.columns(named: names, &paths, &sink)
    scanner.limit = columns.count + 1
    hasHeader = true
  }

  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    Array(text.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed())
  }

  private func isBlank(to end: Int) -> Bool {
    let first = window.bytes[window.start]
    return first == 0x0A || first == 0x0D || end == window.start
  }

  // MARK: Rows

  private mutating func readRow(to end: Int, _ sink: inout RecordSink) {
    guard !isBlank(to: end) else { return }
    let bytes = UnsafePointer(window.bytes)
    if let flaw = window.flaw(from: window.start, to: end) {
      let reason = "\(flaw.reason) (byte \(flaw.offset - window.start + 1))"
      return sink.reject(line: lines.line, field: nil, reason: reason)
    }
    guard !scanner.hasTextAfterQuote else {
      return sink.reject(
        line: lines.line, field: nil, reason: "text follows the closing quote of a cell")
    }
    guard scanner.cellCount == columns.count else {
      let reason =
        "it has \(scanner.cellCount) cells where the \(givenNames == nil ? "header" : "first row") has \(columns.count)"
      return sink.reject(line: lines.line, field: nil, reason: reason)
    }
    values.removeAll(keepingCapacity: true)
    for index in columns.indices {
      let cell = scanner.cells[index]
      let column = columns[index]
      guard column.isKept || cell.count >= Int(JSONScanner.shortestSecret) else { continue }
      values.append(
        ScannedValue(
          start: Int32(truncatingIfNeeded: cell.start),
          count: Int32(truncatingIfNeeded: cell.count), node: column.node, name: column.name,
          kind: .text, isUnescaped: cell.isUnescaped))
    }
    sink.takeRow(values, bytes, scanner.unescaped, line: lines.line, paths)
  }

  /// Goes on to the end of a row that is too long to be kept.
  private mutating func skipLongRow() throws(Damage) {
    var isQuoted = false
    var isCellStart = true
    while true {
      while window.start < window.end {
        let byte = window.bytes[window.start]
        consume(to: window.start + 1)
        if byte == UInt8(ascii: "\"") {
          // A doubled quote ends the cell and begins it anew, which comes to the same.
          if isQuoted || isCellStart { isQuoted.toggle() }
          isCellStart = true
          continue
        }
        if !isQuoted, byte == 0x0A || byte == 0x0D {
          if byte == 0x0D { try skipPairedFeed() }
          return
        }
        isCellStart = !isQuoted && byte == scanner.delimiter
      }
      guard !window.isAtEnd else {
        if isQuoted { throw unclosed }
        return
      }
      try window.refill()
    }
  }

  private mutating func skipPairedFeed() throws(Damage) {
    if window.start == window.end, !window.isAtEnd { try window.refill() }
    if window.start < window.end, window.bytes[window.start] == 0x0A {
      consume(to: window.start + 1)
    }
  }
}
