package import AuditInput

extension AuditStore {
  /// Puts the app's own files of this run in the place of those before, and notes secrets in files
  /// of no stream.
  ///
  /// A run without any file of the app's keeps those that are there. The secrets in other files are
  /// those of this run alone: nothing else is known of such a file.
  package func replaceFiles(app: [AppFile], stray: [StrayFile]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.execute("DELETE FROM file_leak WHERE is_app = 0")
      for file in stray { try add(file.leaks, of: file.name, isApp: false) }
      guard !app.isEmpty else { return }
      try connection.execute(
        "DELETE FROM app_file; DELETE FROM app_fact; DELETE FROM file_leak WHERE is_app = 1")
      for file in app { try add(file) }
      try connection.execute(
        "INSERT OR IGNORE INTO apple_key SELECT value FROM app_fact WHERE name = 'key'")
    }
  }

  /// What signatures are checked with: roots from the app's own files, of this run or the last that
  /// had any, and Apple's keys of every run.
  ///
  /// From then on a file with signed records is only known if it was read with the same keys.
  package func trustedKeys() throws(StoreError) -> TrustedKeys {
    let query = try connection.prepare(
      """
      SELECT name, value FROM app_fact
      WHERE name IN ('kid', 'root')
      UNION
      SELECT 'key', value FROM apple_key
      ORDER BY name, value
      """)
    var facts: [(name: String, value: String)] = []
    while try query.step() { facts.append((query.text(0), query.text(1))) }
    let keys = TrustedKeys(facts: facts)
    keysDigest = keys.digest
    return keys
  }

  private func add(_ file: AppFile) throws(StoreError) {
    let row = try connection.prepare("INSERT OR REPLACE INTO app_file VALUES (?1, ?2, ?3, ?4)")
    row.bind(1, file.name)
    row.bind(2, file.kind.rawValue)
    row.bind(3, file.sha256)
    row.bind(4, Int64(file.byteCount))
    try row.run()
    let item = try connection.prepare("INSERT OR IGNORE INTO app_fact VALUES (?1, ?2, ?3, ?4)")
    for fact in file.facts {
      item.bind(1, file.name)
      item.bind(2, fact.name)
      item.bind(3, fact.value)
      item.bind(4, fact.time)
      try item.run()
    }
    try add(file.leaks, of: file.name, isApp: true)
  }

  private func add(_ leaks: [Leak], of path: String, isApp: Bool) throws(StoreError) {
    let item = try connection.prepare(
      "INSERT OR IGNORE INTO file_leak VALUES (?1, ?2, ?3, ?4, ?5)")
    for leak in leaks {
      item.bind(1, path)
      item.bind(2, leak.field)
      item.bind(3, Int64(leak.line))
      item.bind(4, leak.kind)
      item.bind(5, isApp ? 1 : 0)
      try item.run()
    }
  }
}
