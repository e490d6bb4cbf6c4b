import AuditInput
import AuditModel
import Testing

@testable import AuditStore

/// A hand-made history of some accounts; times are seconds, amounts bare numbers.
struct History {
  var records: [(stream: AuditModel.Stream, record: Record)] = []
  var configuration = Configuration()
  var allCandidates = false

  init(platform: Configuration.App.Platform? = .speed) {
    configuration.app.platform = platform
  }

  mutating func add(_ stream: AuditModel.Stream, _ record: Record) {
    records.append((stream, record))
  }

  mutating func row(
    _ id: String, _ user: String, _ kind: String, _ amount: Int64, at: Int64, after: Int64? = nil,
    started: Int64? = nil, from: String? = nil, _ more: Record = [:]
  ) {
    var record = more
    record["adjustment_id"] = .text(id)
    record["user"] = .text(user)
    record["kind"] = .text(kind)
    record["amount"] = .integer(amount)
    record["at"] = .integer(seconds(at))
    if record["applied"] == nil { record["applied"] = 1 }
    if record["payer"] == nil { record["payer"] = "local" }
    if let after { record["balance_after"] = .integer(after) }
    if let started { record["started_at"] = .integer(seconds(started)) }
    if let from { record["moved_from"] = .text(from) }
    add(.ledger, record)
  }

  mutating func session(_ id: String, _ user: String, at: Int64, _ more: Record = [:]) {
    var record = more
    record["id"] = .text(id)
    record["user"] = .text(user)
    record["at"] = .integer(seconds(at))
    add(.sessions, record)
  }

  /// An isNewAccount session; it counts unless it is older than the oldest ledger row.
  mutating func newAccount(_ user: String, at: Int64) {
    session("new-\(user)-\(at)", user, at: at, ["is_new_account": 1])
  }

  /// A link with `keep: speed` in which `p` goes and `s` survives.
  mutating func merge(_ p: String, into s: String, at: Int64) {
    link("\(p)-\(s)", p, s, keep: "speed", at: at, ["new_user": .text(s)])
  }

  mutating func link(
    _ id: String, _ local: String, _ speed: String, keep: String? = nil, at: Int64,
    status: Int64 = 200, _ more: Record = [:]
  ) {
    var record = more
    record["id"] = .text(id)
    record["local_user"] = .text(local)
    record["speed_user"] = .text(speed)
    record["at"] = .integer(seconds(at))
    record["status"] = .integer(status)
    if let keep { record["keep"] = .text(keep) }
    add(.links, record)
  }

  mutating func deletion(
    _ id: String, _ user: String, requested: Int64, completed: Int64? = nil, _ more: Record = [:]
  ) {
    var record = more
    record["id"] = .text(id)
    record["user"] = .text(user)
    record["requested_at"] = .integer(seconds(requested))
    if let completed { record["completed_at"] = .integer(seconds(completed)) }
    add(.deletions, record)
  }

  mutating func reading(_ user: String, _ balance: Int64, at: Int64) {
    add(
      .balances,
      ["user": .text(user), "local_balance": .integer(balance), "at": .integer(seconds(at))])
  }

  mutating func purchase(_ id: String, at: Int64, _ more: Record) {
    var record = more
    record["transaction_id"] = .text(id)
    record["product_id"] = "p"
    record["quantity"] = 1
    record["at"] = .integer(seconds(at))
    add(.purchases, record)
  }

  /// Stores the records in their order and derives the facts.
  func store(asOf: Int64? = nil) throws -> AuditStore {
    let store = try AuditStore.opened()
    for (index, entry) in records.enumerated() {
      let fields = entry.stream.definition.fields.filter { field in
        field.columns.contains { entry.record[$0.name] != nil }
      }
      _ = try store.read(
        "\(entry.stream.rawValue)-\(index)", entry.stream, [entry.record],
        fields: Set(fields.map(\.name)))
    }
    _ = try Derivation.run(
      on: store.connection, configuration: configuration, asOf: asOf,
      allCandidates: allCandidates)
    return store
  }

  /// Every row's place in its chain: id and user, owner and sequence, then before, delta, after
  /// and start balance, the mismatch, and F (first), N (new) and U (undoing); `?` is unknown.
  func chain() throws -> [String] {
    var all = self
    all.allCandidates = true
    return try all.store().rows(History.chain)
  }

  static let chain = """
    SELECT
      l.adjustment_id || '@' || u.id || ' ' || o.id || c.sequence || ': '
      || coalesce(c.before, '?') || ' ' || c.delta || ' ' || coalesce(c.after, '?')
      || ' ' || coalesce(c.start_balance, '?')
      || coalesce(' off ' || c.mismatch, '')
      || iif(c.is_first + c.is_new + c.is_undoing > 0, ' ', '')
      || iif(c.is_first, 'F', '') || iif(c.is_new, 'N', '') || iif(c.is_undoing, 'U', '')
    FROM chain AS c
    JOIN ledger AS l ON l.row = c.row
    JOIN user AS u ON u.user = l.user
    JOIN user AS o ON o.user = c.owner
    ORDER BY o.id, c.sequence
    """

  static let reading = """
    SELECT
      u.id || ' ' || (b.at / 1000000), coalesce(r.expected, '?'), r.is_near, r.has_row_before,
      r.is_before_first_row
    FROM reading AS r
    JOIN balance AS b ON b.row = r.balance_row
    JOIN user AS u ON u.user = b.user
    ORDER BY u.id, b.at
    """

  static let mergeBalance = """
    SELECT k.id, coalesce(m.balance, '?'), l.adjustment_id
    FROM merge_balance AS m
    JOIN link AS k ON k.row = m.link_row
    LEFT JOIN ledger AS l ON l.row = m.chain_row
    ORDER BY k.id
    """

  static let deletion = """
    SELECT d.id, coalesce(f.is_local_account, '?'), coalesce(f.balance, '?'), l.adjustment_id
    FROM deletion_fact AS f
    JOIN deletion AS d ON d.row = f.deletion_row
    LEFT JOIN ledger AS l ON l.row = f.balance_row
    ORDER BY d.id
    """

  static let dips = """
    SELECT l.adjustment_id || '@' || u.id, d.lowest, e.adjustment_id, d.end_at / 1000000
    FROM dip AS d
    JOIN ledger AS l ON l.row = d.row
    JOIN user AS u ON u.user = l.user
    LEFT JOIN ledger AS e ON e.row = d.end_row
    ORDER BY u.id, l.at
    """

  static let moved = """
    SELECT
      l.adjustment_id || '@' || u.id || coalesce('<' || f.id, ''),
      o.adjustment_id || '@' || v.id || coalesce('<' || g.id, '')
    FROM moved_row AS m
    JOIN ledger AS l ON l.row = m.row
    JOIN user AS u ON u.user = l.user
    LEFT JOIN user AS f ON f.user = l.moved_from
    JOIN ledger AS o ON o.row = m.original_row
    JOIN user AS v ON v.user = o.user
    LEFT JOIN user AS g ON g.user = o.moved_from
    ORDER BY 1, 2
    """
}

func seconds(_ count: Int64) -> Int64 { count * 1_000_000 }
