/// Which login methods the app has, and whether it has been used long and by many.
///
/// Sessions are noted one by one, in the order of their rows.
struct LoginFacts {
  /// Users beyond these need no counting: the rules ask for so many.
  static let userLimit = 100

  private struct Method {
    let name: [UInt8]
    /// The first session that names it itself; nil where only "accounts" does.
    var sessionRow: Int64?
  }

  private var methods: [Method] = []
  private var users: Set<Int64> = []
  private var firstAt: Int64?
  private var lastAt: Int64?

  /// `own` is the method as the session names it, `filled` as "accounts" fills it in; empty where
  /// they don't.
  mutating func note(
    row: Int64, at: Int64, user: Int64, own: UnsafeRawBufferPointer, filled: UnsafeRawBufferPointer
  ) {
    firstAt = min(firstAt ?? at, at)
    lastAt = max(lastAt ?? at, at)
    if users.count < Self.userLimit { users.insert(user) }
    note(own, of: row)
    note(filled, of: nil)
  }

  private mutating func note(_ name: UnsafeRawBufferPointer, of row: Int64?) {
    guard !name.isEmpty else { return }
    guard let known = methods.firstIndex(where: { $0.name.elementsEqual(name) }) else {
      methods.append(Method(name: Array(name), sessionRow: row))
      return
    }
    if methods[known].sessionRow == nil { methods[known].sessionRow = row }
  }

  func write(_ connection: Connection) throws(StoreError) {
    let method = try connection.prepare("INSERT INTO login_method VALUES (?, ?)")
    for entry in methods {
      method.bind(1, String(decoding: entry.name, as: UTF8.self))
      method.bind(2, entry.sessionRow)
      try method.run()
    }
    let span = try connection.prepare("INSERT INTO session_span VALUES (?, ?, ?)")
    span.bind(1, firstAt)
    span.bind(2, lastAt)
    span.bind(3, Int64(users.count))
    try span.run()
  }
}
