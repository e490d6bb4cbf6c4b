import AuditReport
import Testing

@Suite struct ListTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  /// What a cell becomes in a line of `rows-to-delete.csv`.
  static let cells: [(String, String)] = [
    ("usr_2", "usr_2"),
    ("", ""),
    ("=1+1", "\"'=1+1\""),
    ("+1", "\"'+1\""),
    ("-1", "\"'-1\""),
    ("@SUM(A1)", "\"'@SUM(A1)\""),
    ("\t=1", "\"'\t=1\""),
    ("\r=1", "\"'\r=1\""),
    ("\n=1", "\"'\n=1\""),
    ("\0=1", "\"'\\u{0}=1\""),
    ("\u{1B}[31m", "\"'\\u{1b}[31m\""),
    ("\u{FF1D}1", "\"'\u{FF1D}1\""),
    ("\u{FF0B}1", "\"'\u{FF0B}1\""),
    ("\u{FF0D}1", "\"'\u{FF0D}1\""),
    ("\u{FF20}1", "\"'\u{FF20}1\""),
    ("=\u{338}1", "\"'=\u{338}1\""),
    ("a,b", "\"a,b\""),
    ("a;=1", "\"a;=1\""),
    ("say \"no\"", "\"say \"\"no\"\"\""),
    ("a\r\nb", "\"a\r\nb\""),
    ("1=1", "1=1"),
  ]

  @Test("a cell that a spreadsheet would run is neutralised", arguments: cells)
  func neutralised(_ cell: (String, String)) throws {
    let file = try AtomicFile(replacing: folder.file("rows.csv"))
    try RowsToDeleteCSV.write(to: file) { emit in
      try emit(RowToDelete(table: "notes", rowID: cell.0, userID: "u", rule: "a.b"))
    }
    try file.commit()
    #expect(
      Array(try folder.text("rows.csv").utf8)
        == Array("table,rowId,userId,rule\nnotes,\(cell.1),u,a.b\n".utf8))
  }

  @Test("findings.csv has a line a finding")
  func findings() throws {
    let file = try AtomicFile(replacing: folder.file("findings.csv"))
    try FindingsCSV.write(
      Findings([Fixture.finding(subject: "=cmd"), Fixture.finding(user: nil)]),
      asOf: Fixture.morning + 2 * 86_400_000_000, to: file)
    try file.commit()
    #expect(
      try folder.text("findings.csv") == """
        rule,severity,state,disposition,fingerprint,at,user,firstSeen,ageDays,subjectKind,\
        subjectId,exposure,message,records,evidence
        ledger.key-applied-twice,critical,new,open,0a1b2c3d4e5f,2026-10-01T08:00:00Z,usr_2,\
        2026-10-01T08:00:00Z,2,key,"'=cmd",1.25000000,\
        "2 rows applied the key k1: 1.00 was credited too much.",1,"ledger.ndjson:3 adj_3"
        ledger.key-applied-twice,critical,new,open,0a1b2c3d4e5f,2026-10-01T08:00:00Z,,\
        2026-10-01T08:00:00Z,2,key,k1,1.25000000,\
        "2 rows applied the key k1: 1.00 was credited too much.",1,"ledger.ndjson:3 adj_3"

        """)
  }

  @Test("findings.json has an object a line")
  func json() throws {
    let file = try AtomicFile(replacing: folder.file("findings.json"))
    let hostile = "\"\\\n\u{1}\u{2028}<\u{338}\u{9F}"
    try FindingsJSON.write(
      Findings([Fixture.finding(user: nil, message: hostile, evidence: [], total: 7)]), to: file)
    try file.commit()
    #expect(
      try folder.text("findings.json") == """
        {"rule":"ledger.key-applied-twice","severity":"critical","state":"new",\
        "disposition":"open","fingerprint":"0a1b2c3d4e5f","at":"2026-10-01T08:00:00Z",\
        "firstSeen":"2026-10-01T08:00:00Z","exposure":"1.25000000",\
        "subject":{"kind":"key","id":"k1"},\
        "message":"\\"\\\\\\n\\u0001\\u2028<\u{338}\\u009f","records":7,"evidence":[]}

        """)
  }

  @Test("findings.json tells how old a finding is where an earlier run saw it")
  func jsonAge() throws {
    let file = try AtomicFile(replacing: folder.file("findings.json"))
    let asOf = Fixture.morning + 3 * 86_400_000_000 - 1
    try FindingsJSON.write(Findings([Fixture.finding()]), asOf: asOf, to: file)
    try file.commit()
    #expect(
      try folder.text("findings.json").contains(#""exposure":"1.25000000","ageDays":2,"subject""#))
  }

  @Test("an evidence record is an object with its fields")
  func jsonEvidence() throws {
    let file = try AtomicFile(replacing: folder.file("findings.json"))
    try FindingsJSON.write(Findings([Fixture.finding()]), to: file)
    try file.commit()
    #expect(
      try folder.text("findings.json").contains(
        """
        "evidence":[{"stream":"ledger","file":"ledger.ndjson","line":3,"key":"adj_3",\
        "fields":{"at":"2026-10-01T08:00:00Z","amount":"1.25000000","kind":"purchase"}}]}
        """))
  }
}
