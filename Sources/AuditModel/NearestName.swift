/// Finds what somebody probably meant by a name that isn't known.
package enum NearestName {
  /// The known name with the fewest changes to the given one, the first of several.
  ///
  /// A change is a byte added, dropped, replaced, or swapped with its neighbour; letter case, `-`
  /// and `_` don't count. Nil only where nothing is known.
  package static func find(_ name: String, among known: some Sequence<String>) -> String? {
    let wanted = plain(name)
    var best: (name: String, distance: Int)?
    for candidate in known {
      let distance = distance(wanted, plain(candidate))
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
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

  /// The optimal string alignment distance.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let cost = left[i] == right[j] ? 0 : 1
        var least = min(last[j] + cost, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
