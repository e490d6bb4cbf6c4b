extension ChainTable {
  /// Goes through every chain once and fills in balances, first and new rows, mismatches and dips.
  mutating func sweep(_ events: ChainEvents) {
    for owner in 0..<ownerLimit {
      let range = chain(of: Int64(owner))
      if !range.isEmpty { sweep(range, events.events(of: Int64(owner))) }
    }
  }

  private mutating func sweep(_ range: Range<Int>, _ events: AccountEvents) {
    var previousAt = Int64.min
    var previousMismatch: Int64 = 0
    var dip: Dip?
    touch(range)
    for position in range {
      let row = row(at: position)
      let completion = AccountEvents.last(events.completions, from: previousAt, before: row.at)
      let blur = AccountEvents.last(events.blurs, from: previousAt, before: row.at)
      let isStart = position == range.lowerBound
      let isFirst = isStart || completion != nil || blur != nil
      if completion != nil, let open = dip {
        close(open, at: events.completions.first { $0 >= previousAt })
        dip = nil
      }
      if isFirst { marks[position].insert(.first) }
      let isBlurred = events.blurredUpTo.map { row.at <= $0 } ?? false
      if isBlurred {
        noteCandidate(position, row)
        previousAt = row.at
        previousMismatch = 0
        continue
      }
      let isEmptied = completion.map { $0 > blur ?? .min } ?? false
      let isNew =
        isFirst && events.newSessions.contains { $0 <= row.at && (isStart || $0 > previousAt) }
      if isNew {
        marks[position].insert(.new)
        // A row that tells its balance tells what there was before it.
        if row.balanceAfter != LedgerRow.unknown, row.balanceAfter != row.delta {
          marks[position].insert(.candidate)
        }
      }

      let previous = isFirst ? LedgerRow.unknown : after[position - 1]
      let chained = sum(previous, row)
      if previous != LedgerRow.unknown {
        before[position] = previous
      } else if row.balanceAfter != LedgerRow.unknown {
        before[position] = difference(row)
      } else if isNew || isEmptied {
        before[position] = 0
      }
      after[position] =
        row.balanceAfter != LedgerRow.unknown
        ? row.balanceAfter : isFirst ? sum(before[position], row) : chained

      startBalance[position] =
        !isFirst && row.startedAt >= previousAt
        ? previous
        : balance(
          at: row.startedAt, in: range, before: position, completedBefore: row.at, events)

      var mismatch: Int64 = 0
      if chained != LedgerRow.unknown, row.balanceAfter != LedgerRow.unknown {
        mismatch = row.balanceAfter.saturating(-chained)
      }
      previousMismatch = note(mismatch, at: position, in: range, after: previousMismatch)
      follow(&dip, position, row)
      noteCandidate(position, row)
      previousAt = row.at
    }
    if let open = dip { close(open, at: events.completions.first { $0 >= previousAt }) }
  }

  /// Reads the rows of a chain, which lie anywhere, all at once, so that the sweep doesn't wait for
  /// one after the other.
  private mutating func touch(_ range: Range<Int>) {
    for position in range { touched ^= rows[Int(order[position])].at }
  }

  /// Keeps a mismatch and returns it if it fired, for the row after it to undo.
  private mutating func note(
    _ mismatch: Int64, at position: Int, in range: Range<Int>, after previous: Int64
  ) -> Int64 {
    guard mismatch != 0 else { return 0 }
    mismatches[position] = mismatch
    for near in max(position - 1, range.lowerBound)...min(position + 1, range.upperBound - 1) {
      marks[near].insert(.candidate)
    }
    guard previous != 0, mismatch == 0 - previous else { return mismatch }
    marks[position].insert(.undoing)
    return 0
  }

  private mutating func follow(_ dip: inout Dip?, _ position: Int, _ row: LedgerRow) {
    let (before, after) = (before[position], after[position])
    guard after != LedgerRow.unknown else { return }
    if before != LedgerRow.unknown, before >= 0, after < 0 {
      if let open = dip { dips.append(open) }
      dip = Dip(position: position, lowest: after)
      return
    }
    guard var open = dip else { return }
    open.lowest = min(open.lowest, after)
    dip = open
    guard after >= 0 else { return }
    open.endPosition = position
    open.endAt = row.at
    marks[position].insert(.candidate)
    dips.append(open)
    dip = nil
  }

  private mutating func close(_ dip: Dip, at time: Int64?) {
    var dip = dip
    dip.endAt = time
    dips.append(dip)
  }

  private mutating func noteCandidate(_ position: Int, _ row: LedgerRow) {
    let (before, after, start) = (before[position], after[position], startBalance[position])
    let crosses =
      before != LedgerRow.unknown && after != LedgerRow.unknown && (before < 0) != (after < 0)
    let isEmptyUsage =
      row.marks.contains(.usage)
      && (!row.marks.contains(.applied) || (start != LedgerRow.unknown && start <= 0))
    if crosses || isEmptyUsage || row.marks.contains(.linkedPayer) {
      marks[position].insert(.candidate)
    }
  }

  private mutating func sum(_ balance: Int64, _ row: LedgerRow) -> Int64 {
    guard balance != LedgerRow.unknown, !row.marks.contains(.overflow) else {
      return LedgerRow.unknown
    }
    let (sum, overflows) = balance.addingReportingOverflow(row.delta)
    guard overflows else { return sum }
    noteOverflow(row)
    return LedgerRow.unknown
  }

  private mutating func difference(_ row: LedgerRow) -> Int64 {
    guard !row.marks.contains(.overflow) else { return LedgerRow.unknown }
    let (difference, overflows) = row.balanceAfter.subtractingReportingOverflow(row.delta)
    guard overflows else { return difference }
    noteOverflow(row)
    return LedgerRow.unknown
  }

  private mutating func noteOverflow(_ row: LedgerRow) {
    if overflowRows.last != row.row { overflowRows.append(row.row) }
  }
}
