/// Which of Apple's transactions a ledger row is about, as the view "movement" tells it.
enum TransactionID {
  private static let mark = Array("apple-transaction:".utf8)

  /// The transaction id, else what follows the mark in the idempotency key; empty where neither is.
  static func of(
    _ id: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    guard id.isEmpty else { return id }
    return mark.withUnsafeBytes { mark in
      guard let start = offset(of: mark, in: key) else { return id }
      return UnsafeRawBufferPointer(rebasing: key[(start + mark.count)...])
    }
  }

  static func occurs(_ id: UnsafeRawBufferPointer, in key: UnsafeRawBufferPointer) -> Bool {
    offset(of: id, in: key) != nil
  }

  /// Where `part`, which isn't empty, begins in `whole`; nil where it doesn't occur.
  private static func offset(
    of part: UnsafeRawBufferPointer, in whole: UnsafeRawBufferPointer
  ) -> Int? {
    var start = 0
    while start + part.count <= whole.count {
      let rest = UnsafeRawBufferPointer(rebasing: whole[start..<whole.count - part.count + 1])
      guard let skipped = rest.firstIndex(of: part[0]) else { return nil }
      start += skipped
      let piece = UnsafeRawBufferPointer(rebasing: whole[start..<start + part.count])
      if Memory.isEqual(piece, part) { return start }
      start += 1
    }
    return nil
  }
}
