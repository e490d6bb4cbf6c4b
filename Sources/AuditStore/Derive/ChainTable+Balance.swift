extension ChainTable {
  /// The balance of an account at a time, and the last row before it; of deletions, only those
  /// completed before `limit` count.
  func balance(
    of owner: Int64, at time: Int64, completedBefore limit: Int64 = .max, _ events: AccountEvents
  ) -> (balance: Int64?, position: Int?) {
    let range = chain(of: owner)
    let end = end(of: range, upTo: time)
    let balance = balance(
      at: time, in: range, before: range.upperBound, completedBefore: limit, events)
    return (
      balance == LedgerRow.unknown ? nil : balance, end > range.lowerBound ? end - 1 : nil
    )
  }

  /// The balance at a time, as the rows of a chain before one of its positions tell it.
  ///
  /// It is that after the last row at or before the time; 0 after a deletion or of a new account
  /// without a row yet; unknown after a merge that blurs.
  func balance(
    at time: Int64, in range: Range<Int>, before position: Int, completedBefore limit: Int64,
    _ events: AccountEvents
  ) -> Int64 {
    let end = end(of: range.lowerBound..<position, upTo: time)
    let last = end > range.lowerBound ? end - 1 : nil
    let lastAt = last.map { row(at: $0).at } ?? .min
    let completion = events.completions.last { $0 >= lastAt && $0 <= time && $0 < limit }
    if let blur = events.blurs.last(where: { $0 >= lastAt }), completion ?? .min <= blur {
      return LedgerRow.unknown
    }
    if completion != nil { return 0 }
    // Before its first row a new account had nothing.
    if last == nil, end < range.upperBound, marks[end].contains(.new) { return 0 }
    return last.map { after[$0] } ?? LedgerRow.unknown
  }
}
