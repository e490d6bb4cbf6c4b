import AuditModel
import Foundation
import TestSupport
import Testing

@testable import AuditStore

/// A story that is found by filters is the story that a look at every row tells.
@Suite struct StoryFilterTests {
  private let folder: TemporaryFolder
  private let database: String

  init() throws {
    folder = try TemporaryFolder()
    database = folder.path("out/siwa-audit.sqlite")
  }

  private func audit(_ export: String) throws {
    let result = try Tool().run(
      "audit", export, "--output", folder.path("out"), "--exit-zero", "--quiet")
    #expect(result.code == 0, "\(result.errors)")
  }

  private func makeSample() throws -> String {
    let result = try Tool().run(
      "sample", folder.path("sample"), "--accounts", "200", "--seed", "11", "--faults", "all")
    #expect(result.code == 0, "\(result.errors)")
    return folder.path("sample")
  }

  /// What an id leads to: the rows of a table, of whatever column.
  private func holders(
    _ connection: Connection, _ table: String, _ columns: [String]
  ) throws -> [String: Set<Int64>] {
    if columns.isEmpty { return [:] }
    let query = try connection.prepare(
      "SELECT row, \(columns.joined(separator: ", ")) FROM \(table)")
    var holders: [String: Set<Int64>] = [:]
    while try query.step() {
      for index in columns.indices {
        if let id = query.optionalText(Int32(index + 1)) {
          holders[id, default: []].insert(query.integer(0))
        }
      }
    }
    return holders
  }

  /// Ids are among the rows that the filters name for them, some hundred of a table; returns rows
  /// named and rows held.
  private func look(
    _ table: String, _ columns: [String], _ hash: (String) -> UInt64
  ) throws -> (named: Int, held: Int) {
    let connection = try Connection(path: database, mode: .readOnly)
    let rows = try FilteredRows(connection, isUsed: true)
    var (named, held) = (0, 0)
    let all = try holders(connection, table, columns).sorted { $0.key < $1.key }
    for place in stride(from: 0, to: all.count, by: max(1, all.count / 300)) {
      let (id, holders) = all[place]
      let source = try rows.source(table, holding: [hash(id)])
      let query = try connection.prepare("SELECT r.row FROM \(source)")
      var found: Set<Int64> = []
      while try query.step() { found.insert(query.integer(0)) }
      #expect(holders.isSubset(of: found), "\(table) \(id)")
      named += found.count
      held += holders.count
    }
    return (named, held)
  }

  @Test(
    "filters name the rows of ids of every kind of the demo and of a sample",
    arguments: [true, false])
  func everyID(isDemo: Bool) throws {
    try audit(isDemo ? Project.folder + "/data/samples/demo/input" : try makeSample())
    var held: [String: Int] = [:]
    for table in IDFilter.tables {
      let byNumber: (String) -> UInt64 = { IDFilter.hash(user: Int64($0) ?? 0) }
      let texts = try look(table.name, table.texts, IDFilter.hash)
      let users = try look(table.name, table.users, byNumber)
      held[table.name] = texts.held + users.held
      if table.name == "ledger" {
        // They narrow: an id of two rows names a block or two of many.
        #expect(texts.held > 300 && texts.named < texts.held * 640)
      }
    }
    #expect(held.values.allSatisfy { $0 > 20 }, "\(held)")
  }

  @Test("stories are the same with filters and without", arguments: [true, false])
  func stories(isDemo: Bool) throws {
    try audit(isDemo ? Project.folder + "/data/samples/demo/input" : try makeSample())
    let connection = try Connection(path: database, mode: .readOnly)
    var ids: [String] = ["1000", "usr_0", "no such id", "x"]
    for (table, columns) in [
      ("user", ["id"]), ("session", ["id", "app_user_uuid", "apple_sub"]),
      ("attempt", ["id"]), ("link", ["id"]), ("deletion", ["id", "apple_sub"]),
      ("notification", ["id", "transaction_id"]), ("account", ["apple_sub"]),
      ("purchase", ["transaction_id", "original_transaction_id", "app_account_token"]),
      ("applecall", ["id", "sub"]), ("mail", ["id"]),
      ("ledger", ["adjustment_id", "idempotency_key", "transaction_id", "operation_id"]),
    ] {
      for column in columns {
        let query = try connection.prepare(
          "SELECT DISTINCT \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY 1")
        var all: [String] = []
        while try query.step() { all.append(query.text(0)) }
        ids += stride(from: 0, to: all.count, by: max(1, all.count / 4)).map { all[$0] }
        if let last = all.last { ids.append(last + "7") }
      }
    }
    #expect(ids.count > 60)
    for id in ids { #expect(try tell(id, true) == tell(id, false), "\(id)") }
  }

  private enum Told: Equatable {
    case story(Investigation)
    case unknown(Investigator.Unknown)
  }

  private func tell(_ id: String, _ usesFilters: Bool) throws -> Told {
    let investigator = try Investigator(database: database, usesFilters: usesFilters)
    do {
      return .story(try investigator.investigate(id, toolVersion: "1"))
    } catch let unknown as Investigator.Unknown {
      return .unknown(unknown)
    }
  }

  @Test("a file read after the filters were written takes them away")
  func staleness() throws {
    try audit(Project.folder + "/data/samples/demo/input")
    let store = try AuditStore.openExisting(
      path: database, schemaDirectory: Project.folder + "/data/schema")
    let count = Int64(IDFilter.tables.count)
    #expect(try store.connection.number("SELECT count(*) FROM id_filter") == count)
    try store.beginFile(path: "ledger.csv", stream: .ledger)
    #expect(try store.connection.number("SELECT count(*) FROM id_filter") == 0)
    store.abandonFile()
    #expect(try store.connection.number("SELECT count(*) FROM id_filter") == count)
  }

  @Test("a filter names the blocks of an id and the rows that no filter covers")
  func ranges() throws {
    let connection = try Connection(path: ":memory:", mode: .create)
    try connection.execute(
      """
      CREATE TABLE id_filter (table_name TEXT, first_row INTEGER, last_row INTEGER, bits BLOB);
      CREATE TABLE ledger (row INTEGER PRIMARY KEY);
      WITH RECURSIVE n (row) AS (SELECT -3 UNION ALL SELECT row + 1 FROM n WHERE row < 140010)
      INSERT INTO ledger SELECT row FROM n;
      """)
    var writer = try IDFilterWriter(connection, table: "ledger")
    // The second chunk has no row.
    for row in Array(1...2000) + Array(131_072...140_000) as [Int64] {
      try writer.begin(row: row)
      writer.add(IDFilter.hash("key \(row % 1000)"))
    }
    try writer.finish()
    let rows = try FilteredRows(connection, isUsed: true)
    func ranges(_ ids: [String]) throws -> [String] {
      _ = try rows.source("ledger", holding: Set(ids.map(IDFilter.hash)))
      let query = try connection.prepare("SELECT first_row, last_row FROM look_ledger ORDER BY 1")
      var ranges: [String] = []
      while try query.step() { ranges.append("\(query.integer(0)) \(query.integer(1))") }
      return ranges
    }
    let (first, last) = (Int64.min, Int64.max)
    #expect(try ranges([]) == ["\(first) -1", "2001 131071", "140001 \(last)"])
    // Rows 600 and 1600, and those of the other chunk, each in its block of 512.
    let found = try ranges(["key 600"])
    #expect(found.prefix(3) == ["\(first) -1", "512 1023", "1536 131071"])
    #expect(found.last == "140001 \(last)")
    #expect(found.contains { $0 == "131072 131583" } == false)
  }
}
