/// Which chain each ledger record belongs to, and which records are the same row.
///
/// "a row whose userId changed from P to S, or with `movedFrom` P, is the same row, belongs to P's
/// chain (with `movedFrom` whatever its time, else up to T), and is no duplicate".
struct OracleOwners {
  struct Owned {
    var record: LedgerRecord
    var owner: String
  }

  /// Every row once.
  let owned: [Owned]

  init(words: OracleWords) {
    var byId: [String: [LedgerRecord]] = [:]
    for record in words.records.ledger { byId[record.adjustmentId, default: []].append(record) }
    var rows: [Owned] = []
    var seen: Set<LedgerRecord> = []
    for record in words.records.ledger {
      let owner = OracleOwners.owner(of: record, among: byId[record.adjustmentId] ?? [], words)
      // The same row under its first owner: where it stands now does not count as a value.
      var canonical = record
      canonical.userId = owner
      canonical.movedFrom = nil
      if seen.insert(canonical).inserted { rows.append(Owned(record: record, owner: owner)) }
    }
    owned = rows
  }

  private static func owner(
    of record: LedgerRecord, among group: [LedgerRecord], _ words: OracleWords
  ) -> String {
    // The same row may have been exported before its movedFrom was.
    let told = group.first {
      $0.movedFrom != nil && $0.userId == record.userId && isSame(record, $0)
    }
    var owner = record.movedFrom ?? told?.movedFrom ?? record.userId
    var hasMoved = true
    var visited: Set<String> = [owner]
    while hasMoved {
      hasMoved = false
      for other in group {
        let p = other.movedFrom ?? other.userId
        guard !visited.contains(p), isSame(record, other) else { continue }
        let isUpToT = words.merges.contains { merge in
          guard let s = merge.s, merge.p == p, record.at <= merge.t else { return false }
          return s == owner || words.isMerged(s, into: owner)
        }
        if isUpToT {
          owner = p
          visited.insert(p)
          hasMoved = true
          break
        }
      }
    }
    return owner
  }

  private static func isSame(_ left: LedgerRecord, _ right: LedgerRecord) -> Bool {
    var a = left
    var b = right
    a.userId = ""
    b.userId = ""
    a.movedFrom = nil
    b.movedFrom = nil
    return a == b
  }
}
