internal import AuditModel

/// Puts pseudonyms in the place of everything that names people whose accounts ended long ago.
///
/// The ids of a person are collected from the records that are theirs, those left out that name
/// somebody else, too; then every column that holds such an id, every free text that an id is a part
/// of and every finding that tells of it gets the pseudonym. The numbers of users, and so all that
/// joins records, stay as they are.
struct PersonSweep {
  /// Where an id of a person stands beside the person.
  private struct Source {
    let kind: PersonText
    let table: String
    let column: String
    let owner: String
    var condition = "1"
  }

  private static let secretKinds = "kind NOT IN ('token', 'revoke')"
  private static let sources = [
    Source(kind: .user, table: "user", column: "id", owner: "user"),
    Source(kind: .sub, table: "session", column: "apple_sub", owner: "user"),
    Source(kind: .sub, table: "account", column: "apple_sub", owner: "user"),
    Source(kind: .sub, table: "deletion", column: "apple_sub", owner: "user"),
    Source(kind: .sub, table: "deletion", column: "id_token_sub", owner: "user"),
    Source(kind: .sub, table: "attempt", column: "sub", owner: "user"),
    Source(kind: .sub, table: "applecall", column: "sub", owner: "user"),
    Source(
      kind: .sub, table: "exchange", column: "sub",
      owner: "coalesce(exchange.account, exchange.user)",
      condition: secretKinds),
    Source(kind: .sub, table: "exchange", column: "id_token_sub", owner: "user"),
    Source(kind: .uuid, table: "session", column: "app_user_uuid", owner: "user"),
    Source(kind: .uuid, table: "account", column: "app_user_uuid", owner: "user"),
    Source(kind: .uuid, table: "purchase", column: "app_account_token", owner: "user"),
    Source(kind: .uuid, table: "link", column: "new_app_user_uuid", owner: "new_user"),
    Source(kind: .uuid, table: "exchange", column: "app_user_uuid", owner: "account"),
    Source(kind: .uuid, table: "exchange", column: "new_app_user_uuid", owner: "new_user"),
    Source(
      kind: .session, table: "session", column: "id", owner: "user", condition: "row > 0"),
    Source(kind: .session, table: "attempt", column: "session_id", owner: "user"),
    Source(kind: .address, table: "session", column: "email_hash", owner: "user"),
    Source(kind: .address, table: "account", column: "email_hash", owner: "user"),
    Source(kind: .address, table: "attempt", column: "email_hash", owner: "user"),
    Source(kind: .address, table: "mail", column: "address_hash", owner: "user"),
    Source(
      kind: .address, table: "exchange", column: "email_hash",
      owner: "coalesce(exchange.account, exchange.user)"),
  ]

  /// Columns of facts that repeat a text of a record.
  private static let facts: [(table: String, column: String, kind: PersonText)] = [
    ("session_fill", "app_user_uuid", .uuid), ("session_fill", "apple_sub", .sub),
    ("account_uuid", "uuid", .uuid), ("credited_uuid", "uuid", .uuid),
    ("sub_session", "apple_sub", .sub), ("gone", "id", PersonText(name: "deletion.id")),
    ("repeated_key", "idempotency_key", PersonText(name: "idempotency_key")),
    ("repeated_adjustment", "adjustment_id", PersonText(name: "adjustment_id")),
    ("transaction_row", "tx", .transaction),
  ]

  private let connection: Connection
  private(set) var names: PersonNames
  private let insertName: Statement
  private let insertRenamed: Statement
  private var told = ToldNames()

  /// Begins with who is due: in a transaction, whose temporary tables it fills.
  init(
    _ connection: Connection, names: PersonNames, endedBefore horizon: Int64
  ) throws(StoreError) {
    self.connection = connection
    self.names = names
    try connection.execute(
      """
      CREATE TEMP TABLE due_user (user INTEGER PRIMARY KEY);
      CREATE TEMP TABLE person_text (
        kind TEXT, text TEXT, user INTEGER, PRIMARY KEY (kind, text, user)) WITHOUT ROWID;
      CREATE TEMP TABLE kept_text (kind TEXT, text TEXT, PRIMARY KEY (kind, text)) WITHOUT ROWID;
      CREATE TEMP TABLE renamed (
        kind TEXT, text TEXT, name TEXT, PRIMARY KEY (kind, text)) WITHOUT ROWID;
      INSERT INTO due_user SELECT user FROM ended_account WHERE ended_at < \(horizon);
      INSERT OR IGNORE INTO due_user
      SELECT p FROM merge_closure WHERE s IN (SELECT user FROM due_user);
      INSERT OR IGNORE INTO due_user SELECT user FROM pseudonym_user;
      """)
    insertName = try connection.prepare("INSERT OR IGNORE INTO pseudonym VALUES (?1, ?2, ?3)")
    insertRenamed = try connection.prepare("INSERT OR IGNORE INTO renamed VALUES (?1, ?2, ?3)")
  }

  mutating func run() throws(StoreError) {
    try collect()
    try nameIDs()
    try noteAddresses()
    try nameFreeTexts()
    for stream in Stream.allCases { try rename(stream.definition) }
    for fact in Self.facts {
      try connection.execute(
        """
        UPDATE \(fact.table)
        SET \(fact.column) = \(Self.name(of: fact.column, fact.kind))
        WHERE \(Self.isRenamed(fact.column, fact.kind))
        """)
    }
    // Filters know texts by what they were.
    try connection.execute(
      """
      UPDATE user SET id = \(Self.name(of: "id", .user)) WHERE \(Self.isRenamed("id", .user));
      DELETE FROM id_filter;
      INSERT OR IGNORE INTO pseudonym_user SELECT user FROM due_user;
      """)
    try renameFindings()
    try connection.execute(
      "DROP TABLE due_user; DROP TABLE person_text; DROP TABLE kept_text; DROP TABLE renamed")
  }

  /// The ids of those who are due and of nobody else.
  private func collect() throws(StoreError) {
    for source in Self.sources {
      try connection.execute(
        """
        INSERT OR IGNORE INTO person_text
        SELECT '\(source.kind.name)', \(source.column), \(source.owner)
        FROM \(source.table)
        WHERE \(source.owner) IN (SELECT user FROM due_user)
          AND \(source.column) IS NOT NULL
          AND \(source.condition)
        """)
    }
    for source in Self.sources where source.kind != .user {
      try connection.execute(
        """
        INSERT OR IGNORE INTO kept_text
        SELECT '\(source.kind.name)', \(source.column)
        FROM \(source.table)
        WHERE \(source.owner) NOT IN (SELECT user FROM due_user)
          AND \(source.column) IN (SELECT text FROM person_text WHERE kind = '\(source.kind.name)')
          AND \(source.condition)
        """)
    }
    try connection.execute(
      "DELETE FROM person_text WHERE (kind, text) IN (SELECT kind, text FROM kept_text)")
  }

  private mutating func nameIDs() throws(StoreError) {
    let list = try connection.prepare("SELECT DISTINCT kind, text FROM person_text ORDER BY 1, 2")
    while try list.step() {
      let kind = PersonText(name: list.text(0))
      let text = list.text(1)
      if names.all.contains(text) { continue }
      try rename(text, kind, to: names.newName(for: kind == .address ? "@" + text : text))
    }
  }

  private mutating func rename(
    _ text: String, _ kind: PersonText, to name: String
  ) throws(StoreError) {
    try names.keep(name, for: text, kind, with: insertName)
    insertRenamed.bind(1, kind.name)
    insertRenamed.bind(2, text)
    insertRenamed.bind(3, name)
    try insertRenamed.run()
    told.add(text, kind, name)
  }

  private mutating func noteAddresses() throws(StoreError) {
    for source in Self.sources where source.kind == .address {
      let owner = source.owner == "user" ? source.table + ".user" : source.owner
      let list = try connection.prepare(
        """
        SELECT DISTINCT u.id, \(source.table).\(source.column.dropLast("_hash".count)), n.name
        FROM \(source.table)
        JOIN renamed AS n ON n.kind = 'address' AND n.text = \(source.table).\(source.column)
        JOIN user AS u ON u.user = \(owner)
        """)
      while try list.step() { told.add(address: list.text(1), of: list.text(0), list.text(2)) }
    }
  }

  /// Finds the texts of which an id is a part, in the records of those who are due.
  private mutating func nameFreeTexts() throws(StoreError) {
    var ids: [Int64: [(text: String, name: String)]] = [:]
    let list = try connection.prepare(
      """
      SELECT p.user, p.text, r.name
      FROM person_text AS p JOIN renamed AS r ON r.kind = p.kind AND r.text = p.text
      WHERE p.kind IN ('user', 'sub', 'uuid', 'session')
      ORDER BY length(p.text) DESC, p.text, p.kind, p.user
      """)
    while try list.step() {
      ids[list.integer(0), default: []].append((list.text(1), list.text(2)))
    }
    for stream in Stream.allCases {
      let definition = stream.definition
      let free = definition.columns.compactMap { column in
        PersonText.of(column, in: definition.table)
          .flatMap { $0.isFree ? (column: column.name, kind: $0) : nil }
      }
      let owners = definition.columns.filter { $0.storage == .user }.map(\.name)
      guard !free.isEmpty, !owners.isEmpty else { continue }
      let isDue = owners.map { "\($0) IN (SELECT user FROM due_user)" }
      let rows = try connection.prepare(
        "SELECT " + (owners + free.map(\.column)).joined(separator: ", ")
          + " FROM \(definition.table) WHERE \(isDue.joined(separator: " OR ")) ORDER BY row")
      while try rows.step() {
        let own = owners.indices.flatMap { index in
          rows.optionalInteger(Int32(index)).flatMap { ids[$0] } ?? []
        }
        for (index, (_, kind)) in free.enumerated() {
          guard let text = rows.optionalText(Int32(owners.count + index)) else { continue }
          try nameFreeText(text, kind, ids: own)
        }
      }
    }
  }

  private mutating func nameFreeText(
    _ text: String, _ kind: PersonText, ids: [(text: String, name: String)]
  ) throws(StoreError) {
    guard !names.all.contains(text), names.name(of: text, kind) == nil else { return }
    var changed = text
    for id in ids { changed = FreeText.replacing(id.text, with: id.name, in: changed) }
    // A record that came later may have an id whose pseudonym is all that is known of it.
    changed = FreeText.mapParts(of: changed) { names.name(ofID: $0) }
    guard changed != text else { return }
    try rename(text, kind, to: changed)
    guard kind.name == "idempotency_key" else { return }
    // The transaction that a key names is a fact of its own.
    let mark = "apple-transaction:"
    if let start = text.firstRange(of: mark)?.upperBound,
      let end = changed.firstRange(of: mark)?.upperBound, text[start...] != changed[end...]
    {
      try rename(String(text[start...]), .transaction, to: String(changed[end...]))
    }
  }

  private func rename(_ definition: StreamDefinition) throws(StoreError) {
    var sets: [String] = []
    var tests: [String] = []
    for column in definition.columns where column.storage == .text {
      guard let kind = PersonText.of(column, in: definition.table) else { continue }
      let key = kind == .address ? column.name + "_hash" : column.name
      sets.append("\(column.name) = \(Self.name(of: key, kind, instead: column.name))")
      tests.append(Self.isRenamed(key, kind))
    }
    guard !sets.isEmpty else { return }
    try connection.execute(
      "UPDATE \(definition.table) SET \(sets.joined(separator: ", "))"
        + " WHERE \(tests.joined(separator: " OR "))")
  }

  private static func name(
    of key: String, _ kind: PersonText, instead: String? = nil
  ) -> String {
    let column = instead ?? key
    return "iif(\(column) IS NULL, NULL, coalesce((SELECT name FROM renamed AS n"
      + " WHERE n.kind = '\(kind.name)' AND n.text = \(key)), \(column)))"
  }

  private static func isRenamed(_ key: String, _ kind: PersonText) -> String {
    "\(key) IN (SELECT text FROM renamed WHERE kind = '\(kind.name)')"
  }

  /// Findings of every run tell of the pseudonym, under the fingerprint that they have.
  private mutating func renameFindings() throws(StoreError) {
    let list = try connection.prepare(
      "SELECT finding, rule, subject_kind, subject, user, message, fingerprint FROM finding")
    var changed: [(finding: Int64, subject: String, user: String?, message: String)] = []
    let alias = try connection.prepare("INSERT OR IGNORE INTO finding_alias VALUES (?1, ?2)")
    while try list.step() {
      guard let kind = Subject.Kind(rawValue: list.text(2)) else { continue }
      let old = (subject: list.text(3), user: list.optionalText(4), message: list.text(5))
      let subject = told.subject(old.subject, kind, user: old.user)
      let user = old.user.map { told.name(of: $0, .user) ?? $0 }
      let isTheirs = subject != old.subject || user != old.user
      let message = told.text(old.message, isTheirs: isTheirs, user: old.user)
      guard isTheirs || message != old.message else { continue }
      changed.append((list.integer(0), subject, user, message))
      guard subject != old.subject else { continue }
      let later = Fingerprint.of(rule: list.text(1), subject: Subject(kind: kind, id: subject))
      alias.bind(1, later)
      alias.bind(2, list.text(6))
      try alias.run()
      names.keep(fingerprint: later, of: list.text(6))
    }
    let update = try connection.prepare(
      "UPDATE finding SET subject = ?2, user = ?3, message = ?4 WHERE finding = ?1")
    for finding in changed {
      update.bind(1, finding.finding)
      update.bind(2, finding.subject)
      update.bind(3, finding.user)
      update.bind(4, finding.message)
      try update.run()
    }
  }
}
