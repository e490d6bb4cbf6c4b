/// Which account was merged into which, and when.
struct MergeGraph {
  struct Merge {
    let linkRow: Int64
    /// The account that goes.
    let p: Int64
    /// The account that survives, nil where the link doesn't name it.
    let s: Int64?
    let at: Int64
  }

  /// By time, then by the link's id.
  let merges: [Merge]
  /// Of each account, the accounts it was merged into, through any chain, and when the path was
  /// complete.
  let survivors: [Int64: [Int64: Int64]]
  private let steps: [Int64: [(s: Int64, at: Int64)]]

  init(_ connection: Connection) throws(StoreError) {
    var merges: [Merge] = []
    let statement = try connection.prepare("SELECT link_row, p, s, at FROM merge ORDER BY at, id")
    while try statement.step() {
      merges.append(
        Merge(
          linkRow: statement.integer(0), p: statement.integer(1), s: statement.optionalInteger(2),
          at: statement.integer(3)))
    }
    var steps: [Int64: [(s: Int64, at: Int64)]] = [:]
    for merge in merges {
      guard let s = merge.s, s != merge.p else { continue }
      steps[merge.p, default: []].append((s, merge.at))
    }
    self.merges = merges
    self.steps = steps
    survivors = steps.reduce(into: [:]) { result, entry in
      result[entry.key] = Self.reach(from: entry.key, steps)
    }
  }

  /// Whether history of `account` that is not later than `time` may stand under `other` because a
  /// merge of `account` moved it, at once or through further merges.
  func moved(from account: Int64, to other: Int64, of time: Int64) -> Bool {
    for step in steps[account] ?? [] where time <= step.at {
      if step.s == other || survivors[step.s]?[other] != nil { return true }
    }
    return false
  }

  func write(_ connection: Connection) throws(StoreError) {
    let closure = try FactWriter(connection, into: "merge_closure", columnCount: 3)
    for p in survivors.keys.sorted() {
      for (s, at) in (survivors[p] ?? [:]).sorted(by: { $0.key < $1.key }) {
        try closure.write(p, s, at)
      }
    }
    let account = try FactWriter(connection, into: "merged_account", columnCount: 2)
    for (user, root) in try roots(connection) { try account.write(user, root) }
  }

  /// The earliest time at which each path is complete; a cycle ends where it comes back.
  private static func reach(
    from account: Int64, _ steps: [Int64: [(s: Int64, at: Int64)]]
  ) -> [Int64: Int64] {
    var result: [Int64: Int64] = [:]
    var open: [(account: Int64, at: Int64)] = [(account, .min)]
    var next = 0
    while next < open.count {
      let current = open[next]
      next += 1
      for step in steps[current.account] ?? [] where step.s != account {
        let at = max(current.at, step.at)
        if let known = result[step.s], known <= at { continue }
        result[step.s] = at
        open.append((step.s, at))
      }
    }
    return result
  }

  /// One account for all that merges made one: a survivor that went nowhere itself, of several the
  /// one whose id comes first, whatever numbers the ids were given.
  private func roots(_ connection: Connection) throws(StoreError) -> [(Int64, Int64)] {
    var neighbours: [Int64: [Int64]] = [:]
    for (p, list) in steps {
      for step in list {
        neighbours[p, default: []].append(step.s)
        neighbours[step.s, default: []].append(p)
      }
    }
    let name = try connection.prepare("SELECT id FROM user WHERE user = ?")
    var result: [(Int64, Int64)] = []
    var seen: Set<Int64> = []
    for start in neighbours.keys.sorted() where seen.insert(start).inserted {
      var members = [start]
      var next = 0
      while next < members.count {
        for other in neighbours[members[next]] ?? [] where seen.insert(other).inserted {
          members.append(other)
        }
        next += 1
      }
      let ends = members.filter { steps[$0] == nil }
      var root = start
      var rootId: [UInt8]?
      for candidate in ends.isEmpty ? members : ends {
        name.bind(1, candidate)
        let id = try name.step() ? Array(name.textBytes(0)) : []
        name.reset()
        if let known = rootId, known.lexicographicallyPrecedes(id) { continue }
        root = candidate
        rootId = id
      }
      result.append(contentsOf: members.map { ($0, root) })
    }
    return result
  }
}
