internal import AuditInput

/// The numbers that stand for user ids: a copy of the table "user" in memory.
struct UserTable {
  private let connection: Connection
  private let insertion: Statement
  private var ids: [UInt8] = []
  /// Where the id of user n ends in `ids`; it starts where that of user n - 1 ends.
  private var ends: [Int] = [0]
  private var keys = KeyTable()
  /// Means nothing; it keeps reads ahead from being optimised away.
  private var touched: UInt64 = 0

  init(_ connection: Connection) throws(StoreError) {
    self.connection = connection
    insertion = try connection.prepare("INSERT INTO user (user, id) VALUES (?1, ?2)")
    let list = try connection.prepare("SELECT user, id FROM user ORDER BY user")
    while try list.step() {
      let number = Int(list.integer(0))
      guard number >= ends.count, number <= Int(KeyTable.rowLimit) else {
        throw StoreError(
          path: connection.path, action: "read", code: 0, reason: "user \(number) is out of order")
      }
      // Numbers of users that were removed stay unused.
      while ends.count < number { ends.append(ids.count) }
      let bytes = list.textBytes(1)
      remember(bytes, hash: UserTable.hash(bytes))
    }
  }

  /// The highest number in use.
  var highest: Int64 { Int64(ends.count - 1) }

  /// The id of a user, valid inside `body`.
  func withID<Result>(_ user: Int64, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    ids.withUnsafeBufferPointer { bytes in
      guard user > 0, user < ends.count else {
        return body(UnsafeBufferPointer(rebasing: bytes[..<0]))
      }
      let number = Int(user)
      return body(UnsafeBufferPointer(rebasing: bytes[ends[number - 1]..<ends[number]]))
    }
  }

  /// The number of a user id, a new one if it has none yet.
  mutating func number(_ id: UnsafeRawBufferPointer) throws(StoreError) -> Int64 {
    let hash = UserTable.hash(id)
    if let known = find(id, hash: hash) { return known }
    guard highest < KeyTable.rowLimit else {
      throw StoreError(path: connection.path, action: "store", code: 0, reason: "too many users")
    }
    insertion.bind(1, highest + 1)
    insertion.bindStatic(2, id)
    try insertion.run()
    remember(id, hash: hash)
    return highest
  }

  /// The number of each user of each record, slot after slot; 0 where there is none.
  ///
  /// The lookups of a batch don't wait for memory one after the other: what they will read is read
  /// beforehand, all at once.
  mutating func numbers(of batch: RecordBatch, slots: [Int]) throws(StoreError) -> [Int64] {
    try batch.text.withUnsafeBufferPointer { (bytes) throws(StoreError) in
      let ids = texts(of: batch, slots: slots, in: UnsafeRawBufferPointer(bytes))
      let hashes = ids.map { $0.map(UserTable.hash) ?? 0 }
      touched = keys.touch(hashes)
      var numbers = hashes.map { $0 == 0 ? 0 : keys.first($0) ?? 0 }
      for index in unknown(ids, guessed: numbers) {
        if let id = ids[index] { numbers[index] = try number(id) }
      }
      return numbers
    }
  }

  private func texts(
    of batch: RecordBatch, slots: [Int], in text: UnsafeRawBufferPointer
  ) -> [UnsafeRawBufferPointer?] {
    var texts: [UnsafeRawBufferPointer?] = []
    texts.reserveCapacity(batch.count * slots.count)
    for record in 0..<batch.count {
      for slot in slots {
        let value = batch.slots[record * batch.width + slot]
        let start = Int(value.word)
        texts.append(
          value.isText
            ? UnsafeRawBufferPointer(rebasing: text[start..<(start + Int(value.length))]) : nil)
      }
    }
    return texts
  }

  /// The indexes of the ids that are not those of the users with these numbers.
  private mutating func unknown(
    _ wanted: [UnsafeRawBufferPointer?], guessed numbers: [Int64]
  ) -> [Int] {
    ids.withUnsafeBytes { ids in
      ends.withUnsafeBufferPointer { ends in
        // Where the ids of these users are, and then a byte of each.
        for user in numbers where user > 0 { touched ^= UInt64(ids[ends[Int(user) - 1]]) }
        return wanted.indices.filter { index in
          guard let id = wanted[index] else { return false }
          let user = Int(numbers[index])
          guard user > 0 else { return true }
          let known = UnsafeRawBufferPointer(rebasing: ids[ends[user - 1]..<ends[user]])
          return !Memory.isEqual(known, id)
        }
      }
    }
  }

  /// Forgets the users above `highest`, whose rows were rolled back.
  mutating func truncate(to highest: Int64) {
    guard highest < self.highest else { return }
    ends.removeSubrange((Int(highest) + 1)...)
    ids.removeSubrange(ends[Int(highest)]...)
    keys.removeRows(from: highest + 1)
  }

  private func find(_ id: UnsafeRawBufferPointer, hash: UInt64) -> Int64? {
    var position = KeyTable.start
    while let row = keys.next(hash, &position) {
      let known = ids[ends[Int(row) - 1]..<ends[Int(row)]]
      if known.withUnsafeBytes({ Memory.isEqual($0, id) }) { return row }
    }
    return nil
  }

  private mutating func remember(_ id: UnsafeRawBufferPointer, hash: UInt64) {
    ids.append(contentsOf: id)
    ends.append(ids.count)
    keys.insert(hash, row: highest)
  }

  private static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
    var hash = NaturalKeyHash()
    hash.add(text: id.assumingMemoryBound(to: UInt8.self))
    return hash.value
  }
}
