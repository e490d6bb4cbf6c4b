import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite struct SchemaTests {
  @Test("The table of a stream has the columns of its definition", arguments: Stream.allCases)
  func columnsAgree(_ stream: Stream) throws {
    let store = try AuditStore.opened()
    let definition = stream.definition
    let columns = definition.columns.map { column in
      column.name + (column.storage == .text ? "|TEXT" : "|INTEGER")
    }
    let table = try store.rows("SELECT name, type FROM pragma_table_info('\(definition.table)')")
    #expect(table == ["row|INTEGER", "file|INTEGER", "line|INTEGER"] + columns)
  }

  @Test("What a stream requires or fills is never NULL", arguments: Stream.allCases)
  func nullsAgree(_ stream: Stream) throws {
    let store = try AuditStore.opened()
    let definition = stream.definition
    let filled = definition.fields.filter { $0.isRequired || $0.absentMeans != nil }
    let required = Set(filled.map { $0.columns[0].name })
    let list = try store.rows(
      "SELECT name FROM pragma_table_info('\(definition.table)') WHERE \"notnull\"")
    let notNull = Set(list).subtracting(["file", "line"])
    // A hash stands beside every address that is required.
    #expect(notNull.subtracting(["address_hash"]) == required)
  }

  @Test("Another store.sql has another version, or older databases fail in the midst of a run")
  func version() throws {
    let schema = try StoreSchema(directory: AuditStore.schemaDirectory)
    let statements = schema.store.split(separator: "\n").filter { !$0.hasPrefix("--") }
      .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
    // Where this fails: raise StoreSchema.version, add the step to Migration.all and a test for it,
    // and write the new digest here.
    #expect(StoreSchema.version == 3)
    #expect(
      Digest.sha256Hex(Array(statements.utf8))
        == "919a0b10ef379bdfbc2a16834168de2e69318580fb98903275e2ba65b4c6db86")
  }

  @Test("Facts are made anew when their SQL has changed, and records stay")
  func factsAreMadeAnew() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.read("ledger.csv", .ledger, [ledgerRow("1")])
      try store.connection.execute(
        """
        CREATE TABLE old_fact (x INTEGER) STRICT;
        CREATE VIEW old_word AS SELECT * FROM old_fact;
        INSERT INTO merged_account VALUES (1, 1);
        UPDATE data_set SET facts_digest = 'older';
        """)
    }
    let store = try AuditStore.opened(folder.database)
    let fresh = try AuditStore.opened()
    let names = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    #expect(try store.rows(names) == fresh.rows(names))
    #expect(try store.rows("SELECT * FROM merged_account").isEmpty)
    #expect(try store.rows("SELECT adjustment_id FROM ledger") == ["1"])
    #expect(
      try store.rows("SELECT facts_digest FROM data_set")
        == fresh.rows("SELECT facts_digest FROM data_set"))
  }

  @Test("Facts stay when their SQL is the same")
  func factsStay() throws {
    let folder = try ScratchFolder()
    do {
      let store = try AuditStore.opened(folder.database)
      try store.connection.execute("INSERT INTO merged_account VALUES (1, 1)")
    }
    let store = try AuditStore.opened(folder.database)
    #expect(try store.rows("SELECT * FROM merged_account") == ["1|1"])
  }

  @Test("The key for addresses depends on the data set's name alone")
  func emailKey() throws {
    let folder = try ScratchFolder()
    let one = try AuditStore.opened(folder.database)
    let two = try AuditStore.opened()
    let other = try AuditStore.opened(dataSet: "other")
    #expect(one.emailKey == two.emailKey)
    #expect(one.emailKey != other.emailKey)
    #expect(one.emailKey.count == 32)
  }
}
