import AuditInput
import AuditModel
import Testing

/// One table in every format, which must come to the same records.
@Suite struct SameRecordsTests {
  /// Numbers that are the same in every run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var mixed = state ^ (state >> 33)
      mixed = mixed &* 0xFF51_AFD7_ED55_8CCD
      return mixed ^ (mixed >> 29)
    }
  }

  private static let columns = ["id", "at", "user_id", "email", "end_reason", "is_new_account"]

  private static let pieces = [
    "a", "Z", "\"", "'", "''", "\\", "\\n", "\n", "\r\n", "\t", ",", ";", "é", "😀", "\\.", "\\N",
    "$$", "--", "/*", "(", ")", "{\"a\":1}", " ", "NULL", "E'", "`", "\u{7F}", "\u{8}",
  ]

  private static func row(_ number: Int, _ dice: inout Dice) -> [String?] {
    func text(_ dice: inout Dice) -> String? {
      let count = Int.random(in: 0...4, using: &dice)
      let text = (0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      return text.isEmpty ? nil : text
    }
    let bool = ["true", "false", nil].randomElement(using: &dice) ?? nil
    return [
      "s\(number)" + (text(&dice) ?? ""), "2026-10-01 08:00:\(10 + number % 50)+00",
      "u" + (text(&dice) ?? ""), text(&dice), text(&dice), bool,
    ]
  }

  private static func replaced(_ text: String, _ pairs: [(String, String)]) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let one = String(scalar)
      result += pairs.first { $0.0.unicodeScalars.elementsEqual(one.unicodeScalars) }?.1 ?? one
    }
    return result
  }

  private static func json(_ text: String) -> String {
    let pairs = [
      ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\u{8}", "\\b"),
    ]
    return "\"" + replaced(text, pairs) + "\""
  }

  private static func formats(_ rows: [[String?]]) -> [(name: String, text: String)] {
    let names = columns.joined(separator: ",")
    let csv = rows.map { row in
      row.map { $0.map { "\"" + replaced($0, [("\"", "\"\"")]) + "\"" } ?? "" }
        .joined(separator: ",")
    }
    let lines = rows.map { row in
      let members = zip(columns, row).map { column, value in
        "\"\(column)\":" + (value.map { column == "is_new_account" ? $0 : json($0) } ?? "null")
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    let copy = rows.map { row in
      let pairs = [
        ("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\u{8}", "\\b"),
      ]
      return row.map { $0.map { replaced($0, pairs) } ?? "\\N" }.joined(separator: "\t")
    }
    func tuples(_ pairs: [(String, String)]) -> String {
      rows.map { row in
        let values = zip(columns, row).map { column, value in
          value.map { column == "is_new_account" ? $0 : "'" + replaced($0, pairs) + "'" } ?? "NULL"
        }
        return "(" + values.joined(separator: ", ") + ")"
      }.joined(separator: ",\n")
    }
    let escapes = [("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n"), ("\r", "\\r"), ("\"", "\\\"")]
    let ticked = columns.map { "`\($0)`" }.joined(separator: ",")
    return [
      ("sessions.csv", names + "\n" + csv.joined(separator: "\n") + "\n"),
      ("sessions.ndjson", lines.joined(separator: "\n") + "\n"),
      ("sessions.json", "[" + lines.joined(separator: ",\n") + "]"),
      (
        "a.sql",
        "COPY public.sessions (\(names)) FROM stdin;\n" + copy.joined(separator: "\n") + "\n\\.\n"
      ),
      ("b.sql", "INSERT INTO \"sessions\" (\(names)) VALUES\n" + tuples([("'", "''")]) + ";\n"),
      ("c.sql", "INSERT INTO `sessions` (\(ticked)) VALUES " + tuples(escapes) + ";\n"),
    ]
  }

  private static func withoutLine(_ record: String) -> String {
    String(record.drop { $0 != " " })
  }

  @Test("a table gives the same records as CSV, JSON, COPY and INSERT", arguments: 1...20)
  func sameRecords(seed: UInt64) throws {
    var dice = Dice(state: seed)
    let rows = (0..<60).map { Self.row($0, &dice) }
    var first: [String]?
    for (name, text) in Self.formats(rows) {
      let read = try ExportFolder.read(name, text)
      #expect(read.summary.damage == nil && read.rejects == [], "\(name)")
      let records = read.records.map(Self.withoutLine)
      #expect(records.count == rows.count)
      #expect(records == first ?? records, "\(name)")
      first = first ?? records
    }
  }

  @Test("and so it does through a mapping", arguments: 1...5)
  func sameMappedRecords(seed: UInt64) throws {
    var dice = Dice(state: seed &* 7919)
    let rows = (0..<60).map { Self.row($0, &dice) }
    let rule = """
      { stream: "sessions", where: { is_new_account: true },
        fields: { id: "id", at: "at", userId: "user_id", endReason: ["end_reason", "email"],
                  isNewAccount: "is_new_account", method: "=apple" } }
      """
    var first: [String]?
    for (name, text) in Self.formats(rows) {
      let read = try ExportFolder.read(
        name, text, mapping: "{ 'sessions.*': \(rule), sessions: \(rule) }")
      #expect(read.summary.damage == nil && read.rejects == [], "\(name)")
      #expect(read.summary.leftOut == rows.count { $0[5] != "true" }, "\(name)")
      let records = read.records.map(Self.withoutLine)
      #expect(records == first ?? records, "\(name)")
      #expect(!records.isEmpty)
      first = first ?? records
    }
  }
}
