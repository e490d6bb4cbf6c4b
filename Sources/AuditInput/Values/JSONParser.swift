/// A recursive descent over the bytes; what JSON5 allows beyond JSON is asked for at each place.
struct JSONParser {
  let text: UnsafeBufferPointer<UInt8>
  let isJSON5: Bool
  let firstLine: Int
  let allowsDuplicates: Bool
  var index = 0
  private var depth = 0
  /// The line of `lineIndex`, so that lines are counted once.
  private var line: Int
  private var lineIndex = 0

  init(
    text: UnsafeBufferPointer<UInt8>, dialect: JSONValue.Dialect, firstLine: Int,
    allowsDuplicates: Bool
  ) {
    self.text = text
    isJSON5 = dialect == .json5
    self.firstLine = firstLine
    self.allowsDuplicates = allowsDuplicates
    line = firstLine
  }

  mutating func parse() throws(JSONError) -> JSONValue {
    if let invalid = UTF8Text.firstInvalidIndex(text) {
      throw error("the text is not valid UTF-8", at: invalid)
    }
    try skipSpace()
    let value = try parseValue()
    try skipSpace()
    guard index == text.count else { throw unexpected("after the value") }
    return value
  }

  private mutating func parseValue() throws(JSONError) -> JSONValue {
    guard let byte = peek() else { throw error("the text ends where a value is due", at: index) }
    switch byte {
    case UInt8(ascii: "{"):
      return try nested { parser throws(JSONError) in
        try parser.parseObject()
      }
    case UInt8(ascii: "["):
      return try nested { parser throws(JSONError) in
        try parser.parseArray()
      }
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "'") where isJSON5: return .string(try parseString())
    case UInt8(ascii: "t") where take("true"): return .bool(true)
    case UInt8(ascii: "f") where take("false"): return .bool(false)
    case UInt8(ascii: "n") where take("null"): return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return .number(try parseNumber())
    case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"):
      guard isJSON5 else { throw unexpected("where a value is due") }
      return .number(try parseNumber())
    default: throw unexpected("where a value is due")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    guard depth < JSONValue.depthLimit else {
      throw error("it is nested deeper than \(JSONValue.depthLimit) levels", at: index)
    }
    depth += 1
    index += 1
    let value = try body(&self)
    depth -= 1
    return value
  }

  private mutating func parseArray() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    while true {
      try skipSpace()
      if peek() == UInt8(ascii: "]"), elements.isEmpty || isJSON5 { break }
      elements.append(try parseValue())
      try skipSpace()
      guard try takeComma(orEnd: UInt8(ascii: "]")) else { break }
    }
    index += 1
    return .array(elements)
  }

  private mutating func parseObject() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names = JSONNames()
    while true {
      try skipSpace()
      if peek() == UInt8(ascii: "}"), members.isEmpty || isJSON5 { break }
      let start = index
      let memberLine = lineNumber(at: start)
      let name = try parseName()
      guard allowsDuplicates || names.insert(name, among: members) else {
        throw error("the name '\(shown(name))' occurs twice", at: start)
      }
      try skipSpace()
      guard peek() == UInt8(ascii: ":") else { throw unexpected("where a ':' is due") }
      index += 1
      try skipSpace()
      members.append(.init(name: name, value: try parseValue(), line: memberLine))
      try skipSpace()
      guard try takeComma(orEnd: UInt8(ascii: "}")) else { break }
    }
    index += 1
    return .object(members)
  }

  private mutating func parseName() throws(JSONError) -> String {
    guard let byte = peek() else { throw error("the text ends within an object", at: index) }
    if byte == UInt8(ascii: "\"") || (isJSON5 && byte == UInt8(ascii: "'")) {
      return try parseString()
    }
    guard isJSON5 else { throw unexpected("where a name in quotes is due") }
    let start = index
    while let next = peek(), isNameByte(next), index > start || next &- 48 > 9 { index += 1 }
    guard index > start else { throw unexpected("where a name is due") }
    return String(decoding: text[start..<index], as: UTF8.self)
  }

  /// Whether another element follows; stands on the closing bracket otherwise.
  private mutating func takeComma(orEnd end: UInt8) throws(JSONError) -> Bool {
    if peek() == end { return false }
    guard peek() == UInt8(ascii: ",") else {
      let scalar = Unicode.Scalar(end)
      throw unexpected("where a ',' or '\(scalar)' is due")
    }
    index += 1
    return true
  }

  /// A name fit for a message; names come from others like values do, and may hold a token.
  private func shown(_ name: String) -> String {
    SecretDetector.kind(of: Array(name.utf8)) == nil ? RejectReason.shown(name) : "…"
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 97 <= 25 || byte &- 48 <= 9 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    guard end <= text.count, end == text.count || !isNameByte(text[end]) else { return false }
    for offset in 0..<word.utf8CodeUnitCount where text[index + offset] != word.utf8Start[offset] {
      return false
    }
    index = end
    return true
  }

  func peek() -> UInt8? {
    index < text.count ? text[index] : nil
  }

  mutating func error(_ reason: String, at position: Int) -> JSONError {
    JSONError(line: lineNumber(at: position), reason: reason)
  }

  /// Names the character that stands here, never more of the text than that.
  mutating func unexpected(_ place: String) -> JSONError {
    guard let byte = peek() else { return error("the text ends \(place)", at: index) }
    guard (0x21...0x7E).contains(byte) else {
      return error("a character that doesn't belong there stands \(place)", at: index)
    }
    return error("'\(Unicode.Scalar(byte))' stands \(place)", at: index)
  }

  private mutating func lineNumber(at position: Int) -> Int {
    if position < lineIndex {
      line = firstLine
      lineIndex = 0
    }
    while lineIndex < min(position, text.count) {
      if text[lineIndex] == UInt8(ascii: "\n") { line += 1 }
      lineIndex += 1
    }
    return line
  }
}

/// The names of one object, compared as bytes: by a walk while they are few, then by a set.
private struct JSONNames {
  private var seen: Set<[UInt8]> = []

  /// False where the name is there already.
  mutating func insert(_ name: String, among members: [JSONValue.Member]) -> Bool {
    let limit = 16
    if members.count < limit {
      return !members.contains { $0.name.utf8.elementsEqual(name.utf8) }
    }
    if members.count == limit { seen = Set(members.map { Array($0.name.utf8) }) }
    return seen.insert(Array(name.utf8)).inserted
  }
}
