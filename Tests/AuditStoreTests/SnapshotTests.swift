import AuditModel
import Testing

@testable import AuditStore

@Suite struct SnapshotTests {
  private let all = "SELECT table_name, row_id, user, file FROM app_row ORDER BY row"

  @Test("A newer snapshot replaces a table's rows whole; a table that is absent keeps its own")
  func replaced() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read(
        "rows.csv", .rows, [appRow("posts", "1"), appRow("likes", "1"), appRow("posts", "2")])
      _ = try store.finish(asOf: 100)
      #expect(
        try store.rows("SELECT * FROM row_snapshot") == ["likes|1|100", "posts|1|100"])
    }
    let store = try AuditStore.opened(folder.database)
    store.snapshotTime = 150
    #expect(
      try store.read("rows.csv", .rows, [appRow("posts", "2"), appRow("posts", "3")]) == [2, 0])
    _ = try store.finish(asOf: 200)
    #expect(try store.rows(all) == ["likes|1|1|1", "posts|2|1|2", "posts|3|1|2"])
    #expect(try store.rows("SELECT * FROM row_snapshot") == ["likes|1|100", "posts|2|150"])
  }

  @Test("Within one run files add up and the later one wins")
  func addUp() throws {
    let store = try AuditStore.opened()
    #expect(
      try store.read("rows-a.csv", .rows, [appRow("posts", "1"), appRow("posts", "2")]) == [2, 0])
    #expect(
      try store.read(
        "rows-b.csv", .rows,
        [appRow("posts", "2", "u2"), appRow("posts", "3"), appRow("posts", "1")]) == [2, 1])
    #expect(try store.rows(all) == ["posts|1|1|1", "posts|2|2|2", "posts|3|1|2"])
  }

  @Test("Tables compare as bytes")
  func bytes() throws {
    let store = try AuditStore.opened()
    try store.read("rows.csv", .rows, [appRow("caf\u{E9}", "1"), appRow("cafe\u{301}", "1")])
    #expect(try store.rows("SELECT count(*) FROM row_snapshot") == ["2"])
  }

  @Test("A snapshot that is known is taken as of now, and other files add to it")
  func skipped() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read("rows-a.csv", .rows, [appRow("posts", "1")], sha256: "a")
      _ = try store.finish(asOf: 100)
    }
    let store = try AuditStore.opened(folder.database)
    #expect(try store.isKnown(sha256: "a"))
    #expect(try store.isKnown(sha256: "a", content: .stream(.rows)))
    #expect(try !store.isKnown(sha256: "a", content: .stream(.ledger)))
    #expect(try !store.isKnown(sha256: "b"))
    try store.noteSkipped(sha256: "a")
    #expect(
      try store.read("rows-b.csv", .rows, [appRow("posts", "1"), appRow("posts", "2")]) == [1, 1])
    _ = try store.finish(asOf: 200)
    #expect(try store.rows(all) == ["posts|1|1|1", "posts|2|1|2"])
    #expect(try store.rows("SELECT * FROM row_snapshot") == ["posts|2|200"])
    #expect(try store.rows("SELECT * FROM run_stream") == ["1|rows", "2|rows"])
  }

  @Test("A file whose tables other files fed too is read again")
  func sharedTable() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read("rows-a.csv", .rows, [appRow("posts", "1")], sha256: "a")
      try store.read("rows-b.csv", .rows, [appRow("posts", "2")], sha256: "b")
      _ = try store.finish(asOf: 100)
    }
    let store = try AuditStore.opened(folder.database)
    #expect(try !store.isKnown(sha256: "a"))
    try store.read("rows-a.csv", .rows, [appRow("posts", "1")], sha256: "a")
    #expect(try !store.isKnown(sha256: "b"))
    #expect(throws: StoreError.self) { try store.noteSkipped(sha256: "b") }
    _ = try store.finish(asOf: 200)
    #expect(try store.rows(all) == ["posts|1|1|3"])
  }

  @Test("What a killed run had read of a table is replaced by the next run")
  func killed() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read(
        "rows-a.csv", .rows, [appRow("posts", "1"), appRow("posts", "2")], sha256: "a")
    }
    let store = try AuditStore.opened(folder.database)
    #expect(
      try store.read("rows-c.csv", .rows, [appRow("posts", "1"), appRow("posts", "4")]) == [2, 0])
    #expect(try store.rows(all) == ["posts|1|1|2", "posts|4|1|2"])
  }

  @Test("A file is known by its size first, then by its digest")
  func sizes() throws {
    let store = try AuditStore.opened()
    try store.read("ledger.csv", .ledger, [ledgerRow("1"), ledgerRow("2")], sha256: "x")
    #expect(try store.hasFile(byteCount: 200))
    #expect(try !store.hasFile(byteCount: 201))
    #expect(try store.isKnown(sha256: "x"))
  }
}
