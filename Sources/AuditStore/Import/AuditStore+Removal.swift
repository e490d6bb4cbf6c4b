package import AuditModel
internal import AuditInput

/// Takes records out of a database: of one person, or of a time long gone.
///
/// Facts are emptied, because the next run derives them anew; findings that rest on a record that
/// goes, go too. What was deleted is overwritten, in the file and by a new copy of it.
extension AuditStore {
  /// What a removal took.
  package struct Removal: Sendable, Equatable {
    /// Records by stream.
    package var records: [Stream: Int] = [:]
    package var findings = 0
    package var users = 0

    package var recordCount: Int { records.values.reduce(0, +) }
  }

  /// Users that an id names: by the id itself, an Apple sub or an appUserUUID.
  package func users(named id: String) throws(StoreError) -> [Int64] {
    let query = try connection.prepare(
      """
      SELECT user FROM user WHERE id = ?1
      UNION
      SELECT user FROM session WHERE apple_sub = ?1 OR app_user_uuid = lower(?1)
      UNION
      SELECT user FROM account WHERE apple_sub = ?1 OR app_user_uuid = lower(?1)
      UNION
      SELECT user FROM deletion WHERE apple_sub = ?1
      """)
    var users: [Int64] = []
    for text in [id, names.nameOfAsked(id)] {
      guard let text else { continue }
      query.bind(1, text)
      while try query.step() { users.append(query.integer(0)) }
      query.reset()
    }
    return Set(users).sorted()
  }

  /// Removes everything that is kept of these users: their records, and those that only name their
  /// subs, their UUIDs or their addresses.
  package func forget(users: [Int64]) throws(StoreError) -> Removal {
    let list = users.map(String.init).joined(separator: ", ")
    return try remove(
      preparing: """
        CREATE TEMP TABLE person_text AS
        SELECT apple_sub AS text FROM session WHERE user IN (\(list))
        UNION SELECT app_user_uuid FROM session WHERE user IN (\(list))
        UNION SELECT email_hash FROM session WHERE user IN (\(list))
        UNION SELECT apple_sub FROM account WHERE user IN (\(list))
        UNION SELECT app_user_uuid FROM account WHERE user IN (\(list))
        UNION SELECT email_hash FROM account WHERE user IN (\(list))
        UNION SELECT apple_sub FROM deletion WHERE user IN (\(list));
        DELETE FROM person_text WHERE text IS NULL;
        """
    ) { definition in
      let terms = definition.columns.compactMap { column in
        switch column.name {
        case "apple_sub", "sub", "id_token_sub", "app_user_uuid", "app_account_token",
          "new_app_user_uuid", "email_hash", "address_hash":
          "\(column.name) IN (SELECT text FROM person_text)"
        default: column.storage == .user ? "\(column.name) IN (\(list))" : nil
        }
      }
      return terms.isEmpty ? nil : terms.joined(separator: " OR ")
    } finishing: { (removal) throws(StoreError) in
      try connection.execute(
        """
        DELETE FROM finding
        WHERE user IN (SELECT id FROM user WHERE user.user IN (\(list)))
          OR subject IN (SELECT id FROM user WHERE user.user IN (\(list)))
          OR subject IN (SELECT text FROM person_text)
        """)
      removal.findings += try changes()
      try connection.execute(
        """
        DELETE FROM pseudonym
        WHERE name IN (SELECT id FROM user WHERE user.user IN (\(list)))
          OR name IN (SELECT text FROM person_text);
        DELETE FROM pseudonym_user WHERE user IN (\(list));
        """)
      try connection.execute("DELETE FROM user WHERE user IN (\(list)); DROP TABLE person_text")
      removal.users = users.count
    }
  }

  /// Removes the records that happened before a time, microseconds since 1970 UTC; accounts and
  /// the rows of the owner's tables stay, they say what is.
  package func prune(before time: Int64) throws(StoreError) -> Removal {
    try remove(preparing: "") { definition in
      let column = ["at", "received_at", "requested_at"].first { name in
        definition.columns.contains { $0.name == name }
      }
      return column.map { "\($0) < \(time)" }
    } finishing: { (_) throws(StoreError) in
    }
  }

  private func remove(
    preparing sql: String, where condition: (StreamDefinition) -> String?,
    finishing: (inout Removal) throws(StoreError) -> Void
  ) throws(StoreError) -> Removal {
    var removal = Removal()
    try connection.execute("PRAGMA secure_delete = ON; BEGIN IMMEDIATE")
    do throws(StoreError) {
      try connection.execute("CREATE TEMP TABLE gone_record (stream TEXT, row INTEGER);" + sql)
      for stream in Stream.allCases {
        guard let condition = condition(stream.definition) else { continue }
        let table = stream.definition.table
        try connection.execute(
          "INSERT INTO gone_record SELECT '\(stream.rawValue)', row FROM \(table) WHERE \(condition);"
            + "DELETE FROM \(table) WHERE \(condition)")
        let count = try changes()
        if count > 0 { removal.records[stream] = count }
      }
      try connection.execute(
        """
        CREATE INDEX temp.gone_record_by_row ON gone_record (row, stream);
        DELETE FROM finding
        WHERE EXISTS (
          SELECT 1
          FROM json_each(finding.evidence) AS e
          JOIN gone_record AS g ON g.row = e.value ->> 1 AND g.stream = e.value ->> 0)
        """)
      removal.findings = try changes()
      try finishing(&removal)
      // Numbers of findings are given again.
      try connection.execute(
        "DELETE FROM finding_past WHERE finding NOT IN (SELECT finding FROM finding)")
      try Derivation.clear(connection)
      try connection.execute("DROP TABLE gone_record; COMMIT; VACUUM")
    } catch {
      connection.rollBack()
      throw error
    }
    return removal
  }

  /// Rows that the last statement changed.
  private func changes() throws(StoreError) -> Int {
    Int(try connection.number("SELECT changes()") ?? 0)
  }
}
