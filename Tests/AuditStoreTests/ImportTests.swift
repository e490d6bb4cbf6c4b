import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite struct ImportTests {
  @Test("A record is stored as it is, with its place")
  func stored() throws {
    let store = try AuditStore.opened()
    #expect(
      try store.read(
        "ledger.csv", .ledger,
        [
          [
            "adjustment_id": "a", "at": -5, "user": "usr_1", "kind": "usage",
            "amount": 9_223_372_036_854_775_807, "payer": "linked", "applied": 0,
            "moved_from": "usr_2", "source": "e\u{301}",
          ], ledgerRow("b", "usr_2"),
        ]) == [2, 0])
    #expect(
      try store.rows(
        """
        SELECT row, file, line, adjustment_id, at, user, kind, amount, applied, payer, moved_from,
          source, status FROM ledger
        """) == [
          "1|1|1|a|-5|1|usage|9223372036854775807|0|linked|2|e\u{301}|",
          "2|1|2|b|1|2|purchase|100|1|local|||",
        ])
    #expect(try store.rows("SELECT user, id FROM user") == ["1|usr_1", "2|usr_2"])
    #expect(
      try store.rows("SELECT * FROM file")
        == ["1|1|ledger.csv|ledger|ledger|digest of ledger.csv 2|200|2|2|0|0|0"])
  }

  @Test("A record read again with the same values changes nothing, in one file and over nights")
  func repeated() throws {
    let folder = try ScratchFolder()
    for night in 1...3 {
      let store = try AuditStore.opened(folder.database)
      let sessions = ["s1", "s2", "s1", "s3"].map { session($0, "user of \($0)") }
      #expect(
        try store.read("sessions.csv", .sessions, sessions) == (night == 1 ? [3, 1] : [0, 4]))
      let balances: [Record] = [
        ["user": "u1", "at": 1, "local_balance": 5], ["user": "u1", "at": 2, "local_balance": 5],
        ["user": "u2", "at": 1, "local_balance": 5], ["user": "u1", "at": 1, "local_balance": 5],
      ]
      #expect(
        try store.read("balances.csv", .balances, balances) == (night == 1 ? [3, 1] : [0, 4]))
      let notifications: [Record] = [
        ["id": "n", "source": "siwa"], ["id": "n", "source": "siwa", "received_at": 5],
      ]
      #expect(
        try store.read("notifications.csv", .notifications, notifications)
          == (night == 1 ? [2, 0] : [0, 2]))
      #expect(try store.rows("SELECT file, id FROM session") == ["1|s1", "1|s2", "1|s3"])
    }
  }

  @Test("A known key with other values replaces the record; the later one wins")
  func replaced() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read("sessions-1.csv", .sessions, [session("s1", ended: 9), session("s2")])
      #expect(
        try store.read("sessions-2.csv", .sessions, [session("s2", "u2"), session("s2", "u3")])
          == [2, 0])
    }
    let store = try AuditStore.opened(folder.database)
    #expect(
      try store.read("sessions.csv", .sessions, [session("s1"), session("s2", "u3")]) == [1, 1])
    #expect(
      try store.rows("SELECT row, file, line, id, user, ended_at FROM session")
        == ["1|3|1|s1|1|", "2|2|2|s2|3|"])
  }

  @Test("An immutable record with other values stands beside, each version once")
  func immutable() throws {
    let folder = try ScratchFolder()
    let versions = (1...20).map { ledgerRow("1", amount: $0) }
    do {
      let store = try AuditStore.opened(folder.database)
      #expect(try store.read("ledger-1.csv", .ledger, versions + versions) == [20, 20])
    }
    let store = try AuditStore.opened(folder.database)
    #expect(
      try store.read("ledger-2.csv", .ledger, versions + [ledgerRow("1", "u2"), ledgerRow("2")])
        == [2, 20])
    #expect(try store.read("ledger-3.csv", .ledger, [ledgerRow("1", "u2")]) == [0, 1])
    #expect(
      try store.rows("SELECT count(*), count(DISTINCT adjustment_id) FROM ledger") == ["22|2"])
  }

  @Test("An absent value and an empty column are the same, a value and none are not")
  func absentValues() throws {
    let store = try AuditStore.opened()
    try store.read("a.csv", .ledger, [ledgerRow("1")])
    var written = ledgerRow("1")
    written["applied"] = 1
    written["payer"] = "local"
    #expect(try store.read("b.csv", .ledger, [written]) == [0, 1])
    written["status"] = 200
    #expect(try store.read("c.csv", .ledger, [written]) == [1, 0])
  }

  @Test("Keys with one hash are told apart by their values")
  func collisions() throws {
    let store = try AuditStore.opened()
    try store.beginFile(path: "ledger.csv", stream: .ledger)
    var records = batch(.ledger, (0..<100).map { ledgerRow("\($0)") })
    let same = records.keyHashes[0]
    for index in records.keyHashes.indices { records.keyHashes[index] = same }
    try store.add(records)
    try store.add(records)
    var summary = FileSummary()
    summary.records = 200
    let result = try store.finishFile(summary)
    #expect([result.stored, result.repeated] == [100, 100])
  }

  @Test("A file that feeds several streams is one transaction, counted by stream")
  func severalStreams() throws {
    let store = try AuditStore.opened()
    func read(_ path: String, damage: String? = nil) throws {
      try store.beginFile(path: path, stream: .sessions)
      try store.add(batch(.sessions, [session("s1", "u1"), session("s2", "u2")]))
      try store.add(batch(.ledger, [ledgerRow("1")]))
      try store.add(batch(.sessions, [session("s1", "u1")]))
      var summary = FileSummary()
      summary.sha256 = "digest of \(path)"
      summary.records = 6
      summary.rejected = 1
      summary.leftOut = 1
      for stream in [Stream.sessions, .ledger, .mail] { summary.streams[stream] = StreamSummary() }
      summary.damage = damage
      _ = try store.finishFile(summary)
    }
    #expect(throws: StoreError.self) { try read("a.ndjson", damage: "is cut short") }
    #expect(try store.rows("SELECT * FROM file_stream") == [])
    #expect(try store.rows("SELECT row FROM session UNION ALL SELECT row FROM ledger") == [])
    try read("b.ndjson")
    #expect(
      try store.rows("SELECT * FROM file_stream")
        == ["1|ledger|1|0", "1|mail|0|0", "1|sessions|2|1"])
    #expect(try store.rows("SELECT stored, repeated FROM file") == ["3|1"])
    #expect(try store.streamsRead() == [.sessions, .ledger, .mail])
    #expect(store.streamsOfThisRun == [.sessions, .ledger, .mail])
    let known = try store.streams(sha256: "digest of b.ndjson", content: .stream(.sessions))
    #expect(known == [.sessions, .ledger, .mail])
    #expect(try !store.isKnown(sha256: "digest of b.ndjson", content: .stream(.ledger)))
  }

  @Test("A reader that hashes keys otherwise is noticed")
  func wrongHash() throws {
    let store = try AuditStore.opened()
    try store.beginFile(path: "ledger.csv", stream: .ledger)
    var records = batch(.ledger, [ledgerRow("1")])
    records.keyHashes[0] ^= 1
    #expect(throws: StoreError.self) { try store.add(records) }
  }

  @Test("Many records keep their values through every size of the tables in memory")
  func many() throws {
    let folder = try ScratchFolder()
    let records = (0..<30_000).map { ledgerRow("adjustment \($0)", "user \($0 % 9_000)") }
    do {
      let store = try AuditStore.opened(folder.database)
      #expect(try store.read("ledger.csv", .ledger, records) == [30_000, 0])
      #expect(
        try store.rows(
          """
          SELECT count(*) FROM ledger JOIN user USING (user)
          WHERE adjustment_id = 'adjustment ' || (row - 1)
            AND id = 'user ' || ((row - 1) % 9000) AND line = row
          """) == ["30000"])
    }
    let store = try AuditStore.opened(folder.database)
    #expect(try store.read("again.csv", .ledger, records) == [0, 30_000])
  }

  @Test("Of a file that is abandoned nothing stays, in the database or in memory")
  func abandoned() throws {
    let folder = try ScratchFolder()
    let store = try AuditStore.opened(folder.database)
    try store.read("a.csv", .ledger, [ledgerRow("1"), ledgerRow("2")])
    try store.read("r.csv", .rows, [appRow("posts", "1"), appRow("likes", "1")])
    _ = try store.finish()
    let before = try store.connection.dump()

    func half(_ store: AuditStore) throws {
      try store.beginFile(path: "b.csv", stream: .ledger)
      try store.add(batch(.ledger, [ledgerRow("1"), ledgerRow("3", "u3"), ledgerRow("1", "u4")]))
      try store.add(batch(.sessions, [session("s1", "u5")]))
      try store.add(batch(.rows, [appRow("posts", "2", "u6")]))
      try store.add([Reject(place: SourcePlace(path: "b.csv", line: 3), field: "at", reason: "r")])
    }
    try half(store)
    store.abandonFile()
    #expect(try store.connection.dump() == before)

    let read: [(String, Stream, [Record])] = [
      ("b.csv", .ledger, [ledgerRow("1"), ledgerRow("3", "u3"), ledgerRow("1", "u4")]),
      ("s.csv", .sessions, [session("s1", "u5")]),
      ("r.csv", .rows, [appRow("posts", "2", "u6"), appRow("posts", "3", "u6")]),
    ]
    let other = try ScratchFolder()
    let fresh = try AuditStore.opened(other.database)
    try fresh.read("a.csv", .ledger, [ledgerRow("1"), ledgerRow("2")])
    try fresh.read("r.csv", .rows, [appRow("posts", "1"), appRow("likes", "1")])
    _ = try fresh.finish()
    for (path, stream, records) in read {
      #expect(try store.read(path, stream, records) == fresh.read(path, stream, records))
    }
    #expect(try store.connection.dump() == fresh.connection.dump())
  }

  @Test("A file whose records don't add up is an error that names it, and nothing of it stays")
  func accounting() throws {
    let store = try AuditStore.opened()
    let before = try store.connection.dump()
    try store.beginFile(path: "ledger.csv", stream: .ledger)
    try store.add(batch(.ledger, [ledgerRow("1"), ledgerRow("1")]))
    var summary = FileSummary()
    summary.records = 5
    summary.rejected = 1
    summary.leftOut = 1
    let error = #expect(throws: StoreError.self) { _ = try store.finishFile(summary) }
    #expect(
      error?.reason == "ledger.csv: 5 records were read, but 1 stored, 1 repeated, 1 rejected and "
        + "1 left out")
    #expect(try store.connection.dump() == before)
    #expect(try store.read("ledger.csv", .ledger, [ledgerRow("1")]) == [1, 0])
  }

  @Test("When the disk is full in the middle of a file, the file is out and the store goes on")
  func diskFull() throws {
    let folder = try ScratchFolder()
    let store = try AuditStore.opened(folder.database)
    try store.read("a.csv", .ledger, [ledgerRow("1")])
    let before = try store.connection.dump()
    let records = (0..<4000).map { ledgerRow("\($0)", "user \($0)") }
    let pages = try store.connection.number("PRAGMA page_count") ?? 0
    try store.connection.execute("PRAGMA max_page_count = \(pages + 20)")
    let error = #expect(throws: StoreError.self) { try store.read("b.csv", .ledger, records) }
    #expect(error?.code == 13)
    store.abandonFile()
    #expect(try store.connection.dump() == before)
    try store.connection.execute("PRAGMA max_page_count = 1000000")
    #expect(try store.read("b.csv", .ledger, records) == [4000, 0])
  }

  @Test("Rejects, leaks, field names and incompleteness are kept with their file")
  func besides() throws {
    let store = try AuditStore.opened()
    try store.read("a.csv", .ledger, [], fields: ["at"])
    try store.beginFile(path: "p.json", stream: .purchases)
    try store.add([
      Reject(place: SourcePlace(path: "p.json", line: 3), field: "at", reason: "is missing"),
      Reject(place: SourcePlace(path: "p.json", line: 4), field: nil, reason: "is no object"),
    ])
    var summary = FileSummary()
    summary.records = 2
    summary.rejected = 2
    var part = StreamSummary()
    part.knownFields = ["at", "productId"]
    part.isIncomplete = true
    part.holdsPage = true
    summary.streams[.purchases] = part
    summary.leaks = [Leak(line: 9, field: "metadata.token", kind: "jwt")]
    _ = try store.finishFile(summary)
    #expect(try store.rows("SELECT * FROM reject") == ["2|3|at|is missing", "2|4||is no object"])
    #expect(try store.rows("SELECT * FROM leak") == ["2|9|metadata.token|jwt"])
    #expect(try store.rows("SELECT * FROM incomplete") == ["purchases"])
    #expect(try store.knownFields() == [.ledger: ["at"], .purchases: ["at", "productId"]])
    #expect(try store.streamsRead() == [.ledger, .purchases])
  }

  @Test("The same inputs in two folders give the same database")
  func deterministic() throws {
    var dumps: [String] = []
    for _ in 1...2 {
      let folder = try ScratchFolder()
      for night in 1...2 {
        let store = try AuditStore.opened(folder.database)
        try store.read(
          "ledger.csv", .ledger, (0..<300).map { ledgerRow("\($0 % (100 * night))", "u\($0 % 7)") })
        try store.read("rows.csv", .rows, [appRow("posts", "\(night)")])
        _ = try store.finish([hit("a.one", "u1"), hit("b.three", "u\(night)")])
      }
      dumps.append(try AuditStore.opened(folder.database).connection.dump())
    }
    #expect(dumps[0] == dumps[1])
    #expect(dumps[0].count > 5000)
  }
}
