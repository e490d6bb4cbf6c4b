/// The users' chains: rows in order, with the balance before and after each.
struct OracleChains {
  /// One movement as the chain sees it.
  struct Row {
    var record: LedgerRecord
    /// Whose chain it belongs to.
    var owner: String
    /// "a first row": nothing before it in the chain counts for it.
    var isFirst = false
    /// "S's rows up to T may be two chains: chain rules are quiet for them".
    var isBlurred = false
    /// The row is the first of a new account.
    var isFirstOfNewAccount = false
    /// The balance after the previous row of the chain.
    var fromChain: Int64?
    var before: Int64?
    var delta: Int64
    /// `balanceAfter`, where it says something of the local balance.
    var stated: Int64?
    var after: Int64?
  }

  private(set) var rows: [String: [Row]] = [:]
  /// T of merges whose S can't be told from P before it, by S.
  private(set) var blurs: [String: [Int64]] = [:]
  private var completions: [String: [Int64]] = [:]
  /// "isNewAccount session that is not older than the oldest ledger row read", by user.
  private var births: [String: [Int64]] = [:]

  init() {}

  init(words: OracleWords) {
    completions = words.completions
    let owned = OracleOwners(words: words).owned
    for row in owned {
      rows[row.owner, default: []].append(
        Row(
          record: row.record, owner: row.owner,
          delta: OracleChains.delta(of: row.record, words.platform),
          stated: OracleChains.statedBalance(of: row.record, words.platform)))
    }
    for owner in rows.keys {
      rows[owner]?.sort { OracleChains.precedes($0.record, $1.record, words.records.ledgerText) }
    }
    let oldest = words.records.ledger.map(\.at).min()
    let isComplete = words.configuration.complete.contains("ledger")
    for session in words.sessions where session.isNewAccount == true {
      if isComplete || oldest.map({ session.at >= $0 }) ?? true {
        births[session.userId, default: []].append(session.at)
      }
    }
    for merge in words.merges {
      guard let s = merge.s, isBlurred(merge, s, words, owned) else { continue }
      blurs[s, default: []].append(merge.t)
    }
    for owner in rows.keys { sumUp(owner) }
  }

  /// "+ for `purchase`, `gift`, `merge-in`; - for the others; 0 when not applied, 0 when payer is
  /// `linked`, and 0 for `reversal` on platform speed".
  private static func delta(
    of record: LedgerRecord, _ platform: OracleConfiguration.Platform
  ) -> Int64 {
    if !record.applied || record.payer == "linked" { return 0 }
    if record.kind == "reversal" && platform == .speed { return 0 }
    return ["purchase", "gift", "merge-in"].contains(record.kind) ? record.amount : -record.amount
  }

  /// "a balanceAfter on it [a reversal on platform speed] is ignored".
  private static func statedBalance(
    of record: LedgerRecord, _ platform: OracleConfiguration.Platform
  ) -> Int64? {
    record.kind == "reversal" && platform == .speed ? nil : record.balanceAfter
  }

  /// "ordered by (at; adjustmentIds that are numbers before others, numbers by value, others by
  /// bytes; then the record's bytes)".
  private static func precedes(
    _ left: LedgerRecord, _ right: LedgerRecord, _ text: [LedgerRecord: String]
  ) -> Bool {
    if left.at != right.at { return left.at < right.at }
    let a = Array(left.adjustmentId.utf8)
    let b = Array(right.adjustmentId.utf8)
    let aIsNumber = a.allSatisfy { (0x30...0x39).contains($0) }
    let bIsNumber = b.allSatisfy { (0x30...0x39).contains($0) }
    if aIsNumber != bIsNumber { return aIsNumber }
    if aIsNumber {
      let aDigits = Array(a.drop { $0 == 0x30 })
      let bDigits = Array(b.drop { $0 == 0x30 })
      if aDigits.count != bDigits.count { return aDigits.count < bDigits.count }
      if aDigits != bDigits { return aDigits.lexicographicallyPrecedes(bDigits) }
    } else if a != b {
      return a.lexicographicallyPrecedes(b)
    }
    return Array((text[left] ?? "").utf8)
      .lexicographicallyPrecedes(Array((text[right] ?? "").utf8))
  }

  /// "Where P has no row of its own, no `movedFrom` is given, and something shows that P had money
  /// (a purchase of P's userId or UUID, a `merge-in` of S within 1d after T, a reading of P above
  /// 0)"; "a `merge-in` counts from T - skew, a purchase of P in any state".
  private func isBlurred(
    _ merge: OracleWords.Merge, _ s: String, _ words: OracleWords, _ owned: [OracleOwners.Owned]
  ) -> Bool {
    // A row with movedFrom P is P's, so one look answers both.
    if rows[merge.p] != nil { return false }
    let uuids = words.uuids(of: merge.p)
    let isPurchaser = words.records.purchases.contains {
      $0.userId == merge.p || ($0.appAccountToken.map(uuids.contains) ?? false)
    }
    let hasMergeIn = owned.contains {
      $0.owner == s && $0.record.kind == "merge-in" && $0.record.at >= merge.t - words.skew
        && $0.record.at <= merge.t + PlainValues.day
    }
    let hasReading = words.records.balances.contains {
      $0.userId == merge.p && ($0.localBalance ?? 0) > 0
    }
    return isPurchaser || hasMergeIn || hasReading
  }

  private mutating func sumUp(_ owner: String) {
    guard var chain = rows[owner] else { return }
    let completed = completions[owner] ?? []
    let blurred = blurs[owner] ?? []
    for index in chain.indices {
      let at = chain[index].record.at
      let previous = index == 0 ? nil : chain[index - 1]
      // "At D the balance becomes 0 and the next row is a first row"; "S's first row after T is a
      // first row".
      let cut = { (t: Int64) in previous.map { $0.record.at <= t && t < at } ?? false }
      chain[index].isFirst =
        previous == nil || completed.contains(where: cut) || blurred.contains(where: cut)
      chain[index].isBlurred = blurred.contains { at <= $0 }
      // "**New account**: … and the row is the first after it".
      chain[index].isFirstOfNewAccount =
        chain[index].isFirst
        && (births[owner] ?? []).contains { birth in
          birth <= at && previous.map { $0.record.at < birth } ?? true
        }
      if chain[index].isBlurred { continue }
      if let previous, !chain[index].isFirst { chain[index].fromChain = previous.after }
      // "At D the balance becomes 0".
      let sinceBefore = { (t: Int64) in t < at && (previous?.record.at ?? t) <= t }
      let deleted = completed.last(where: sinceBefore)
      let isBlurredSince = blurred.contains { b in sinceBefore(b) && deleted.map { b > $0 } ?? true
      }
      // "the balance after the previous row of the chain, else balanceAfter - delta, else 0 for a
      // new account, else unknown".
      chain[index].before =
        chain[index].fromChain ?? chain[index].stated.flatMap { minus($0, chain[index].delta) }
      let isEmpty = chain[index].isFirstOfNewAccount || deleted != nil && !isBlurredSince
      if chain[index].before == nil, isEmpty { chain[index].before = 0 }
      // "`balanceAfter`, else summed on from the last known".
      chain[index].after =
        chain[index].stated ?? chain[index].before.flatMap { plus($0, chain[index].delta) }
    }
    rows[owner] = chain
  }

  /// "an overflow makes the balance unknown".
  private func plus(_ a: Int64, _ b: Int64) -> Int64? {
    let (sum, isOver) = a.addingReportingOverflow(b)
    return isOver ? nil : sum
  }

  private func minus(_ a: Int64, _ b: Int64) -> Int64? {
    let (difference, isOver) = a.subtractingReportingOverflow(b)
    return isOver ? nil : difference
  }

  /// "**balance at t** = that after the last row at or before t".
  ///
  /// With an index only rows before it in the chain count; where `newAccountIsEmpty`, a new account
  /// without a row has 0.
  func balance(
    of owner: String, at t: Int64, before index: Int? = nil, newAccountIsEmpty: Bool = false
  ) -> Int64? {
    let chain = rows[owner] ?? []
    let last = chain[..<(index ?? chain.count)].last { $0.record.at <= t }
    // A row at D itself still lies before it.
    let deleted = (completions[owner] ?? []).filter { d in
      d <= t && last.map { $0.record.at <= d } ?? true
        && index.map { d < chain[$0].record.at } ?? true
    }.max()
    let blur = (blurs[owner] ?? []).filter { b in
      last.map { $0.record.at <= b } ?? true
    }.max()
    if let blur, deleted.map({ $0 <= blur }) ?? true { return nil }
    if deleted != nil { return 0 }
    if let last { return last.after }
    if newAccountIsEmpty, chain.first?.isFirstOfNewAccount ?? false { return 0 }
    return nil
  }

  func hasRow(of owner: String, atOrBefore t: Int64, before index: Int? = nil) -> Bool {
    let chain = rows[owner] ?? []
    return chain[..<(index ?? chain.count)].contains { $0.record.at <= t }
  }

  /// Every row once, chain by chain.
  var all: [Row] { rows.keys.sorted().flatMap { rows[$0] ?? [] } }

  /// "a reading above 0 of a new account before its first row".
  func isNewAccount(_ owner: String, at t: Int64) -> Bool {
    let chain = rows[owner] ?? []
    guard let index = chain.firstIndex(where: { $0.record.at > t }) else { return false }
    let previous = index == 0 ? nil : chain[index - 1]
    return chain[index].isFirstOfNewAccount && !chain[index].isBlurred
      && (births[owner] ?? []).contains { birth in
        birth <= t && previous.map { $0.record.at < birth } ?? true
      }
  }
}
