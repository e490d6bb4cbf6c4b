#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension AuditStore {
  /// Opens the database of a data set, or makes it.
  ///
  /// A database that belongs to another program, another data set or a newer version is refused
  /// and not touched. An older one is brought up to date after a copy of it was made beside it.
  /// What a killed run left half done is undone by SQLite.
  ///
  /// - Parameters:
  ///   - path: A file, made for the owner alone with the folders above it; or `:memory:`.
  ///   - schemaDirectory: The folder of store.sql, derived.sql and views.sql.
  ///   - dataSet: The name of the data set.
  ///   - lockWaitSeconds: How long to wait for another run to end.
  ///   - isCancelled: Asked while waiting; true ends the wait.
  /// - Returns: The store, locked until it is released.
  /// - Throws: `StoreError` that says why the database can't be used.
  package static func open(
    path: String, schemaDirectory: String, dataSet: String, lockWaitSeconds: Double = 60,
    isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> AuditStore {
    try open(
      path: path, schema: try StoreSchema(directory: schemaDirectory), dataSet: dataSet,
      lockWaitSeconds: lockWaitSeconds, isCancelled: isCancelled, migrations: Migration.all)
  }

  /// Opens the database that an audit made, of whatever data set it holds.
  ///
  /// - Throws: `StoreError` where there is none, or where it can't be used.
  package static func openExisting(
    path: String, schemaDirectory: String, isCancelled: () -> Bool = { false }
  ) throws(StoreError) -> AuditStore {
    guard access(path, F_OK) == 0 else {
      throw StoreError(
        path: path, action: "open", code: 0,
        reason: "there is no such database; name the one of an audit with --database or --output")
    }
    return try open(
      path: path, schema: try StoreSchema(directory: schemaDirectory), dataSet: nil,
      lockWaitSeconds: 60, isCancelled: isCancelled, migrations: Migration.all)
  }

  /// `dataSet` is nil for that of the database, which then has to be there.
  static func open(
    path: String, schema: StoreSchema, dataSet: String?, lockWaitSeconds: Double,
    isCancelled: () -> Bool, migrations: [Migration]
  ) throws(StoreError) -> AuditStore {
    guard path != ":memory:" else {
      let connection = try Connection(path: path, mode: .create)
      let name = dataSet ?? "memory"
      try schema.create(in: connection, dataSet: name)
      return try AuditStore(connection: connection, path: path, dataSet: name, lock: nil)
    }
    try File.makeFolder(of: path)
    let real = try File.resolved(path)
    let lock = try StoreLock(
      database: real, waitSeconds: lockWaitSeconds, isCancelled: isCancelled)
    try StoreHeader.check(real, migrations: migrations)
    let connection = try Connection(path: real, mode: .readWrite, followsLinks: false)
    do {
      let name = try prepare(
        connection, schema: schema, dataSet: dataSet, migrations: migrations)
      return try AuditStore(connection: connection, path: real, dataSet: name, lock: lock)
    } catch {
      guard error.isDamage else { throw error }
      throw damage(real, error.reason)
    }
  }

  /// Makes the database ready and returns the name of its data set.
  private static func prepare(
    _ connection: Connection, schema: StoreSchema, dataSet: String?, migrations: [Migration]
  ) throws(StoreError) -> String {
    try connection.execute(
      """
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA cache_size = -65536;
      PRAGMA journal_mode = DELETE;
      PRAGMA synchronous = EXTRA;
      """)
    if let dataSet, try connection.number("SELECT count(*) FROM sqlite_schema") == 0 {
      try schema.create(in: connection, dataSet: dataSet)
      return dataSet
    }
    try checkContent(of: connection)
    let name = try dataSetName(of: connection)
    if let dataSet, !name.utf8.elementsEqual(dataSet.utf8) {
      throw StoreError(
        path: connection.path, action: "open", code: 0,
        reason: "it holds the data set '\(name)', not '\(dataSet)': "
          + "name another file with --database")
    }
    try migrate(connection, with: migrations)
    try schema.refreshFacts(in: connection)
    return name
  }

  private static func checkContent(of connection: Connection) throws(StoreError) {
    let check = try connection.prepare("PRAGMA quick_check(1)")
    guard try check.step(), check.text(0) == "ok" else {
      throw damage(connection.path, check.text(0))
    }
  }

  private static func damage(_ path: String, _ reason: String) -> StoreError {
    StoreError(
      path: path, action: "open", code: 0,
      reason: "it is damaged (\(reason)): restore a copy, or move it away to start anew")
  }

  private static func dataSetName(of connection: Connection) throws(StoreError) -> String {
    guard try connection.number("SELECT count(*) FROM sqlite_schema") != 0 else {
      throw StoreError(path: connection.path, action: "open", code: 0, reason: "it is empty")
    }
    let query = try connection.prepare("SELECT name FROM data_set")
    guard try query.step() else {
      throw StoreError(
        path: connection.path, action: "open", code: 0, reason: "it does not name its data set")
    }
    return query.text(0)
  }

  private static func migrate(
    _ connection: Connection, with migrations: [Migration]
  ) throws(StoreError) {
    let version = try connection.number("PRAGMA user_version") ?? 0
    guard version < StoreSchema.version else { return }
    let steps = migrations.filter { $0.version > version }
    try copy(connection, to: "\(connection.path).version-\(version)")
    try connection.transaction { () throws(StoreError) in
      for step in steps { try connection.execute(step.sql) }
      try connection.execute("PRAGMA user_version = \(StoreSchema.version)")
    }
  }

  /// Leaves a whole copy under that name, or none.
  private static func copy(_ connection: Connection, to path: String) throws(StoreError) {
    let temporary = path + ".tmp"
    unlink(temporary)
    let made = File.make(temporary)
    guard made >= 0 else { throw File.error(temporary, "make a copy") }
    close(made)
    let statement = try connection.prepare("VACUUM INTO ?1")
    statement.bind(1, temporary)
    try statement.run()
    try File.synchronise(temporary)
    guard rename(temporary, path) == 0 else { throw File.error(path, "make a copy") }
    try File.synchronise(path)
  }
}
