internal import AuditInput

/// How the filters of `id_filter` are laid out: Bloom filters, one for each block of rows.
///
/// A filter may say yes for a block that has no such id, never no for one that has it: who reads it
/// looks at the rows of the blocks that it names. That costs an audit four bytes a row, where an
/// index costs forty for each column.
enum IDFilter {
  /// Two to the power of it are the rows of a block.
  static let blockShift: Int64 = 9
  static let wordsOfBlock = 256
  /// Two to the power of it are the rows whose filters stand in one row of the table.
  static let chunkShift: Int64 = 16
  /// Bits that each id sets.
  static let bitCount = 3

  /// A table whose rows filters name, and its columns that hold users or ids.
  struct Table {
    let name: String
    var users: [String] = []
    var texts: [String] = []
    /// Whether another part of derivation writes the filter while it passes over the table.
    var isWrittenElsewhere = false
  }

  /// All tables that may be long. Links and deletions are few.
  static let tables = [
    Table(
      name: "ledger", users: ["user", "moved_from"],
      texts: ["adjustment_id", "idempotency_key", "transaction_id", "operation_id"],
      isWrittenElsewhere: true),
    Table(
      name: "session", users: ["user"],
      texts: ["id", "app_user_uuid", "apple_sub", "email_hash"], isWrittenElsewhere: true),
    Table(
      name: "account", users: ["user"], texts: ["app_user_uuid", "apple_sub", "email_hash"]),
    Table(name: "attempt", users: ["user"], texts: ["id", "session_id", "sub"]),
    Table(name: "balance", users: ["user"]),
    Table(
      name: "purchase", users: ["user"],
      texts: ["transaction_id", "original_transaction_id", "app_account_token"]),
    Table(name: "notification", texts: ["id", "sub", "transaction_id"]),
    Table(name: "applecall", users: ["user"], texts: ["id", "sub"]),
    Table(name: "mail", users: ["user"], texts: ["id", "address_hash"]),
    Table(name: "app_row", users: ["user"]),
  ]

  /// Where a hash stands in a filter: the number of its bit, for each of its bits.
  @inline(__always)
  static func bit(_ number: Int, of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> UInt64(number * 16)) & (wordsOfBlock * 64 - 1)
  }

  /// The hash of a text id, whatever column it stands in.
  static func hash(_ id: String) -> UInt64 {
    var id = id
    return id.withUTF8 { NaturalKeyHash.nonZero(of: UnsafeRawBufferPointer($0)) }
  }

  /// The hash of a user's number.
  @inline(__always)
  static func hash(user: Int64) -> UInt64 {
    var hash = NaturalKeyHash()
    hash.add(integer: user)
    return hash.value
  }
}
