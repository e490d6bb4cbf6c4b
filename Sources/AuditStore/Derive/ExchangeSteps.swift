/// The steps of deletions that exchanges show: the platform's unlink call and Apple's endpoints.
///
/// A step goes to a deletion of the caller that has a place for it, whichever file tells of it; an
/// unlink call without such a deletion is a deletion itself.
struct ExchangeSteps {
  /// Between the request of a deletion and its unlink call, in microseconds.
  private static let longestWait: Int64 = 86_400_000_000

  private struct Deletion {
    let row: Int64
    let requestedAt: Int64
    /// Completed, or its data deleted.
    let completedAt: Int64?
    /// When it was unlinked with success.
    var unlinkedAt: Int64?
    var hasUnlink: Bool
    var exchange: Step
    var revoke: Step

    func isOpen(at time: Int64) -> Bool {
      requestedAt <= time && (completedAt ?? unlinkedAt ?? .max) > time
    }
  }

  private enum Step {
    case none
    /// A table tells it, so it stays.
    case told
    case shown(isSuccess: Bool)

    /// Whether a call takes this place: the first, and later ones but for a failure after success.
    func yields(toSuccess isSuccess: Bool) -> Bool {
      switch self {
      case .none: true
      case .told: false
      case .shown(let wasSuccess): isSuccess || !wasSuccess
      }
    }
  }

  private struct Call {
    let row: Int64
    let at: Int64
    let user: Int64
    let kind: String
    let isSuccess: Bool
    let isCodeExchange: Bool
  }

  private let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  /// Empties what was filled into deletions that tables tell.
  static func takeOut(of connection: Connection) throws(StoreError) {
    guard try connection.integer("SELECT EXISTS (SELECT 1 FROM exchange_fill)") == 1 else { return }
    for column in columns {
      try connection.execute(
        """
        UPDATE deletion SET \(column) = NULL
        WHERE row IN (SELECT deletion_row FROM exchange_fill WHERE field = '\(column)')
        """)
    }
    try connection.execute("DELETE FROM exchange_fill")
  }

  private static let columns = [
    "unlinked_at", "unlink_status", "code_hash", "token_exchanged_at", "token_exchange_status",
    "id_token_sub", "revoked_at", "revoke_status",
  ]

  /// Adds the steps of all calls, each in the order of time.
  func putIn() throws(StoreError) {
    let calls = try calls()
    guard !calls.isEmpty else { return }
    var deletions = try deletions()
    let create = try connection.prepare(
      """
      INSERT INTO deletion (
        row, file, line, id, user, requested_at, unlinked_at, unlink_status)
      SELECT -row, file, line, id, user, at, at, status FROM exchange WHERE row = ?1
      """)
    for call in calls where call.kind == "unlink" {
      let own = deletions[call.user, default: []]
      let earliest = call.at - Self.longestWait
      let unlinkedAt = call.isSuccess ? call.at : nil
      if let index = own.lastIndex(where: {
        !$0.hasUnlink && (earliest...call.at).contains($0.requestedAt)
      }) {
        try fill(own[index].row, ["unlinked_at": "at", "unlink_status": "status"], from: call)
        deletions[call.user]?[index].hasUnlink = true
        deletions[call.user]?[index].unlinkedAt = unlinkedAt
      } else {
        create.bind(1, call.row)
        try create.run()
        let place = own.firstIndex { $0.requestedAt > call.at } ?? own.count
        deletions[call.user, default: []].insert(
          Deletion(
            row: -call.row, requestedAt: call.at, completedAt: nil, unlinkedAt: unlinkedAt,
            hasUnlink: true, exchange: .none, revoke: .none), at: place)
      }
    }
    for call in calls where call.kind != "unlink" { try add(call, to: &deletions) }
  }

  private func add(_ call: Call, to deletions: inout [Int64: [Deletion]]) throws(StoreError) {
    guard let own = deletions[call.user],
      let index = own.lastIndex(where: { $0.isOpen(at: call.at) })
    else { return }
    let step = Step.shown(isSuccess: call.isSuccess)
    if call.kind == "revoke" {
      guard own[index].revoke.yields(toSuccess: call.isSuccess) else { return }
      try fill(own[index].row, ["revoked_at": "at", "revoke_status": "status"], from: call)
      deletions[call.user]?[index].revoke = step
    } else if call.isCodeExchange {
      guard own[index].exchange.yields(toSuccess: call.isSuccess) else { return }
      try fill(
        own[index].row,
        [
          "token_exchanged_at": "at", "token_exchange_status": "status", "code_hash": "code_hash",
          "id_token_sub": "id_token_sub",
        ], from: call)
      deletions[call.user]?[index].exchange = step
    }
  }

  /// Copies columns of the exchange where a table tells nothing, and notes which.
  private func fill(
    _ row: Int64, _ columns: [String: String], from call: Call
  ) throws(StoreError) {
    for (column, source) in columns.sorted(by: { $0.key < $1.key }) {
      let note = try connection.prepare(
        """
        INSERT OR IGNORE INTO exchange_fill
        SELECT row, '\(column)' FROM deletion WHERE row = ?1 AND \(column) IS NULL
        """)
      note.bind(1, row)
      try note.run()
      let copy = try connection.prepare(
        """
        UPDATE deletion SET \(column) = (SELECT \(source) FROM exchange WHERE row = ?2)
        WHERE row = ?1
          AND EXISTS (
            SELECT 1 FROM exchange_fill WHERE deletion_row = ?1 AND field = '\(column)')
        """)
      copy.bind(1, row)
      copy.bind(2, call.row)
      try copy.run()
    }
  }

  private func calls() throws(StoreError) -> [Call] {
    let query = try connection.prepare(
      """
      SELECT row, at, user, kind, status BETWEEN 200 AND 299,
        coalesce(grant_type, 'authorization_code') = 'authorization_code'
      FROM exchange
      WHERE kind IN ('unlink', 'token', 'revoke') AND user IS NOT NULL
      ORDER BY at, id
      """)
    var calls: [Call] = []
    while try query.step() {
      calls.append(
        Call(
          row: query.integer(0), at: query.integer(1), user: query.integer(2),
          kind: query.text(3), isSuccess: query.integer(4) == 1,
          isCodeExchange: query.integer(5) == 1))
    }
    return calls
  }

  /// The deletions of all callers that tables tell, each caller's by time.
  private func deletions() throws(StoreError) -> [Int64: [Deletion]] {
    let query = try connection.prepare(
      """
      SELECT
        user, row, requested_at, coalesce(completed_at, data_deleted_at),
        CASE WHEN unlink_status BETWEEN 200 AND 299 THEN unlinked_at END,
        coalesce(unlinked_at, unlink_status) IS NOT NULL,
        coalesce(token_exchanged_at, token_exchange_status) IS NOT NULL,
        coalesce(revoked_at, revoke_status) IS NOT NULL
      FROM deletion
      WHERE user IN (
        SELECT user FROM exchange WHERE kind IN ('unlink', 'token', 'revoke'))
      ORDER BY requested_at, id
      """)
    var deletions: [Int64: [Deletion]] = [:]
    while try query.step() {
      deletions[query.integer(0), default: []].append(
        Deletion(
          row: query.integer(1), requestedAt: query.integer(2),
          completedAt: query.optionalInteger(3), unlinkedAt: query.optionalInteger(4),
          hasUnlink: query.integer(5) == 1,
          exchange: query.integer(6) == 1 ? .told : .none,
          revoke: query.integer(7) == 1 ? .told : .none))
    }
    return deletions
  }
}
