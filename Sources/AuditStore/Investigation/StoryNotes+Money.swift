internal import AuditModel

extension StoryNotes {
  /// Two purchases of one product this near look like one to the person who pays.
  private static let doubleTap: Int64 = 600_000_000

  /// Credits and charges that came twice, what was lost, and how little is left.
  mutating func noteMoney() throws(StoreError) {
    let ledger = records[.ledger].filter {
      $0.flag("applied") != false && !records.moved.contains($0.row)
    }
    for (column, kinds, words) in [
      ("operation_id", ["usage"], "Operation"), ("idempotency_key", [], "The key"),
    ] {
      var rows: [String: [StoryRecord]] = [:]
      for row in ledger where kinds.isEmpty || kinds.contains(row.text("kind") ?? "") {
        if let value = row.text(column), !value.isEmpty { rows[value, default: []].append(row) }
      }
      for (value, same) in rows.sorted(by: { $0.key.utf8Precedes($1.key) }) where same.count > 1 {
        say(
          "\(words) \(value) was booked \(same.count) times: \(Self.list(same)).", isTrouble: true)
      }
    }
    // The platform has no such call: there the row is the owner's own note.
    let takenBack =
      accounts.isSpeed ? "is noted as taken back, beside the platform's balance," : "was taken back"
    for user in users {
      let who = try name(user)
      let own = ledger.filter { $0.number("user") == user }
      for (kind, words) in [("forfeit", "was forfeited"), ("reversal", takenBack)] {
        let rows = own.filter { $0.text("kind") == kind }
        guard let last = rows.last else { continue }
        let sum = rows.reduce(Int64(0)) { $0.saturating($1.number("amount") ?? 0) }
        say(
          "\(StoryAccounts.amount(sum)) \(words) from \(who), the last at "
            + "\(Written.time(last.number("at") ?? 0)).", isTrouble: true)
      }
      guard let last = walk.last[user], let balance = last.balance else { continue }
      let lowest = walk.lines[user]?.map(\.balance).min() ?? balance
      if lowest < 0 {
        say(
          "The balance of \(who) fell to \(StoryAccounts.amount(lowest)).", isTrouble: true)
      }
      let uses = own.filter { $0.text("kind") == "usage" && walk.deltaOfRow[$0.row] ?? 0 < 0 }
      if balance <= 0, let use = uses.last, accounts.endings[user] == nil {
        let used = uses.reduce(Int64(0)) { $0.saturating(0 - (walk.deltaOfRow[$1.row] ?? 0)) }
        say(
          "\(who) has used up its credits: \(uses.count) operations took "
            + "\(StoryAccounts.amount(used)), the last at \(Written.time(use.number("at") ?? 0)).")
      }
    }
  }

  /// For each purchase: credited, to whom, how often, refunded.
  mutating func notePurchases() throws(StoreError) {
    var bought: [StoryRecord] = []
    // By bytes: one look at each row, however many purchases there are.
    var rowsOfTransaction: [[UInt8]: [StoryRecord]] = [:]
    for row in records[.ledger]
    where row.flag("applied") != false && !records.moved.contains(row.row) {
      if let transaction = StoryRecords.transaction(of: row) {
        rowsOfTransaction[Array(transaction.utf8), default: []].append(row)
      }
    }
    for purchase in records[.purchases] {
      let transaction = purchase.text("transaction_id") ?? ""
      let booked = rowsOfTransaction[Array(transaction.utf8)] ?? []
      let credits = booked.filter { $0.text("kind") == "purchase" }
      let at = Written.time(purchase.number("at") ?? 0)
      let state = purchase.text("state") ?? "verified"
      if credits.isEmpty, state == "pending" || state == "failed" {
        say("Transaction \(transaction), bought at \(at), is \(state): nothing is to be credited.")
      } else if credits.isEmpty, state == "verified", isLedgerKnown {
        say(
          "Transaction \(transaction) (\(purchase.text("product_id") ?? ""), bought at \(at)) was "
            + "not credited: no ledger row names it.", isTrouble: true)
      } else if credits.count > 1 {
        say(
          "Transaction \(transaction) was credited \(credits.count) times: \(Self.list(credits)).",
          isTrouble: true)
      }
      for credit in credits where records.foreignCredits.contains(credit.row) {
        say(
          "Transaction \(transaction) was credited to \(try name(credit.number("user"))), which is "
            + "none of these accounts.", isTrouble: true)
      }
      noteRefund(of: purchase, transaction, booked)
      bought.append(purchase)
    }
    bought.sort { ($0.number("at") ?? 0, $0.row) < ($1.number("at") ?? 0, $1.row) }
    for (one, next) in zip(bought, bought.dropFirst()) {
      guard let first = one.number("at"), let second = next.number("at"),
        second - first <= Self.doubleTap, one.text("product_id") == next.text("product_id")
      else { continue }
      say(
        "Two purchases of \(one.text("product_id") ?? "") within "
          + "\(Written.span(second - first)): transactions \(one.key) and \(next.key). Apple charged "
          + "both.", isTrouble: true)
    }
  }

  private mutating func noteRefund(
    of purchase: StoryRecord, _ transaction: String, _ booked: [StoryRecord]
  ) {
    let told = records[.notifications].filter {
      ["REFUND", "REVOKE"].contains($0.text("type") ?? "")
        && $0.text("transaction_id").map { $0.utf8.elementsEqual(transaction.utf8) } ?? false
    }
    let at =
      purchase.number("revocation_date")
      ?? told.first.flatMap { $0.number("received_at") ?? $0.number("event_time") }
    guard at != nil || !told.isEmpty || purchase.text("state") == "revoked" else { return }
    let taken = booked.filter { $0.text("kind") == "reversal" }
      .reduce(Int64(0)) { $0.saturating($1.number("amount") ?? 0) }
    let time = at.map { " at \(Written.time($0))" } ?? ""
    say(
      "Apple refunded transaction \(transaction)\(time); "
        + (taken == 0 ? "nothing" : StoryAccounts.amount(taken)) + " was taken back.",
      isTrouble: true)
  }

  private static func list(_ rows: [StoryRecord]) -> String {
    rows.prefix(4).map { row in
      "\(StoryAccounts.amount(row.number("amount") ?? 0)) at \(Written.time(row.number("at") ?? 0)) "
        + "(\(row.key))"
    }.joined(separator: ", ") + (rows.count > 4 ? " and \(rows.count - 4) more" : "")
  }
}
