/// Rules of the area ledger about ids, keys, amounts and transactions.
struct LedgerKeyOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    guard words.records.isExported("ledger") else { return }
    let rows = words.chains.all
    keys(rows, &report)
    var byId: [String: Int] = [:]
    for row in rows {
      single(row, &report)
      byId[row.record.adjustmentId, default: 0] += 1
    }
    // ledger.duplicate-adjustment: "one adjustmentId with different values"; quiet: "the same
    // values read again, in whatever format; moved by a merge".
    for (id, count) in byId where count > 1 {
      report.fire("ledger.duplicate-adjustment", "adjustment", id)
    }
    credits(rows, &report)
    if !words.records.isKnown("ledger", "idempotencyKey") {
      report.notEvaluated("ledger.missing-key")
    }
  }

  private func isRefused(_ record: LedgerRecord) -> Bool {
    record.status.map { (400...499).contains($0) } ?? false
  }

  private func single(_ row: OracleChains.Row, _ report: inout OracleReport) {
    let record = row.record
    let isCredit = record.kind == "purchase" || record.kind == "gift"
    // ledger.conflict-refused: "a row with status 409"; it "needs a key".
    if record.status == 409, let key = record.idempotencyKey {
      report.fire("ledger.conflict-refused", "key", key)
    }
    // ledger.malformed-amount: "an amount of a `purchase` or `gift` that is zero, negative, or
    // written with more than 8 decimals; of any other kind: negative"; quiet: "not applied and
    // refused (status 4xx)".
    let isMalformed =
      isCredit ? record.amount <= 0 || record.excessDecimals != nil : record.amount < 0
    if isMalformed, record.applied || !isRefused(record) {
      report.fire("ledger.malformed-amount", "adjustment", record.adjustmentId)
    }
    // ledger.missing-key: "applied `purchase` or `gift` without idempotencyKey (field known)".
    if isCredit, record.applied, record.idempotencyKey == nil,
      words.records.isKnown("ledger", "idempotencyKey")
    {
      report.fire("ledger.missing-key", "adjustment", record.adjustmentId)
    }
    // ledger.key-not-transaction: "`purchase` with a known transactionId that its idempotencyKey
    // does not contain".
    if record.kind == "purchase", let id = record.transactionId, let key = record.idempotencyKey,
      !Bytes.contains(key, id)
    {
      report.fire("ledger.key-not-transaction", "adjustment", record.adjustmentId)
    }
  }

  private func keys(_ rows: [OracleChains.Row], _ report: inout OracleReport) {
    var byKey: [String: [OracleChains.Row]] = [:]
    for row in rows where row.record.applied {
      if let key = row.record.idempotencyKey { byKey[key, default: []].append(row) }
    }
    for (key, group) in byKey {
      for (index, row) in group.enumerated() {
        for other in group[..<index] {
          // A row with `movedFrom` says itself that its first owner and its user are one.
          let isSameUser =
            words.isOneUser(row.owner, other.owner) || row.record.userId == other.record.userId
          let isSame =
            isSameUser && row.record.kind == other.record.kind
            && row.record.amount == other.record.amount
          // ledger.duplicate-credit: "one idempotencyKey applied more than once with the same
          // user, kind and amount".
          // ledger.conflict-accepted: "an applied row has the idempotencyKey of an earlier applied
          // row with another user, kind or amount"; quiet: "`merge-in`/`merge-out` of one merge".
          if isSame {
            report.fire("ledger.duplicate-credit", "key", key)
          } else if !isOfOneMerge(row, other) {
            report.fire("ledger.conflict-accepted", "key", key)
          }
        }
      }
    }
  }

  /// One key and one amount on both sides show it, too; whether there was a merge is then
  /// `ledger.merge-without-link`'s affair.
  private func isOfOneMerge(_ a: OracleChains.Row, _ b: OracleChains.Row) -> Bool {
    let (out, into) = a.record.kind == "merge-out" ? (a, b) : (b, a)
    guard out.record.kind == "merge-out", into.record.kind == "merge-in" else { return false }
    return out.record.amount == into.record.amount
      || words.isOneUser(out.record.userId, into.record.userId)
  }

  /// ledger.credit-without-purchase: "applied `purchase` (source absent or `apple-iap`) whose tx is
  /// in no purchase"; quiet: "no tx; earlier than the oldest purchase, unless purchases is
  /// complete".
  private func credits(_ rows: [OracleChains.Row], _ report: inout OracleReport) {
    guard words.records.isExported("purchases") else {
      report.notEvaluated("ledger.credit-without-purchase")
      return
    }
    let known = Set(words.records.purchases.map(\.transactionId))
    let oldest = words.records.purchases.map(\.at).min()
    let isComplete = words.configuration.complete.contains("purchases")
    for row in rows where row.record.applied && row.record.kind == "purchase" {
      let record = row.record
      guard record.source == nil || record.source == "apple-iap", let tx = tx(of: record),
        !known.contains(tx), isComplete || oldest.map({ record.at >= $0 }) ?? false
      else { continue }
      report.fire("ledger.credit-without-purchase", "adjustment", record.adjustmentId)
    }
  }

  /// "**tx** of a ledger row: `transactionId`, else what follows `apple-transaction:` in its
  /// `idempotencyKey`."
  private func tx(of record: LedgerRecord) -> String? {
    if let id = record.transactionId { return id }
    guard let key = record.idempotencyKey else { return nil }
    let mark = "apple-transaction:"
    return key.hasPrefix(mark) && key != mark ? String(key.dropFirst(mark.count)) : nil
  }
}

/// Comparisons on bytes.
enum Bytes {
  static func contains(_ text: String, _ part: String) -> Bool {
    let (haystack, needle) = (Array(text.utf8), Array(part.utf8))
    guard haystack.count >= needle.count else { return false }
    return (0...(haystack.count - needle.count)).contains {
      Array(haystack[$0..<($0 + needle.count)]) == needle
    }
  }
}
