package import AuditModel
package import AuditStore

/// What was read and configured, as far as it decides which rules can be evaluated.
package struct RuleFacts: Sendable, Equatable {
  package var streams: Set<Stream>
  /// `stream.field` of every field whose name occurred.
  package var knownFields: Set<String>
  /// Streams of which something read says that there is more.
  package var incomplete: Set<Stream>
  /// Streams that the configuration says hold everything since the app began.
  package var complete: Set<Stream>
  /// Keys that the configuration gives.
  package var configuration: Set<String>
  /// `speed` or `direct`.
  package var platform: String
  /// Whether the configuration says that the app has its own backend: nothing of the platform can be
  /// asked for then.
  package var isOwnBackend = false
  package var files: Set<AppFileKind>
  package var evidence: Set<Evidence>

  package init(
    streams: Set<Stream> = [], knownFields: Set<String> = [], incomplete: Set<Stream> = [],
    complete: Set<Stream> = [], configuration: Set<String> = [], platform: String = "direct",
    files: Set<AppFileKind> = [], evidence: Set<Evidence> = []
  ) {
    self.streams = streams
    self.knownFields = knownFields
    self.incomplete = incomplete
    self.complete = complete
    self.configuration = configuration
    self.platform = platform
    self.files = files
    self.evidence = evidence
  }

  /// Reads the facts from a store after derivation.
  package static func read(from connection: Connection) throws(StoreError) -> RuleFacts {
    var facts = RuleFacts()
    let kinds = try connection.texts("SELECT DISTINCT kind FROM app_file")
    facts.files = Set(kinds.compactMap(AppFileKind.init(rawValue:)))
    for stream in Stream.allCases
    where try connection.isTrue("SELECT EXISTS (SELECT 1 FROM \(stream.definition.table))") {
      facts.streams.insert(stream)
    }
    facts.streams.formUnion(try connection.streams("SELECT DISTINCT stream FROM file_stream"))
    facts.streams.formUnion(try connection.streams("SELECT stream FROM known"))
    facts.knownFields = Set(try connection.texts("SELECT stream || '.' || field FROM known"))
    facts.addFieldsOfAccounts()
    facts.incomplete = Set(try connection.streams("SELECT stream FROM incomplete"))
    facts.complete = Set(
      try connection.streams("SELECT value FROM setting_list WHERE name = 'complete'"))
    facts.configuration = try configuration(connection)
    facts.platform = try connection.texts("SELECT platform FROM setting").first ?? "direct"
    for evidence in Evidence.allCases where try connection.isTrue(evidence.query) {
      facts.evidence.insert(evidence)
    }
    return facts
  }

  /// The users table fills what a session lacks, so its fields are known there too.
  package mutating func addFieldsOfAccounts() {
    guard streams.contains(.sessions) else { return }
    for field in ["method", "appleSub", "isLocalUser", "appUserUUID", "name"]
    where knownFields.contains("accounts." + field) {
      knownFields.insert("sessions." + field)
    }
  }

  /// What an exported field makes likely before its values are read: that some were checked.
  package mutating func addEvidenceOfFields() {
    let fields: [(String, Evidence)] = [
      ("attempts.signature", .checkedAttempts), ("notifications.signature", .checkedNotifications),
      ("purchases.signature", .checkedPurchases), ("deletions.channel", .deletionChannels),
    ]
    for (field, shown) in fields where knownFields.contains(field) { evidence.insert(shown) }
  }

  private static func configuration(
    _ connection: Connection
  ) throws(StoreError) -> Set<String> {
    var keys = Set(
      try connection.texts(
        """
        SELECT DISTINCT 'app.' || name FROM setting_list
        WHERE name NOT IN ('complete', 'issuers', 'jwksKids')
        """
      ))
    if try connection.isTrue("SELECT EXISTS (SELECT 1 FROM product)") { keys.insert("products") }
    let columns = [
      ("app.teamId", "team_id"), ("app.environment", "environment"),
      ("app.teamTransferAt", "team_transfer_at"), ("app.loginExemption", "login_exemption"),
      ("app.deletionInApp", "deletion_in_app"), ("export.exportedAt", "exported_at"),
      ("policy.sessionLifetime", "session_lifetime"),
    ]
    for (key, column) in columns
    where try connection.isTrue("SELECT coalesce(max(\(column) IS NOT NULL), 0) FROM setting") {
      keys.insert(key)
    }
    if try connection.isTrue("SELECT coalesce(max(app <> 'app'), 0) FROM setting") {
      keys.insert("app.appId")
    }
    return keys
  }

  /// Whether the need is met.
  func meets(_ need: Need) -> Bool {
    switch need {
    case .stream(let stream): streams.contains(stream)
    case .field(let stream, let field): knows(field, of: stream)
    case .complete(let stream):
      streams.contains(stream) && complete.contains(stream) && !incomplete.contains(stream)
    case .whole(let stream): streams.contains(stream) && !incomplete.contains(stream)
    case .configuration(let key): configuration.contains(key)
    case .unset(let key): !configuration.contains(key)
    case .platform(let name): platform == name
    case .file(let kind): files.contains(kind)
    case .evidence(let evidence): self.evidence.contains(evidence)
    }
  }

  private func knows(_ field: String, of stream: Stream) -> Bool {
    guard streams.contains(stream) else { return false }
    return knownFields.contains(stream.rawValue + "." + field)
      || stream.definition.field(named: field)?.isRequired == true
  }
}

extension Connection {
  fileprivate func isTrue(_ sql: String) throws(StoreError) -> Bool {
    let statement = try prepare(sql)
    return try statement.step() && statement.integer(0) != 0
  }

  fileprivate func texts(_ sql: String) throws(StoreError) -> [String] {
    let statement = try prepare(sql)
    var texts: [String] = []
    while try statement.step() { texts.append(statement.text(0)) }
    return texts
  }

  fileprivate func streams(_ sql: String) throws(StoreError) -> [Stream] {
    try texts(sql).compactMap(Stream.init(rawValue:))
  }
}
