/// Steps through the SQL of a dump, whatever its length, statement by statement.
///
/// Knows what may hide a semicolon: strings, quoted names, comments, dollar quotes. Strings are read
/// as PostgreSQL writes them, where a backslash is one but in `E''`, or with MySQL's escapes in a
/// statement that has a name in backticks.
struct DumpLexer {
  let window: InputWindow
  private(set) var lines = LineCounter()
  /// Whether a name in backticks stands in the statement at hand.
  var isMySQL = false

  /// Longer names are none.
  private static let nameLimit = 1000
  /// Longer lists of columns are none.
  private static let columnLimit = 100_000

  init(window: InputWindow) {
    self.window = window
  }

  // MARK: Bytes

  /// The byte at an offset from here; nil behind the end.
  func peek(_ offset: Int = 0) throws(Damage) -> UInt8? {
    while window.start + offset >= window.end {
      guard !window.isAtEnd else { return nil }
      try window.refill()
    }
    return window.bytes[window.start + offset]
  }

  mutating func consume(_ count: Int) {
    lines.count(window.bytes, from: window.start, to: window.start + count)
    window.start += count
  }

  mutating func take(_ byte: UInt8) throws(Damage) -> Bool {
    guard try peek() == byte else { return false }
    consume(1)
    return true
  }

  /// Steps over the line, up to its line feed.
  mutating func skipLine() throws(Damage) {
    while true {
      if let end = window.firstOffset(of: 0x0A, from: window.start) {
        return consume(end - window.start)
      }
      consume(window.end - window.start)
      guard !window.isAtEnd else { return }
      try window.refill()
    }
  }

  /// Steps over white space and comments.
  mutating func skipSpace() throws(Damage) {
    while let byte = try peek() {
      if Self.isSpace(byte) {
        consume(1)
      } else if byte == UInt8(ascii: "-"), try peek(1) == UInt8(ascii: "-") {
        try skipLine()
      } else if byte == UInt8(ascii: "/"), try peek(1) == UInt8(ascii: "*") {
        try skipComment()
      } else {
        return
      }
    }
  }

  /// Steps to the next statement, over commands of psql and lone semicolons; false at the end.
  mutating func skipToStatement() throws(Damage) -> Bool {
    isMySQL = false
    while true {
      try skipSpace()
      switch try peek() {
      case nil: return false
      case UInt8(ascii: "\\"), UInt8(ascii: "#"): try skipLine()
      case UInt8(ascii: ";"): consume(1)
      default: return true
      }
    }
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 <= 25 || byte &- 48 <= 9 || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  // MARK: Words and names

  /// The word that stands here, in capitals; "" where there is none. Stays before it.
  func word() throws(Damage) -> String {
    var bytes: [UInt8] = []
    while bytes.count < 64, let byte = try peek(bytes.count), Self.isWord(byte) {
      bytes.append(byte &- 97 <= 25 ? byte & 0xDF : byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Steps over a word if it is that one, and over the space behind it.
  mutating func takeWord(_ wanted: String) throws(Damage) -> Bool {
    guard try word() == wanted else { return false }
    consume(wanted.utf8.count)
    try skipSpace()
    return true
  }

  /// A name with its schema, quotes taken off; nil where none stands here.
  mutating func qualifiedName() throws(Damage) -> [String]? {
    var parts: [String] = []
    while let part = try name() {
      parts.append(part)
      try skipSpace()
      guard try take(UInt8(ascii: ".")) else { break }
      try skipSpace()
    }
    return parts.isEmpty ? nil : parts
  }

  /// The names of a list in brackets; nil where none stands here.
  mutating func nameList() throws(Damage) -> [String]? {
    guard try take(UInt8(ascii: "(")) else { return nil }
    var names: [String] = []
    while names.count < Self.columnLimit {
      try skipSpace()
      guard let name = try name() else { return nil }
      names.append(name)
      try skipSpace()
      if try take(UInt8(ascii: ")")) {
        try skipSpace()
        return names
      }
      guard try take(UInt8(ascii: ",")) else { return nil }
    }
    return nil
  }

  /// One name, in quotes or not.
  mutating func name() throws(Damage) -> String? {
    guard let first = try peek() else { return nil }
    if first == UInt8(ascii: "`") { isMySQL = true }
    guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "`") else {
      var count = 0
      while let byte = try peek(count), Self.isWord(byte) || byte == UInt8(ascii: "$") {
        count += 1
        guard count < Self.nameLimit else { return nil }
      }
      guard count > 0 else { return nil }
      defer { consume(count) }
      return text(0, count)
    }
    var bytes: [UInt8] = []
    var count = 1
    while let byte = try peek(count), count < Self.nameLimit {
      count += 1
      if byte == first {
        guard try peek(count) == first else {
          consume(count)
          return String(decoding: bytes, as: UTF8.self)
        }
        count += 1
      }
      bytes.append(byte)
    }
    return nil
  }

  private func text(_ start: Int, _ count: Int) -> String {
    let bytes = UnsafePointer(window.bytes) + window.start + start
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private static func cut(_ part: String, _ line: Int) -> Damage {
    var damage = Damage("is cut short: the \(part) of line \(line) doesn't end")
    damage.isOpenStatement = true
    return damage
  }

  // MARK: Whole parts

  /// Steps behind the semicolon that ends the statement at hand.
  mutating func skipStatement() throws(Damage) {
    let line = lines.line
    while let byte = try peek() {
      if byte == UInt8(ascii: ";") { return consume(1) }
      try skipPart(byte)
    }
    throw Self.cut("statement", line)
  }

  /// Steps behind the bracket that closes the one that stands here.
  mutating func skipBrackets() throws(Damage) {
    let line = lines.line
    var depth = 0
    while let byte = try peek() {
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return consume(1) }
      }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ";") {
        consume(1)
      } else {
        try skipPart(byte)
      }
    }
    throw Self.cut("row", line)
  }

  /// Steps over a string, a quoted name, a comment, or text that is none of them.
  mutating func skipPart(_ byte: UInt8) throws(Damage) {
    switch byte {
    case UInt8(ascii: "'"): try skipQuoted(byte, hasEscapes: isMySQL)
    case UInt8(ascii: "\""): try skipQuoted(byte, hasEscapes: isMySQL)
    case UInt8(ascii: "`"):
      isMySQL = true
      try skipQuoted(byte, hasEscapes: false)
    case UInt8(ascii: "-") where try peek(1) == UInt8(ascii: "-"): try skipLine()
    case UInt8(ascii: "/") where try peek(1) == UInt8(ascii: "*"): try skipComment()
    case UInt8(ascii: "$") where !isMySQL: try skipDollarQuote()
    case _ where Self.isWord(byte): try skipWord()
    default: consume(1)
    }
  }

  /// Steps over a word, and over the string right behind it that has escapes if the word is `E`.
  private mutating func skipWord() throws(Damage) {
    let isEscape = try peek().map { $0 | 0x20 == UInt8(ascii: "e") } ?? false
    var count = 0
    while let byte = try peek(), Self.isWord(byte) || byte == UInt8(ascii: "$") {
      count += 1
      consume(1)
    }
    if count == 1, isEscape, try peek() == UInt8(ascii: "'") {
      try skipQuoted(UInt8(ascii: "'"), hasEscapes: true)
    }
  }

  private mutating func skipQuoted(_ quote: UInt8, hasEscapes: Bool) throws(Damage) {
    let line = lines.line
    consume(1)
    let backslash = hasEscapes ? UInt8(ascii: "\\") : quote
    while true {
      let hit = TextSearch.first(
        of: quote, backslash, quote, in: window.bytes, window.start, window.end)
      consume(hit - window.start)
      guard let byte = try peek() else {
        throw Self.cut("text", line)
      }
      if byte == quote {
        guard try peek(1) == quote else { return consume(1) }
        consume(2)
      } else if byte == backslash {
        consume(try peek(1) == nil ? 1 : 2)
      }
    }
  }

  private mutating func skipComment() throws(Damage) {
    let line = lines.line
    var depth = 0
    while let byte = try peek() {
      let next = try peek(1)
      if byte == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
        depth += 1
        consume(2)
      } else if byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
        depth -= 1
        consume(2)
        if depth == 0 { return }
      } else {
        consume(1)
      }
    }
    throw Self.cut("comment", line)
  }

  /// Steps over `$tag$ … $tag$`, or over the sign alone.
  private mutating func skipDollarQuote() throws(Damage) {
    let line = lines.line
    var tag: [UInt8] = [UInt8(ascii: "$")]
    while tag.count < 64, let byte = try peek(tag.count), Self.isWord(byte) { tag.append(byte) }
    guard try peek(tag.count) == UInt8(ascii: "$"),
      tag.count == 1 || tag[1] &- 48 > 9
    else { return consume(1) }
    tag.append(UInt8(ascii: "$"))
    consume(tag.count)
    while true {
      guard let hit = window.firstOffset(of: UInt8(ascii: "$"), from: window.start) else {
        consume(window.end - window.start)
        guard try peek() != nil else {
          throw Self.cut("text", line)
        }
        continue
      }
      consume(hit - window.start)
      var isTag = true
      for (offset, byte) in tag.enumerated() where isTag {
        isTag = try peek(offset) == byte
      }
      consume(isTag ? tag.count : 1)
      if isTag { return }
    }
  }
}
