/// Finds what somebody probably meant by a name that isn't known.
package enum NearestName {
  /// The known name with the fewest changes to the given one, the first of several.
  ///
  /// A change is a byte added, dropped, replaced, or swapped with its neighbour; letter case, `-`
  /// and `_` don't count. Nil only where nothing is known.
  package static func find(_ name: String, among known: some Sequence<String>) -> String? {
    find(name, among: known, count: 1).first
  }

  /// At most so many known names, each once, by the fewest changes, then in their order.
  package static func find(
    _ name: String, among known: some Sequence<String>, count: Int
  ) -> [String] {
    let wanted = plain(name)
    var nearest: [(name: String, distance: Int)] = []
    for candidate in known {
      let limit = nearest.count < count ? Int.max : nearest[nearest.count - 1].distance
      let distance = distance(wanted, plain(candidate), below: limit)
      guard distance < limit, !nearest.contains(where: { $0.name == candidate }) else { continue }
      let place = nearest.firstIndex { $0.distance > distance } ?? nearest.count
      nearest.insert((candidate, distance), at: place)
      if nearest.count > count { nearest.removeLast() }
    }
    return nearest.map(\.name)
  }

  private static func plain(_ name: String) -> [UInt8] {
    name.utf8.prefix(200).compactMap { byte in
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: "_"): nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      default: byte
      }
    }
  }

  /// The optimal string alignment distance; some number not below the limit where it is no less.
  private static func distance(_ left: [UInt8], _ right: [UInt8], below limit: Int) -> Int {
    // What is longer takes that many changes at least.
    let difference = abs(left.count - right.count)
    if difference >= limit { return difference }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    var row = beforeLast
    for i in left.indices {
      row[0] = i + 1
      var least = row[0]
      for j in right.indices {
        let cost = left[i] == right[j] ? 0 : 1
        var changes = min(last[j] + cost, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          changes = min(changes, beforeLast[j - 1] + 1)
        }
        row[j + 1] = changes
        least = min(least, changes)
      }
      // A swap reaches back two rows, at the cost of one.
      if least > limit { return least }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[right.count]
  }
}
