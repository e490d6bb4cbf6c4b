/// Finds the hashes that occur more than once among millions, with a table of twice their count.
enum RepeatedHashes {
  /// The indices of all values that occur twice or more; zeros are no values.
  static func indices(_ hashes: [UInt64]) -> [Int] {
    var capacity = 16
    while capacity < hashes.count * 2 { capacity *= 2 }
    let mask = capacity - 1
    var table = [UInt64](repeating: 0, count: capacity)
    var repeated: Set<UInt64> = []
    table.withUnsafeMutableBufferPointer { table in
      for hash in hashes where hash != 0 {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0, table[slot] != hash { slot = (slot + 1) & mask }
        if table[slot] == hash { repeated.insert(hash) } else { table[slot] = hash }
      }
    }
    guard !repeated.isEmpty else { return [] }
    return hashes.indices.filter { repeated.contains(hashes[$0]) }
  }
}
