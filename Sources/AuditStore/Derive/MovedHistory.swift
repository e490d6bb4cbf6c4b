/// Tells, among rows of one adjustment id, which are the same row moved by a merge.
struct MovedHistory {
  private let merges: MergeGraph
  private let text: LedgerText

  init(_ connection: Connection, merges: MergeGraph) throws(StoreError) {
    self.merges = merges
    text = try LedgerText(connection)
  }

  private struct Version {
    let index: Int
    let row: LedgerRow
    let record: LedgerText.Record
    let bytes: [UInt8]
  }

  /// The copies of a group with their originals, which belong to their owner's chain.
  func copies(
    in indices: [Int], of ledger: LedgerTable
  ) throws(StoreError) -> [(copy: Int, original: Int)] {
    let first = ledger.rows[indices[0]]
    guard
      indices.contains(where: { index in
        let row = ledger.rows[index]
        return row.user != first.user || row.movedFrom != first.movedFrom
      })
    else { return [] }
    var versions: [Version] = []
    for index in indices {
      let row = ledger.rows[index]
      let record = try text.record(row.row)
      versions.append(
        Version(index: index, row: row, record: record, bytes: LedgerText.bytes(record)))
    }
    versions.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }

    let above = versions.indices.map { originals(of: $0, in: versions) }
    var result: [(copy: Int, original: Int)] = []
    var isDone = [Bool](repeating: false, count: versions.count)
    for start in versions.indices where !isDone[start] {
      // All versions that are one row, by whatever path.
      var members = [start]
      isDone[start] = true
      var next = 0
      while next < members.count {
        let member = members[next]
        next += 1
        for other in versions.indices where !isDone[other] {
          guard above[member].contains(other) || above[other].contains(member) else { continue }
          isDone[other] = true
          members.append(other)
        }
      }
      // Where merges go in a circle each is a copy; then the first stands for all.
      let roots = members.filter { above[$0].isEmpty }
      guard let root = roots.min() ?? members.min() else { continue }
      for member in members.sorted() where member != root && !above[member].isEmpty {
        result.append((versions[member].index, versions[root].index))
      }
    }
    return result
  }

  private func originals(of place: Int, in versions: [Version]) -> [Int] {
    versions.indices.filter { other in
      other != place && isCopy(versions[place], of: versions[other])
        && isSame(versions[place].record, versions[other].record)
    }
  }

  private func isCopy(_ copy: Version, of original: Version) -> Bool {
    let (row, other) = (copy.row, original.row)
    if row.movedFrom != 0 {
      if row.movedFrom == other.user { return true }
      guard row.movedFrom == other.owner else { return false }
      return other.user != row.user
        && original.bytes.lexicographicallyPrecedes(copy.bytes)
    }
    if other.movedFrom != 0, other.user == row.user { return true }
    guard other.user != row.user else { return false }
    let to = Int64(row.user)
    return merges.moved(from: Int64(other.owner), to: to, of: row.at)
      || merges.moved(from: Int64(other.user), to: to, of: row.at)
  }

  /// Whether two versions differ in nothing but the account; what only one export had is no
  /// difference.
  private func isSame(_ left: LedgerText.Record, _ right: LedgerText.Record) -> Bool {
    guard left.count == right.count else { return false }
    return left.indices.allSatisfy { column in
      if column == LedgerText.userColumn || column == LedgerText.movedFromColumn { return true }
      guard let one = left[column], let other = right[column] else { return true }
      return one == other
    }
  }
}
