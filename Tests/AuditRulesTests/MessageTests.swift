import AuditRules
import Testing

@Suite struct MessageTests {
  static let written: [(template: String, value: MessageTemplate.Value, sentence: String)] = [
    ("{a_amount}", .integer(125_000_000), "1.25"),
    ("{a_amount}", .integer(-1), "-0.00000001"),
    ("{a_amount}", .integer(0), "0.00"),
    ("{exposure}", .integer(100_000_000), "1.00"),
    ("{a_at}", .integer(1_790_841_600_000_000), "2026-10-01T08:00:00Z"),
    ("{at}", .integer(1_790_841_600_000_000), "2026-10-01T08:00:00Z"),
    ("{a_span}", .integer(3_661_000_000), "1 hour 1 minute"),
    ("{count} rows", .integer(7), "7 rows"),
    ("{flat}", .integer(7), "7"),
    ("x{a}y", .null, "xunknowny"),
    ("x[ at {a_at}]y", .null, "xy"),
    ("x[ at {a}]y", .text("z"), "x at zy"),
    ("{a}", .text("a\nb\u{202E}c\u{200B}\u{1b}[1m"), "a\\u{a}b\\u{202e}c\\u{200b}\\u{1b}[1m"),
    ("{a}", .text("e\u{301}<\u{338}"), "e\u{301}<\u{338}"),
    (
      "{a}", .text(String(repeating: "x", count: 201)),
      String(repeating: "x", count: 200) + "…"
    ),
  ]

  @Test("a column is written as its suffix says, and text is made safe", arguments: written)
  func writes(_ row: (template: String, value: MessageTemplate.Value, sentence: String)) throws {
    let template = try #require(MessageTemplate(text: row.template))
    #expect(template.filled { _ in row.value } == row.sentence)
  }

  @Test(
    "braces and brackets must pair", arguments: ["{a", "a}", "{}", "{{a}}", "[a", "a]", "[[a]]"])
  func pairs(_ text: String) {
    #expect(MessageTemplate(text: text) == nil)
  }

  @Test("placeholders are found inside brackets too")
  func placeholders() throws {
    let template = try #require(MessageTemplate(text: "{a}[ b {c}] {d}"))
    #expect(template.placeholders == ["a", "c", "d"])
  }
}
