/// Finds the hashes that occur more than once among millions.
///
/// They are dealt out by their upper bits, so that the table of each part fits a processor's cache.
enum RepeatedHashes {
  private static let partBits = 8

  /// The indices of all values that occur twice or more; zeros are no values.
  static func indices(_ hashes: [UInt64]) -> [Int] {
    let (dealt, ends) = dealt(hashes)
    var repeated: Set<UInt64> = []
    var table: [UInt64] = []
    var start = 0
    for end in ends {
      collect(dealt[start..<end], into: &repeated, table: &table)
      start = end
    }
    guard !repeated.isEmpty else { return [] }
    return hashes.indices.filter { repeated.contains(hashes[$0]) }
  }

  /// The hashes part by part, and where each part ends; zeros are left out.
  private static func dealt(_ hashes: [UInt64]) -> (dealt: [UInt64], ends: [Int]) {
    func part(_ hash: UInt64) -> Int { Int(hash >> UInt64(64 - partBits)) }
    var next = [Int](repeating: 0, count: (1 << partBits) + 1)
    for hash in hashes where hash != 0 { next[part(hash) + 1] += 1 }
    for index in 1..<next.count { next[index] += next[index - 1] }
    var dealt = [UInt64](repeating: 0, count: next[next.count - 1])
    dealt.withUnsafeMutableBufferPointer { dealt in
      for hash in hashes where hash != 0 {
        dealt[next[part(hash)]] = hash
        next[part(hash)] += 1
      }
    }
    return (dealt, Array(next.dropLast()))
  }

  private static func collect(
    _ part: ArraySlice<UInt64>, into repeated: inout Set<UInt64>, table: inout [UInt64]
  ) {
    var capacity = 16
    while capacity < part.count * 2 { capacity *= 2 }
    let mask = capacity - 1
    table.removeAll(keepingCapacity: true)
    table.append(contentsOf: repeatElement(0, count: capacity))
    table.withUnsafeMutableBufferPointer { table in
      for hash in part {
        var slot = Int(truncatingIfNeeded: hash) & mask
        while table[slot] != 0, table[slot] != hash { slot = (slot + 1) & mask }
        if table[slot] == hash { repeated.insert(hash) } else { table[slot] = hash }
      }
    }
  }
}
