internal import AuditModel

/// Reads a database dump: `COPY t (…) FROM stdin;` and `INSERT INTO t (…) VALUES`, other statements
/// skipped.
///
/// Only the row at hand is in memory, whatever the dump holds.
struct DumpReader {
  private enum State {
    case statement
    /// Among the lines of a block; the table's index, or nil where nobody wants them.
    case copy(Int?, line: Int)
    /// Before a row of an `INSERT`.
    case rows(Int)
    case ended
  }

  private let content: DumpContent
  private let path: String
  private let emailKey: [UInt8]
  private let check: SignatureCheck
  private let recordLimit: Int
  private let window: InputWindow
  private var lexer: DumpLexer
  private var state = State.statement
  private var tables: [DumpTable] = []
  /// Where each table that was seen stands in `tables`; nil where it is none of ours.
  private var indexes: [String: Int?] = [:]
  /// The columns of tables that `CREATE TABLE` told, by their names.
  private var created: [String: [String]] = [:]
  private var usedPatterns: Set<String> = []
  private var cells = DumpCells()
  /// The table that had rows last.
  private var last = 0
  /// Whether records of another table of the same stream wait, which must come first.
  private var mustHandOver = false

  /// Tables that are remembered; no real database has as many.
  private static let tableLimit = 100_000

  init(
    _ content: DumpContent, window: InputWindow, path: String, emailKey: [UInt8],
    check: SignatureCheck, recordLimit: Int = .max
  ) {
    self.content = content
    self.recordLimit = recordLimit
    self.path = path
    self.emailKey = emailKey
    self.check = check
    self.window = window
    lexer = DumpLexer(window: window)
  }

  mutating func takeBatch() -> RecordBatch? {
    for index in tables.indices {
      if let batch = tables[index].takeBatch() { return batch }
    }
    return nil
  }

  mutating func takeRejects() -> [Reject]? {
    var rejects: [Reject] = []
    for index in tables.indices { rejects += tables[index].takeRejects() ?? [] }
    rejects.sort { $0.place.line < $1.place.line }
    return rejects.isEmpty ? nil : rejects
  }

  /// Whether no more records are wanted of the table at hand.
  var isStopped: Bool {
    !content.isSampled && tables.contains { $0.sink.recordCount >= recordLimit }
  }

  /// What the tables hold, where they are only looked at.
  var samples: [RecordSample] { tables.compactMap(\.sample) }

  /// Says what came of the rows.
  mutating func fill(_ summary: inout FileSummary) {
    for index in tables.indices { tables[index].fill(&summary) }
    summary.unknownFields = Set(summary.unknownFields).sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    summary.leaks.sort { $0.line < $1.line }
    summary.otherTables = indexes.filter { $0.value == nil }.keys.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
    summary.isRecognised = !tables.isEmpty
    summary.usedPatterns = usedPatterns
  }

  /// Reads until a batch is full; false at the end of the file.
  mutating func advance() throws(Damage) -> Bool {
    mustHandOver = false
    while !mustHandOver, !tables.contains(where: \.sink.isFull) {
      guard try step() else { return false }
    }
    return true
  }

  private mutating func step() throws(Damage) -> Bool {
    switch state {
    case .statement: return try readStatementOfDump()
    case .copy(let table, let line): try readLines(table, line)
    case .rows(let table): try readRows(table)
    case .ended: return false
    }
    return true
  }

  // MARK: Statements

  /// SQL that somebody wrote by hand may end without a semicolon, and is no dump of ours.
  private mutating func readStatementOfDump() throws(Damage) -> Bool {
    do throws(Damage) {
      return try readStatement()
    } catch {
      guard error.isOpenStatement, tables.isEmpty, content.own == nil, content.forFile == nil else {
        throw error
      }
      state = .ended
      return false
    }
  }

  private mutating func readStatement() throws(Damage) -> Bool {
    guard try lexer.skipToStatement() else {
      state = .ended
      return false
    }
    if try lexer.takeWord("COPY") {
      try beginCopy()
    } else if try lexer.takeWord("INSERT") {
      try beginInsert()
    } else if try lexer.takeWord("REPLACE") {
      try beginInsert()
    } else if try lexer.takeWord("CREATE") {
      try readCreation()
    } else if try lexer.takeWord("SET") {
      try readSetting()
    } else {
      try lexer.skipStatement()
    }
    return true
  }

  private mutating func beginCopy() throws(Damage) {
    let line = lexer.lines.line
    guard let name = try lexer.qualifiedName() else { return try lexer.skipStatement() }
    let columns = try lexer.nameList()
    guard try lexer.takeWord("FROM"), try lexer.word() == "STDIN" else {
      return try lexer.skipStatement()
    }
    _ = try lexer.takeWord("STDIN")
    let isPlain = try lexer.peek() == UInt8(ascii: ";")
    try lexer.skipStatement()
    let table = try table(name, columns)
    guard isPlain || table == nil else {
      throw Damage(
        "has a COPY block with options (line \(line)): dump it with pg_dump, or export CSV")
    }
    try lexer.skipLine()
    _ = try lexer.take(0x0A)
    state = .copy(table, line: line)
  }

  private mutating func beginInsert() throws(Damage) {
    for word in ["LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE"] {
      _ = try lexer.takeWord(word)
    }
    guard try lexer.takeWord("INTO"), let name = try lexer.qualifiedName() else {
      return try lexer.skipStatement()
    }
    let columns = try lexer.nameList()
    for word in ["OVERRIDING", "SYSTEM", "USER", "VALUE"] { _ = try lexer.takeWord(word) }
    guard try lexer.takeWord("VALUES"), let table = try table(name, columns) else {
      return try lexer.skipStatement()
    }
    state = .rows(table)
  }

  /// `CREATE TABLE t (…)` names the columns of rows that come without.
  private mutating func readCreation() throws(Damage) {
    for word in ["UNLOGGED", "TEMPORARY", "FOREIGN"] { _ = try lexer.takeWord(word) }
    guard try lexer.takeWord("TABLE") else { return try lexer.skipStatement() }
    for word in ["IF", "NOT", "EXISTS"] { _ = try lexer.takeWord(word) }
    guard let name = try lexer.qualifiedName(), created.count < Self.tableLimit,
      try lexer.take(UInt8(ascii: "("))
    else { return try lexer.skipStatement() }
    created[name.joined(separator: ".")] = try columnDefinitions()
    try lexer.skipStatement()
  }

  private mutating func columnDefinitions() throws(Damage) -> [String] {
    let others = [
      "PRIMARY", "KEY", "UNIQUE", "CONSTRAINT", "INDEX", "CHECK", "FOREIGN", "FULLTEXT", "SPATIAL",
      "EXCLUDE", "LIKE", "PERIOD",
    ]
    var columns: [String] = []
    while true {
      try lexer.skipSpace()
      let isColumn = try !others.contains(lexer.word())
      if let name = try lexer.name(), isColumn { columns.append(name) }
      // Up to the comma or bracket that ends the definition.
      while let byte = try lexer.peek(), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")"),
        byte != UInt8(ascii: ";")
      {
        if byte == UInt8(ascii: "(") {
          try lexer.skipBrackets()
        } else {
          try lexer.skipPart(byte)
        }
      }
      guard try lexer.take(UInt8(ascii: ",")) else { return columns }
    }
  }

  private mutating func readSetting() throws(Damage) {
    guard try lexer.takeWord("CLIENT_ENCODING") else { return try lexer.skipStatement() }
    _ = try lexer.take(UInt8(ascii: "="))
    _ = try lexer.takeWord("TO")
    try lexer.skipSpace()
    let isQuoted = try lexer.take(UInt8(ascii: "'"))
    let encoding = try lexer.word()
    _ = try lexer.takeWord(encoding)
    if isQuoted { _ = try lexer.take(UInt8(ascii: "'")) }
    guard encoding.isEmpty || ["UTF8", "UTF", "SQL_ASCII", "UNICODE"].contains(encoding) else {
      throw Damage("is in \(RejectReason.shown(encoding)): dump with --encoding=UTF8")
    }
    try lexer.skipStatement()
  }

  // MARK: Tables

  /// The index of the table's rows; nil where they are none of ours.
  private mutating func table(_ name: [String], _ given: [String]?) throws(Damage) -> Int? {
    guard let index = try find(name, given) else { return nil }
    if index != last, tables[last].sharesStream(with: tables[index]) { mustHandOver = true }
    last = index
    return index
  }

  private mutating func find(_ name: [String], _ given: [String]?) throws(Damage) -> Int? {
    let full = name.joined(separator: ".")
    if let seen = indexes[full] {
      if let index = seen, let columns = given ?? created[full] {
        try tables[index].setColumns(columns)
      }
      return seen
    }
    guard indexes.count < Self.tableLimit else { return nil }
    let columns = given ?? created[full] ?? created[name.last ?? ""] ?? columnsOfMapping(name)
    if let entry = content.tables.entry(forTable: name) { usedPatterns.insert(entry.pattern) }
    guard let role = content.role(of: name, columns) else {
      indexes.updateValue(nil, forKey: full)
      return nil
    }
    guard let columns else {
      throw Damage(
        "doesn't name the columns of its table '\(RejectReason.shown(full))': "
          + "dump with --column-inserts (pg_dump) or --complete-insert (mysqldump)")
    }
    var table = try DumpTable(
      names: name, role, columns: columns, path: path, emailKey: emailKey, check: check)
    if !content.isSampled { table.stop(after: recordLimit) }
    tables.append(table)
    indexes.updateValue(tables.count - 1, forKey: full)
    return tables.count - 1
  }

  private func columnsOfMapping(_ name: [String]) -> [String]? {
    content.tables.entry(forTable: name)?.mappings.lazy.compactMap(\.columns).first
  }

  // MARK: Rows

  private mutating func readLines(_ table: Int?, _ first: Int) throws(Damage) {
    var searched = 0
    while true {
      if let table, tables[table].sink.isFull { return }
      guard let end = window.firstOffset(of: 0x0A, from: window.start + searched) ?? lastLine()
      else {
        searched = window.end - window.start
        if searched > LineReader.recordLimit {
          if let table { tables[table].reject(line: lexer.lines.line, field: nil, reason: tooLong) }
          try lexer.skipLine()
          _ = try lexer.take(0x0A)
          searched = 0
        } else {
          guard !window.isAtEnd else {
            throw Damage("is cut short: the COPY block of line \(first) has no \\. at its end")
          }
          try window.refill()
        }
        continue
      }
      let isEscaped = endsInBackslash(end)
      if isEscaped, end < window.end {
        searched = end + 1 - window.start
        continue
      }
      searched = 0
      let stop = end > window.start && window.bytes[end - 1] == 0x0D ? end - 1 : end
      if stop == window.start + 2, window.bytes[window.start] == UInt8(ascii: "\\"),
        window.bytes[window.start + 1] == UInt8(ascii: ".")
      {
        lexer.consume(end - window.start)
        state = .statement
        return
      }
      if let table, !tables[table].isFullySampled { readLine(table, stop) }
      lexer.consume(min(end + 1, window.end) - window.start)
    }
  }

  /// The end of the file where it ends with the mark of a block's end and no line break.
  private func lastLine() -> Int? {
    guard window.isAtEnd, window.end == window.start + 2,
      window.bytes[window.start] == UInt8(ascii: "\\"),
      window.bytes[window.start + 1] == UInt8(ascii: ".")
    else { return nil }
    return window.end
  }

  /// Whether the line feed is a value's own: an odd number of backslashes stands before it.
  private func endsInBackslash(_ end: Int) -> Bool {
    var count = 0
    while end - count > window.start, window.bytes[end - count - 1] == UInt8(ascii: "\\") {
      count += 1
    }
    return count % 2 == 1
  }

  private var tooLong: String { ScanFailure(cause: .tooLong, offset: 0).reason }

  private mutating func readLine(_ table: Int, _ end: Int) {
    let line = lexer.lines.line
    guard end - window.start <= LineReader.recordLimit else {
      return tables[table].reject(line: line, field: nil, reason: tooLong)
    }
    if let flaw = window.flaw(from: window.start, to: end) {
      return reject(flaw, table, line)
    }
    cells.limit = tables[table].columns.count + 1
    CopyScanner.scan(window.bytes, from: window.start, to: end, into: &cells)
    tables[table].take(cells, window.bytes, line: line)
  }

  private mutating func reject(_ flaw: ScanFailure, _ table: Int, _ line: Int) {
    let reason = "\(flaw.reason) (byte \(flaw.offset - window.start + 1))"
    tables[table].reject(line: line, field: nil, reason: reason)
  }

  private mutating func readRows(_ table: Int) throws(Damage) {
    while !tables[table].sink.isFull {
      try lexer.skipSpace()
      guard try lexer.peek() == UInt8(ascii: "(") else {
        // What follows the last row: nothing, or what to do about a conflict.
        try lexer.skipStatement()
        state = .statement
        return
      }
      try readTuple(table)
      try lexer.skipSpace()
      _ = try lexer.take(UInt8(ascii: ","))
    }
  }

  private mutating func readTuple(_ table: Int) throws(Damage) {
    let line = lexer.lines.line
    cells.limit = tables[table].columns.count + 1
    while true {
      let scanner = TupleScanner(window.bytes, to: window.end, isMySQL: lexer.isMySQL)
      if let end = scanner.scan(from: window.start, into: &cells) {
        if end - window.start > LineReader.recordLimit {
          tables[table].reject(line: line, field: nil, reason: tooLong)
        } else if let flaw = window.flaw(from: window.start, to: end) {
          reject(flaw, table, line)
        } else {
          tables[table].take(cells, window.bytes, line: line)
        }
        return lexer.consume(end - window.start)
      }
      guard window.end - window.start <= LineReader.recordLimit else {
        tables[table].reject(line: line, field: nil, reason: tooLong)
        return try lexer.skipBrackets()
      }
      guard !window.isAtEnd else {
        throw Damage("is cut short: the row of line \(line) doesn't end")
      }
      try window.refill()
    }
  }
}
