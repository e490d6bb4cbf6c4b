internal import AuditModel

/// The balance of each account after each of its ledger rows.
///
/// A row that tells its balance is believed; others add to the one before. A first row counts from
/// zero only where the account is known to have been new, or nothing else would be known.
struct BalanceWalk {
  private(set) var afterRow: [Int64: Int64] = [:]
  private(set) var deltaOfRow: [Int64: Int64] = [:]
  private(set) var last: [Int64: (balance: Int64?, at: Int64)] = [:]
  private(set) var lines: [Int64: [Investigation.Line.Point]] = [:]
  /// The owner of each chain, the one before a merge moved the rows.
  static func owner(of row: StoryRecord) -> Int64? {
    row.number("moved_from") ?? row.number("user")
  }

  init(
    _ records: StoryRecords, newAccounts: Set<Int64>, emptiedAt: [Int64: [Int64]], isSpeed: Bool
  ) {
    var chains: [Int64: [StoryRecord]] = [:]
    for row in records[.ledger]
    where !records.moved.contains(row.row) && !records.foreignCredits.contains(row.row) {
      if let owner = Self.owner(of: row) { chains[owner, default: []].append(row) }
    }
    for row in records[.ledger] { deltaOfRow[row.row] = Self.delta(row, isSpeed: isSpeed) }
    for (owner, rows) in chains {
      walk(
        owner, rows.sorted(by: Self.precedes), isNew: newAccounts.contains(owner),
        emptiedAt: emptiedAt[owner] ?? [], isSpeed: isSpeed)
    }
  }

  private mutating func walk(
    _ owner: Int64, _ rows: [StoryRecord], isNew: Bool, emptiedAt: [Int64], isSpeed: Bool
  ) {
    var balance: Int64? = isNew ? 0 : nil
    var previous = Int64.min
    for row in rows {
      let at = row.number("at") ?? previous
      if emptiedAt.contains(where: { $0 >= previous && $0 < at }) { balance = 0 }
      let delta = deltaOfRow[row.row] ?? 0
      let isIgnored = isSpeed && row.text("kind") == "reversal"
      let told = isIgnored ? nil : row.number("balance_after")
      let before = balance ?? told.map { $0.saturating(0 &- delta) }
      if lines[owner] == nil, let before {
        lines[owner] = [.init(at: at, balance: before)]
      }
      balance = told ?? balance.map { $0.saturating(delta) }
      previous = at
      last[owner] = (balance, at)
      guard let balance else { continue }
      afterRow[row.row] = balance
      lines[owner, default: []].append(.init(at: at, balance: balance))
    }
  }

  /// By time, then adjustment id, as derivation orders a chain.
  private static func precedes(_ left: StoryRecord, _ right: StoryRecord) -> Bool {
    let (one, other) = (left.number("at") ?? 0, right.number("at") ?? 0)
    guard one == other else { return one < other }
    let (first, second) = (order(left), order(right))
    return first == second ? left.row < right.row : first < second
  }

  private static func order(_ row: StoryRecord) -> AdjustmentOrder {
    Array((row.text("adjustment_id") ?? "").utf8).withUnsafeBytes { AdjustmentOrder($0) }
  }

  private static func delta(_ row: StoryRecord, isSpeed: Bool) -> Int64 {
    guard row.flag("applied") != false, row.text("payer") != "linked",
      let amount = row.number("amount"), let kind = row.text("kind")
    else { return 0 }
    switch kind {
    case "purchase", "gift", "merge-in": return amount
    case "reversal": return isSpeed || amount == .min ? 0 : 0 - amount
    default: return amount == .min ? 0 : 0 - amount
    }
  }
}
