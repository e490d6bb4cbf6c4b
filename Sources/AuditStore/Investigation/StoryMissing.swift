internal import AuditModel

/// What the exports of a data set lack to be sure of a story.
enum StoryMissing {
  private static let reasons: [Stream: String] = [
    .sessions: "Who signed in when, and whether the account is in use.",
    .attempts: "Which sign-ins were refused, and why.",
    .accounts: "Today's state of the users table.",
    .links: "Whether the account was linked or merged, and what was kept.",
    .ledger: "What was credited and spent, and the balance.",
    .balances: "What the platform itself says the balance is.",
    .purchases: "What was bought at Apple, and whether it was credited.",
    .notifications: "What Apple told: withdrawn consent, mail forwarding switched off, refunds.",
    .deletions: "Whether the account's deletion was asked for and finished.",
    .applecalls: "Whether codes were exchanged and tokens revoked.",
    .mail: "Which mails were sent, and whether they arrived.",
    .rows: "Which rows of your own database still belong to the account.",
  ]
  private static let fields: [(Stream, String, String)] = [
    (.sessions, "appleSub", "Whether another account has the same Apple account."),
    (.sessions, "isNewAccount", "Whether a balance begins at zero."),
    (.sessions, "endedAt", "When and why sessions ended."),
    (.ledger, "balanceAfter", "A balance that need not be computed from the rows before."),
    (.links, "speedUserId", "Which account was given up."),
    (.mail, "status", "Whether a mail arrived."),
  ]

  /// Streams that no file feeds, streams known to be incomplete, and fields that no file has.
  static func find(_ connection: Connection, isSpeed: Bool) throws(StoreError) -> [Investigation
    .Missing]
  {
    let present = try words("SELECT DISTINCT stream FROM file_stream", connection)
    let partial = try words("SELECT stream FROM incomplete", connection)
    let known = try words("SELECT stream || '.' || field FROM known", connection)
    var missing: [Investigation.Missing] = []
    // Exchanges are another way to tell of the other streams, never missing beside them.
    for stream in Stream.allCases where stream != .exchanges {
      let name = stream.rawValue
      if !isSpeed && (stream == .links || stream == .balances) { continue }
      if !present.contains(name) {
        missing.append(.init(export: name, reason: reasons[stream] ?? ""))
      } else if partial.contains(name) {
        missing.append(.init(export: "the rest of \(name)", reason: reasons[stream] ?? ""))
      }
    }
    for (stream, field, reason) in fields
    where present.contains(stream.rawValue) && !known.contains("\(stream.rawValue).\(field)") {
      missing.append(.init(export: "\(stream.rawValue).\(field)", reason: reason))
    }
    return missing
  }

  private static func words(
    _ sql: String, _ connection: Connection
  ) throws(StoreError) -> Set<String> {
    let query = try connection.prepare(sql)
    var words: Set<String> = []
    while try query.step() { words.insert(query.text(0)) }
    return words
  }
}
