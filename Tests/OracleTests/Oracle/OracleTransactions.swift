/// What the ledger and the notifications know of each transaction.
struct OracleTransactions {
  private let words: OracleWords
  private var rows: [String: [OracleChains.Row]] = [:]

  init(words: OracleWords) {
    self.words = words
    for row in words.chains.all where row.record.applied {
      if let tx = row.record.tx { rows[tx, default: []].append(row) }
    }
    for tx in rows.keys { rows[tx]?.sort { $0.record.at < $1.record.at } }
  }

  /// Transactions that some applied row names.
  var named: Set<String> { Set(rows.keys) }

  /// "A purchase is **credited** when an applied `purchase` row has its transactionId as tx".
  func credits(of tx: String) -> [OracleChains.Row] {
    (rows[tx] ?? []).filter { $0.record.kind == "purchase" }
  }

  func reversals(of tx: String) -> [OracleChains.Row] {
    (rows[tx] ?? []).filter { $0.record.kind == "reversal" }
  }

  /// Times of "a REFUND or REVOKE notification".
  func refunds(of tx: String) -> [Int64] { times(of: tx, types: ["REFUND", "REVOKE"]) }

  /// Times of REFUND_REVERSED.
  func reinstatements(of tx: String) -> [Int64] { times(of: tx, types: ["REFUND_REVERSED"]) }

  private func times(of tx: String, types: Set<String>) -> [Int64] {
    words.events.filter {
      $0.source == .appstore && $0.transactionId == tx && types.contains($0.type ?? "")
    }.compactMap { words.time(of: $0) }.sorted()
  }
}

extension LedgerRecord {
  /// "`transactionId`, else what follows `apple-transaction:` in its `idempotencyKey`."
  var tx: String? {
    if let id = transactionId { return id }
    let mark = "apple-transaction:"
    guard let key = idempotencyKey, key.hasPrefix(mark), key != mark else { return nil }
    return String(key.dropFirst(mark.count))
  }
}
