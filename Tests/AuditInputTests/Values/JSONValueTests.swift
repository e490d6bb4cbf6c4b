import Testing

@testable import AuditInput

private func parse(_ text: String, _ dialect: JSONValue.Dialect = .strict) throws(JSONError)
  -> JSONValue
{
  try JSONValue.parse(Array(text.utf8), dialect: dialect)
}

private func reason(_ text: String, _ dialect: JSONValue.Dialect = .strict) -> String {
  do throws(JSONError) {
    return "no error: \(try parse(text, dialect))"
  } catch {
    return "\(error.line): \(error.reason)"
  }
}

@Suite("JSON as a tree")
struct JSONValueTests {
  @Test("Numbers keep their digits, members their order and line")
  func keepsWhatIsWritten() throws {
    let tree = try parse("\n{\"b\": [1, -0, 1.50e+3, true, false, null],\n\n\"a\":\n\"x\"}\n")
    let list: [JSONValue] = [
      .number("1"), .number("-0"), .number("1.50e+3"), .bool(true), .bool(false), .null,
    ]
    let members: [JSONValue.Member] = [
      .init(name: "b", value: .array(list), line: 2),
      .init(name: "a", value: .string("x"), line: 4),
    ]
    #expect(tree == .object(members))
    #expect(tree["a"] == .string("x"))
    #expect(tree["c"] == nil)
    #expect(try parse(" [] ") == .array([]))
    #expect(try parse("{}") == .object([]))
  }

  @Test("Escapes are read, surrogate pairs put together")
  func readsEscapes() throws {
    let text = #""a\"\\\/\b\f\n\r\t\u00e9\ud834\udd1e\u20AC""#
    #expect(try parse(text) == .string("a\"\\/\u{8}\u{C}\n\r\té𝄞€"))
  }

  @Test(
    "What is no JSON is refused with its reason and line",
    arguments: [
      ("", "1: the text ends where a value is due"),
      ("{\"a\":1,\n\"a\":2}", "2: the name 'a' occurs twice"),
      ("{\"a\":1,\n}", "2: '}' stands where a name in quotes is due"),
      ("[1,]", "1: ']' stands where a value is due"),
      ("[1 2]", "1: '2' stands where a ',' or ']' is due"),
      ("{\"a\" 1}", "1: '1' stands where a ':' is due"),
      ("{a:1}", "1: 'a' stands where a name in quotes is due"),
      ("{'a':1}", "1: ''' stands where a name in quotes is due"),
      ("// x\n1", "1: '/' stands where a value is due"),
      ("NaN", "1: 'N' stands where a value is due"),
      ("Infinity", "1: 'I' stands where a value is due"),
      ("-Infinity", "1: a number is not written as JSON has it"),
      ("tru", "1: 't' stands where a value is due"),
      ("truex", "1: 't' stands where a value is due"),
      ("01", "1: a number starts with a zero"), ("-01", "1: a number starts with a zero"),
      ("+1", "1: '+' stands where a value is due"), (".5", "1: '.' stands where a value is due"),
      ("5.", "1: a number is not written as JSON has it"),
      ("1e", "1: a number's exponent has no digits"),
      ("1.2.3", "1: '.' stands after the value"), ("1 2", "1: '2' stands after the value"),
      ("\"a", "1: a string has no closing quote"),
      ("\"a\nb\"", "1: a string holds a control character"),
      ("\"\\u0000\"", "1: a string holds a NUL"), ("\"\u{0}\"", "1: a string holds a NUL"),
      ("\"\\ud834\"", "1: a string holds half a surrogate pair"),
      ("\"\\ud834\\u0041\"", "1: a string holds half a surrogate pair"),
      ("\"\\udd1e\"", "1: a string holds half a surrogate pair"),
      ("\"\\x41\"", "1: a string holds an unknown escape"),
      ("\"\\u12g4\"", "1: a string holds an escape without its hexadecimal digits"),
      ("[\n[\n", "3: the text ends where a value is due"),
      ("{\n\"a\": 1", "2: the text ends where a ',' or '}' is due"),
      ("\u{FEFF}1", "1: a character that doesn't belong there stands where a value is due"),
    ])
  func refuses(text: String, expected: String) {
    #expect(reason(text) == expected)
  }

  @Test("Names are compared as bytes, in small objects and in large ones")
  func comparesNamesAsBytes() throws {
    #expect(try parse("{\"e\u{301}\":1,\"\u{E9}\":2}")["\u{E9}"] == .number("2"))
    let many = (0..<40).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    #expect(try parse("{\(many)}")["n39"] == .number("39"))
    #expect(reason("{\(many),\"n3\":1}") == "1: the name 'n3' occurs twice")
    #expect(reason("{\(many),\"n39\":1}") == "1: the name 'n39' occurs twice")
  }

  @Test("A message shows a name on one line, and no token")
  func showsNames() {
    let token = "eyJhbGciOiJub25lIn0.e30."
    #expect(reason("{\"\(token)\":1,\"\(token)\":1}") == "1: the name '…' occurs twice")
    let steering = #"a\nb\u001b[1m\u202e"#
    let message = reason("{\"\(steering)\":1,\"\(steering)\":1}")
    for scalar in ["\n", "\u{1B}", "\u{202E}"] { #expect(!message.contains(scalar)) }
  }

  @Test("Sixty-four levels are read and no more")
  func limitsDepth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try parse(nested(64))
    #expect(reason(nested(65)) == "1: it is nested deeper than 64 levels")
    #expect(reason(nested(1_000_000)) == "1: it is nested deeper than 64 levels")
  }

  @Test(
    "Bytes that are not UTF-8 are refused",
    arguments: [
      [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC3], [0xE2, 0x82], [0xFF],
    ] as [[UInt8]])
  func refusesBrokenText(bytes: [UInt8]) {
    let text = Array("\n\"".utf8) + bytes + Array("\"".utf8)
    #expect(throws: JSONError(line: 2, reason: "the text is not valid UTF-8")) {
      try JSONValue.parse(text, dialect: .strict)
    }
  }

  @Test("JSON5 may have comments, commas at the end, and names without quotes")
  func readsJSON5() throws {
    let text = """
      // first
      { /* a
      b */ a: 'it''s', // c
        $_ä: [.5, 5., +1, 0xFf, -1e3, 'x\\
      y\\v\\x41\\'', ],
        "q": "'",
      }
      """.replacing("it''s", with: "it\\'s")
    #expect(
      try parse(text, .json5)
        == .object([
          .init(name: "a", value: .string("it's"), line: 3),
          .init(
            name: "$_ä",
            value: .array([
              .number("0.5"), .number("5"), .number("1"), .number("255"), .number("-1e3"),
              .string("xy\u{B}A'"),
            ]), line: 4),
          .init(name: "q", value: .string("'"), line: 6),
        ]))
    for space in ["\u{A0}", "\u{FEFF}", "\u{2028}", "\u{B}", "\u{C}"] {
      #expect(try parse("\(space)1\(space)", .json5) == .number("1"))
    }
  }

  @Test(
    "JSON5 has its limits too",
    arguments: [
      ("{a:1,\na:2}", "2: the name 'a' occurs twice"),
      ("[,]", "1: ',' stands where a value is due"),
      ("{,}", "1: ',' stands where a name is due"), ("[1,,]", "1: ',' stands where a value is due"),
      ("/* x", "1: a comment has no end"), ("1 /", "1: '/' stands alone"),
      ("1 / 2", "1: '/' stands where no comment begins"),
      ("NaN", "1: a number is not written as JSON has it"),
      ("{1a:1}", "1: '1' stands where a name is due"), ("0x", "1: a number has no digits"),
      ("'\\0'", "1: a string holds an escape of digits"),
      (".", "1: a number is not written as JSON has it"),
      ("0x11111111111111111", "1: a number is too large"),
    ])
  func refusesJSON5(text: String, expected: String) {
    #expect(reason(text, .json5) == expected)
  }
}
