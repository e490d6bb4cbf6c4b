internal import AuditInput

/// The attempts that name a session, to be found by the session's id.
struct AttemptTable {
  struct Attempt {
    let row: Int64
    let isAccepted: Bool
    /// When the identity token expires.
    let expiresAt: Int64?
    /// The hash of the identity token's sub, zero where it has none.
    let sub: UInt64
    /// Where the id that it names is in the text.
    fileprivate let id: Range<Int>
    /// The attempt before it whose id has the same hash.
    fileprivate let earlier: Int?
  }

  private var attempts: [Attempt] = []
  private var text: [UInt8] = []
  /// The last attempt by the hash of the id that it names.
  private var last: [UInt64: Int] = [:]

  init(_ connection: Connection) throws(StoreError) {
    let statement = try connection.prepare(
      """
      SELECT row, outcome = 'accepted', exp, session_id, sub
      FROM attempt
      WHERE session_id IS NOT NULL
      ORDER BY row
      """)
    while try statement.step() {
      let id = statement.textBytes(3)
      let start = text.count
      text.append(contentsOf: id)
      let sub = statement.textBytes(4)
      let subHash = sub.isEmpty ? 0 : NaturalKeyHash.nonZero(of: sub)
      let earlier = last.updateValue(attempts.count, forKey: NaturalKeyHash.nonZero(of: id))
      attempts.append(
        Attempt(
          row: statement.integer(0), isAccepted: statement.integer(1) == 1,
          expiresAt: statement.optionalInteger(2), sub: subHash, id: start..<text.count,
          earlier: earlier))
    }
  }

  var isEmpty: Bool { attempts.isEmpty }

  /// The attempts that name the session with this id, latest row first.
  func attempts(naming id: UnsafeRawBufferPointer) -> [Attempt] {
    guard !isEmpty else { return [] }
    var found: [Attempt] = []
    var next = last[NaturalKeyHash.nonZero(of: id)]
    while let index = next {
      let attempt = attempts[index]
      if text[attempt.id].elementsEqual(id) { found.append(attempt) }
      next = attempt.earlier
    }
    return found
  }
}
