import AuditInput
import Testing

@Suite struct TableReaderTests {
  @Test(
    "comma, semicolon and tab are found from the header",
    arguments: [",", ";", "\t"])
  func delimiters(_ delimiter: String) throws {
    let text = ["user_id,Is-Local-User,method", "a,t,x", ",,", "b,no,\"y,;\tz\""]
      .map { $0.contains("\"") ? $0 : $0.replacing(",", with: delimiter) }
    let last = ["b", "no", "\"y,;\tz\""].joined(separator: delimiter)
    let table = text.dropLast().joined(separator: "\n") + "\n" + last
    for name in ["accounts.csv", "accounts.tsv"] {
      #expect(
        try ExportFolder.read(name, table).text == """
          2 user=a method=x is_local_user=1
          4 user=b method=y,;\tz is_local_user=0
          3 userId: the field 'userId' is missing
          """)
    }
  }

  @Test(
    "quotes, line breaks in cells and lines are as RFC 4180 has them",
    arguments: ["\n", "\r\n", "\r"])
  func quotes(_ end: String) throws {
    let text = [
      "# a comment, \"odd", "userId,appleSub,method", "a,\"x \"\"y\"\"\",", "\"b\",\"two",
      "lines\",z",
      "", "c,it\"s,\"\"", "d,\"x\"y,z", "e,f", "g,h,i,j", "k,l,m",
    ].joined(separator: end)
    let expected = """
      3 user=a apple_sub=x "y"
      4 user=b apple_sub=two\(end)lines method=z
      7 user=c apple_sub=it"s
      11 user=k apple_sub=l method=m
      8 -: text follows the closing quote of a cell
      9 -: it has 2 cells where the header has 3
      10 -: it has 4 cells where the header has 3
      """
    #expect(try ExportFolder.read("accounts.csv", text).text == expected)
    #expect(try ExportFolder.read("accounts.csv", "\u{FEFF}" + text + end).text == expected)
  }

  @Test(
    "a header that names a column twice or lacks one, and an open quote, damage the file",
    arguments: [
      ("userId,user_id\na,b\n", "names the column 'user_id' twice"),
      ("userId,x,X\na,b,c\n", "names the column 'X' twice"),
      ("name,email\na,b\n", "has no column 'userId' in its header: rename the one that holds it"),
      ("userId\na\n\"b\n", "is cut short: a quoted cell doesn't end (the row of line 3)"),
      ("\"userId\n", "is cut short: a quoted cell doesn't end (the row of line 1)"),
    ])
  func damaged(_ text: String, _ damage: String) throws {
    #expect(try ExportFolder.read("accounts.csv", text).summary.damage == damage)
  }

  @Test("empty files and headers alone hold no records", arguments: ["", "\n", "# x", "userId\n"])
  func empty(_ text: String) throws {
    #expect(try ExportFolder.read("accounts.csv", text).text == "")
  }

  @Test("a column's dots nest as objects do")
  func nestedColumns() throws {
    let table = "adjustmentId,at,userId,kind,amount,metadata.product_id\n1,0,u,gift,1,p\n"
    let line =
      #"{"adjustmentId":1,"at":0,"userId":"u","kind":"gift","amount":"1","metadata":{"productId":"p"}}"#
    let cells = try ExportFolder.read("ledger.csv", table)
    let object = try ExportFolder.read("ledger.ndjson", line)
    #expect(cells.records.map { $0.dropFirst() } == object.records.map { $0.dropFirst() })
    #expect(
      object.text
        == "1 adjustment_id=1 at=0 user=u kind=gift amount=100000000 applied=1 payer=local product_id=p"
    )
    #expect(cells.keyHashes == object.keyHashes)
    #expect(cells.summary.knownFields == object.summary.knownFields)
  }

  @Test("broken bytes and NUL reject their row and no other")
  func brokenBytes() throws {
    for (byte, reason) in [(0xFF, "it is no valid UTF-8"), (0x00, "it holds a NUL character")] {
      let text = Array("userId\na\n".utf8) + [0x62, UInt8(byte)] + Array("\nc\n".utf8)
      #expect(
        try ExportFolder.read("accounts.csv", text).text
          == "2 user=a\n4 user=c\n3 -: \(reason) (byte 2)")
    }
  }

  @Test("a million columns and a row of 9 MiB are rejected, and reading goes on")
  func large() throws {
    let wide = String(repeating: ",", count: 1_000_000)
    let long = "\"" + String(repeating: "\n\"\"", count: 3 << 20) + "\",x"
    let text = "userId,method\na,b\n\(wide)\n\(long)\nc,d\n"
    #expect(
      try ExportFolder.read("accounts.csv", text).text == """
        2 user=a method=b
        \(5 + (3 << 20)) user=c method=d
        3 -: it has 1000001 cells where the header has 2
        4 -: it is longer than 8 MiB
        """)
  }
}
