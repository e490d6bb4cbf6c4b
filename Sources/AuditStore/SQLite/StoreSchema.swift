internal import AuditInput

/// A step from one version of the schema to the next.
struct Migration: Sendable {
  /// The version it makes out of the one before.
  let version: Int64
  let sql: String

  /// Every step there ever was, in order. The schema of store.sql is that of the last.
  ///
  /// None leads to version 2: version 1 was given to several states before the first release.
  static let all: [Migration] = [
    Migration(
      version: 3,
      sql: """
        CREATE TABLE pseudonym (
          mark TEXT PRIMARY KEY,
          hint INTEGER NOT NULL,
          name TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE pseudonym_user (
          user INTEGER PRIMARY KEY
        ) STRICT;

        CREATE TABLE finding_alias (
          fingerprint TEXT PRIMARY KEY,
          original TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        """)
  ]
}

/// The SQL that makes a store.
struct StoreSchema: Sendable {
  /// `SIWA`, in the file's header.
  static let applicationID: Int64 = 0x5349_5741
  /// The version that store.sql describes.
  static let version: Int64 = 3

  /// Why a database of another version can't be used, and what to do; nil for this version and for
  /// an older one that the steps bring up to date.
  static func refusal(
    ofVersion version: Int64, migrations: [Migration] = Migration.all
  ) -> String? {
    guard version != Self.version else { return nil }
    if version > Self.version {
      return "it was written by a newer version of siwa-audit (schema \(version), this one has "
        + "\(Self.version)): use that version, or name another file with --database"
    }
    let steps = migrations.map(\.version).filter { $0 > version }
    if steps.elementsEqual((version + 1)...Self.version) { return nil }
    return "it was written by an older version of siwa-audit (schema \(version), this one has "
      + "\(Self.version)) and can't be brought up to date: move it away, and the next audit reads "
      + "the exports anew"
  }

  /// Refuses a database of another version, for those who only read it.
  static func checkVersion(of connection: Connection, path: String) throws(StoreError) {
    let version = try connection.number("PRAGMA user_version") ?? 0
    guard version != Self.version else { return }
    throw StoreError(
      path: path, action: "open", code: 0,
      reason: refusal(ofVersion: version)
        ?? "it is of an older version; the next audit brings it up to date")
  }

  let store: String
  let facts: String

  /// Reads store.sql, derived.sql and views.sql of a folder.
  init(directory: String) throws(StoreError) {
    store = String(decoding: try File.content(directory + "/store.sql"), as: UTF8.self)
    let derived = String(decoding: try File.content(directory + "/derived.sql"), as: UTF8.self)
    let views = String(decoding: try File.content(directory + "/views.sql"), as: UTF8.self)
    facts = derived + "\n" + views
  }

  /// SHA-256 over derived.sql and views.sql.
  var factsDigest: String { Digest.sha256Hex(Array(facts.utf8)) }

  /// Makes everything in an empty database.
  func create(in connection: Connection, dataSet: String) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
      try connection.execute("PRAGMA user_version = \(StoreSchema.version)")
      try connection.execute(store)
      try connection.execute(facts)
      let insert = try connection.prepare("INSERT INTO data_set VALUES (?1, ?2, ?3)")
      insert.bind(1, dataSet)
      insert.bind(2, blob: StoreSchema.emailKey(dataSet: dataSet))
      insert.bind(3, factsDigest)
      try insert.run()
    }
  }

  /// Makes the tables and views of facts anew if their SQL has changed.
  func refreshFacts(in connection: Connection) throws(StoreError) {
    let stored = try connection.prepare("SELECT facts_digest FROM data_set")
    guard try stored.step() else {
      throw StoreError(
        path: connection.path, action: "open", code: 0, reason: "it does not name its data set")
    }
    let isCurrent = stored.text(0) == factsDigest
    stored.reset()
    if isCurrent { return }

    let kept = try tableNamesOfStore()
    try connection.transaction { () throws(StoreError) in
      for (kind, name) in try StoreSchema.objects(in: connection) {
        guard kind == "view" || !kept.contains(name) else { continue }
        let quoted = name.split(separator: "\"", omittingEmptySubsequences: false)
        try connection.execute("DROP \(kind) \"\(quoted.joined(separator: "\"\""))\"")
      }
      try connection.execute(facts)
      let update = try connection.prepare("UPDATE data_set SET facts_digest = ?1")
      update.bind(1, factsDigest)
      try update.run()
    }
  }

  /// The key under which addresses are hashed: the same for every database of a data set, so that
  /// the same export gives the same bytes.
  static func emailKey(dataSet: String) -> [UInt8] {
    Digest.sha256(Array("siwa-audit address key\u{0}".utf8) + Array(dataSet.utf8))
  }

  private func tableNamesOfStore() throws(StoreError) -> Set<String> {
    let scratch = try Connection(path: ":memory:", mode: .create)
    try scratch.execute(store)
    return Set(try StoreSchema.objects(in: scratch).map(\.name))
  }

  /// Tables and views, views first: dropping a table leaves no view behind that reads it.
  private static func objects(
    in connection: Connection
  ) throws(StoreError) -> [(kind: String, name: String)] {
    let list = try connection.prepare(
      """
      SELECT type, name FROM sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY type DESC, name
      """)
    var objects: [(kind: String, name: String)] = []
    while try list.step() { objects.append((list.text(0), list.text(1))) }
    return objects
  }
}
