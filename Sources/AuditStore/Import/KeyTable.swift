/// Where the records with a given hash are: a hash table of row numbers, 8 bytes a slot.
///
/// A slot keeps 32 bits of the hash and the row. Two hashes may share their 32 bits, so whoever
/// looks a row up compares its values; at two million rows that costs one needless comparison in
/// two thousand lookups.
struct KeyTable {
  /// Where a lookup begins.
  static let start = -1
  /// Rows that a slot can number.
  static let rowLimit = Int64(UInt32.max)

  private var slots: [UInt64] = []
  /// The table has 2^bits slots.
  private var bits = 0
  private(set) var count = 0

  /// - Parameter capacity: Rows that it takes without growing.
  init(capacity: Int = 0) {
    resize(toHold: max(capacity, 512))
  }

  /// The next row with that hash. The position is `start` at first and kept between the calls of
  /// one lookup.
  @inline(__always)
  func next(_ hash: UInt64, _ position: inout Int) -> Int64? {
    let tag = hash >> 32
    let mask = slots.count - 1
    var index = position == KeyTable.start ? Int(tag >> UInt64(32 - bits)) : (position + 1) & mask
    while true {
      let slot = slots[index]
      if slot == 0 { return nil }
      if slot >> 32 == tag {
        position = index
        return Int64(slot & 0xFFFF_FFFF)
      }
      index = (index + 1) & mask
    }
  }

  /// The first row with that hash.
  @inline(__always)
  func first(_ hash: UInt64) -> Int64? {
    var position = KeyTable.start
    return next(hash, &position)
  }

  /// Reads the slots where lookups of these hashes will begin, all at once: the lookups that follow
  /// then wait for memory no longer, one after the other.
  ///
  /// The result means nothing; it keeps the reads from being optimised away.
  func touch(_ hashes: [UInt64]) -> UInt64 {
    slots.withUnsafeBufferPointer { slots in
      var all: UInt64 = 0
      for hash in hashes { all ^= slots[Int(hash >> UInt64(64 - bits))] }
      return all
    }
  }

  mutating func insert(_ hash: UInt64, row: Int64) {
    if count * 3 >= slots.count * 2 { resize(toHold: slots.count) }
    place((hash >> 32) << 32 | UInt64(row))
    count += 1
  }

  /// Forgets every row from `first` on.
  mutating func removeRows(from first: Int64) {
    let kept = slots.filter { $0 != 0 && Int64($0 & 0xFFFF_FFFF) < first }
    for index in slots.indices { slots[index] = 0 }
    for slot in kept { place(slot) }
    count = kept.count
  }

  @inline(__always)
  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var index = Int(slot >> UInt64(64 - bits))
    while slots[index] != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private mutating func resize(toHold rowCount: Int) {
    let old = slots
    // A slot is found by the upper bits of the 32 that are kept, so there are at most 2^32.
    while bits < 32 && (1 << bits) * 2 < rowCount * 3 { bits += 1 }
    slots = [UInt64](repeating: 0, count: 1 << bits)
    for slot in old where slot != 0 { place(slot) }
  }
}
