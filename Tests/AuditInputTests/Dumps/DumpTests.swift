import AuditInput
import AuditModel
import Testing

/// Dumps as pg_dump and mysqldump write them.
@Suite struct DumpTests {
  private static let copy = #"""
    --
    -- PostgreSQL database dump
    --
    \restrict abcdef

    SET client_encoding = 'UTF8';
    SET standard_conforming_strings = on;

    CREATE FUNCTION public.touch() RETURNS trigger LANGUAGE plpgsql AS $_$
    BEGIN
      INSERT INTO mail (id) VALUES ('; not a row');
    END;
    $_$;

    CREATE TABLE public.mail (id text, at timestamp);

    COPY "public"."mail" ("id", "at", "to", "user_id", category) FROM stdin;
    m1	2026-10-01 08:00:00+00	a@b.example	u1	\N
    m2	2026-10-01 08:00:01.5+00	a@b.example	tab\there\\ and\nthere	news\101
    \.


    COPY public.other (id, note) FROM stdin;
    1	no \\. of ours
    \.

    SELECT pg_catalog.setval('public.mail_seq', 7, true);
    """#

  @Test("a table named like a stream is that stream; all else of a dump is stepped over")
  func copy() throws {
    let read = try ExportFolder.read("backup.sql", Self.copy)
    #expect(
      read.text == """
        18 id=m1 at=1790841600000000 address=a…@b.example address_hash=\(Self.hash) user=u1
        19 id=m2 at=1790841601500000 address=a…@b.example address_hash=\(Self.hash) \
        user=tab\there\\ and
        there category=newsA
        """)
    #expect(read.summary.otherTables == ["public.other"])
    #expect(read.summary.streams[.mail]?.knownFields.contains("category") == true)
    #expect(read.summary.unknownFields == [])
  }

  private static let hash = "7a3ad9332288dff2873622f30c1d7f3d"

  @Test("strings of PostgreSQL and of MySQL, casts, numbers and words are what they mean")
  func insert() throws {
    let read = try ExportFolder.read(
      "backup.sql",
      #"""
      /*!40101 SET NAMES utf8mb4 */;
      INSERT INTO ledger ("adjustmentId", at, "user_id", kind, amount, applied, source) VALUES
        ('a\', '2026-10-01 08:00:00'::timestamp with time zone, 'it''s', 'gift', 1.50, false, NULL),
        (E'b\'\u00e9\x21', '2026-10-01 08:00:01', 'u;2', 'gift', -0.5, TRUE, 'x' ) ;
      INSERT INTO public.ledger (adjustment_id, at, user_id, kind, amount) VALUES ('c', 1790841600, 7, 'gift', 2) ON CONFLICT (adjustment_id) DO UPDATE SET note = 'a;b';
      # a comment of MySQL
      INSERT INTO `ledger` (`adjustmentId`,`at`,`userId`,`kind`,`amount`,`applied`,`source`) VALUES ('d\'\\\n',_utf8mb4'2026-10-01 08:00:00',"u\"3",'gift',3,b'0','100\%');
      """#)
    #expect(
      read.text == #"""
        3 adjustment_id=a\ at=1790841600000000 user=it's kind=gift amount=150000000 applied=0 payer=local
        4 adjustment_id=b'é! at=1790841601000000 user=u;2 kind=gift amount=-50000000 applied=1 payer=local source=x
        5 adjustment_id=c at=1790841600000000 user=7 kind=gift amount=200000000 applied=1 payer=local
        7 adjustment_id=d'\
         at=1790841600000000 user=u"3 kind=gift amount=300000000 applied=0 payer=local source=100\%
        """#)
  }

  @Test("columns that an INSERT doesn't name are those of the table's creation")
  func created() throws {
    let text = """
      CREATE TABLE `mail` (
        `id` varchar(9) NOT NULL DEFAULT 'a,b',
        `at` decimal(10,2),
        `to` text COMMENT 'it\\'s; here',
        PRIMARY KEY (`id`),
        KEY `k` (`at`,`to`)
      ) ENGINE=InnoDB;
      INSERT INTO `mail` VALUES ('m1',1790841600,'a@b.example'),('m2',1790841600.5,'a@b.example');
      """
    #expect(
      try ExportFolder.read("x.sql", text).text == """
        8 id=m1 at=1790841600000000 address=a…@b.example address_hash=\(Self.hash)
        8 id=m2 at=1790841600500000 address=a…@b.example address_hash=\(Self.hash)
        """)
    #expect(
      try ExportFolder.read("x.sql", "INSERT INTO mail VALUES ('m1');").summary.damage
        == "doesn't name the columns of its table 'mail': dump with --column-inserts (pg_dump) or "
        + "--complete-insert (mysqldump)")
  }

  @Test(
    "a bad row is one rejected record, with its line, field and reason",
    arguments: [
      ("('m1', 'yesterday', 'a@b.example')", "2 at: the value of 'at' is no time"),
      ("('m1', 1790841600)", "2 -: it has 2 values where the table has 3 columns"),
      ("('m1', 1790841600, 'a', 'b')", "2 -: it has 4 values where the table has 3 columns"),
      ("('m1', now(), 'a@b.example')", "2 at: an SQL expression stands there, not a value"),
      ("(NULL, 1790841600, 'a@b.example')", "2 id: the field 'id' is missing"),
      (#"(E'a\xff', 1790841600, 'a@b.example')"#, "2 -: it is no valid UTF-8"),
      (#"(E'a\u0000', 1790841600, 'a@b.example')"#, "2 -: it holds a NUL character"),
      ("(true, 1790841600, 'a@b.example')", "2 id: the field 'id' holds true or false where"),
      ("()", "2 -: it has 0 values where the table has 3 columns"),
    ])
  func rejects(row: String, expected: String) throws {
    let read = try ExportFolder.read(
      "x.sql",
      "INSERT INTO mail (id, at, \"to\") VALUES\n\(row),\n('m2', 1790841600, 'a@b.example');\n")
    #expect(read.rejects.count == 1)
    #expect(read.rejects.first?.hasPrefix(expected) == true, "\(read.rejects)")
    #expect(read.records.count == 1)
    #expect(read.records.first?.hasPrefix("3 id=m2 ") == true)
  }

  @Test("a bad line of a COPY block is one rejected record")
  func rejectedLines() throws {
    let long = String(repeating: "x", count: 9 << 20)
    let read = try ExportFolder.read(
      "x.sql",
      Array("COPY mail (id, at, \"to\") FROM stdin;\nm1\t1\nm2\t1\ta\tb\nm3\tx\ta@b\n".utf8)
        + [0x6D, 0xFF] + Array("\t1\ta@b\n\(long)\nm5\t1\ta@b.example\r\n\\.\r\n".utf8))
    #expect(
      read.rejects == [
        "2 -: it has 2 values where the table has 3 columns",
        "3 -: it has 4 values where the table has 3 columns",
        "4 at: the value of 'at' is no time: write it as 2026-10-01T08:00:00Z",
        "5 -: it is no valid UTF-8 (byte 2)", "6 -: it is longer than 8 MiB",
      ])
    #expect(
      read.records == ["7 id=m5 at=1000000 address=a…@b.example address_hash=\(Self.hash)"])
  }

  @Test(
    "a dump that is cut short, or can't be understood, is damaged",
    arguments: [
      (
        "COPY mail (id, at, \"to\") FROM stdin;\nm1\t1\ta@b\n",
        "is cut short: the COPY block of line 1 has no \\. at its end"
      ),
      (
        "COPY x (id) FROM stdin;\n1\n",
        "is cut short: the COPY block of line 1 has no \\. at its end"
      ),
      (
        "INSERT INTO mail (id, at, \"to\") VALUES\n('m1', 1, 'a@b'),\n('m2",
        "is cut short: the row of line 3 doesn't end"
      ),
      (
        "INSERT INTO mail (id, at, \"to\") VALUES ('m1', 1, 'a@b')",
        "is cut short: the statement of line 1 doesn't end"
      ),
      (
        "INSERT INTO mail (id, at) VALUES ('m1', 1);",
        "has no column 'to' in its header: rename the one that holds it, in its table 'mail'"
      ),
      (
        "COPY mail (id, at, \"to\", id) FROM stdin;\n\\.\n",
        "names the column 'id' twice, in its table 'mail'"
      ),
      (
        "COPY mail (id, at, \"to\") FROM stdin WITH (FORMAT csv);\n\\.\n",
        "has a COPY block with options (line 1): dump it with pg_dump, or export CSV"
      ),
      ("SET client_encoding = 'LATIN1';\n", "is in LATIN1: dump with --encoding=UTF8"),
    ])
  func damaged(text: String, expected: String) throws {
    #expect(try ExportFolder.read("x.sql", text).summary.damage == expected)
  }

  @Test("SQL without a table of ours is not recognised; a file's own stream takes what fits it")
  func recognised() throws {
    let query = try ExportFolder.read("queries.sql", "SELECT 'a;b' FROM x WHERE note = 'it''s'")
    #expect(query.summary.damage == nil && !query.summary.isRecognised)
    let insert = "INSERT INTO sent (id, at, \"to\") VALUES ('m1', 1, 'a@b.example');"
    let other = try ExportFolder.read("backup.sql", insert)
    #expect(!other.summary.isRecognised)
    #expect(other.summary.otherTables == ["sent"])
    let own = try ExportFolder.read("mail-2026.sql", insert + "\nINSERT INTO log (id) VALUES (1);")
    #expect(own.records.count == 1)
    #expect(own.summary.otherTables == ["log"])
  }

  @Test("one dump feeds several streams, packed or not, however often its tables come")
  func severalTables() throws {
    let text = """
      COPY mail (id, at, "to") FROM stdin;
      m1	1	a@b.example
      \\.
      INSERT INTO public."Sessions" (id, at, user_id) VALUES ('s1', 1, 'u1');
      INSERT INTO mail ("to", id, at) VALUES ('a@b.example', 'm2', 1);
      INSERT INTO public."Sessions" (id, at, user_id, email) VALUES ('s2', 1, 'u1', NULL);
      """
    let folder = try ExportFolder()
    try folder.writeGzip("a.sql.gz", [Array(text.utf8)])
    let read = try #require(try folder.read().first)
    #expect(
      read.streamRecords.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "mail 2 id=m1", "mail 5 id=m2", "sessions 4 id=s1", "sessions 6 id=s2",
      ])
    #expect(read.summary.streams.mapValues(\.records) == [.mail: 2, .sessions: 2])
    #expect(read.summary.streams[.sessions]?.knownFields == ["id", "at", "userId", "email"])
  }
}
