/// The contract's words about subs, events and what became of accounts.
extension OracleWords {
  func sessions(ofSub sub: String) -> [SessionRecord] {
    sessions.filter { $0.appleSub == sub }
  }

  func session(_ id: String?) -> SessionRecord? {
    id.flatMap { id in sessions.first { $0.id == id } }
  }

  /// Whether P went into S through any chain of merges that were all done before that time.
  func isMerged(_ p: String, into s: String, before end: Int64) -> Bool {
    p != s && reached(from: p, before: end).contains(s)
  }

  /// Everybody P went into, P among them, by merges before that time.
  func reached(from p: String, before end: Int64 = .max) -> Set<String> {
    var reached: Set<String> = [p]
    var queue = [p]
    while let user = queue.popLast() {
      for merge in merges where merge.p == user && merge.t < end {
        if let s = merge.s, reached.insert(s).inserted { queue.append(s) }
      }
    }
    return reached
  }

  /// Accounts that went into that user, through any chain.
  func absorbed(by user: String) -> Set<String> {
    Set(merges.map(\.p).filter { isMerged($0, into: user) })
  }

  /// Every sub that sessions or the users table give the user.
  func anySubs(of user: String) -> Set<String> {
    var found = Set(sessions(of: user).compactMap(\.appleSub))
    for account in records.accounts where account.userId == user {
      if let sub = account.appleSub { found.insert(sub) }
    }
    return found
  }

  /// "a team transfer lies between"; nil where it lies on the edge, which the contract leaves open.
  func isTransferred(after start: Int64, before end: Int64) -> Bool? {
    OracleWords.isAny(of: [configuration.teamTransferAt].compactMap { $0 }, from: start, to: end)
  }

  /// "a deletion of the user lies between"; nil where its D is on the edge.
  func isGone(_ user: String, after start: Int64, before end: Int64) -> Bool? {
    OracleWords.isAny(of: completions[user] ?? [], from: start, to: end)
  }

  /// Whether one of the times lies between the two; nil where one lies on the edge only.
  static func isAny(of times: [Int64], from start: Int64, to end: Int64) -> Bool? {
    if times.contains(where: { start < $0 && $0 < end }) { return true }
    return times.contains { start <= $0 && $0 <= end } ? nil : false
  }

  /// "**the notification's t** = the earliest receivedAt of that id, else its event time."
  func time(of event: NotificationRecord) -> Int64? {
    let received = records.notifications.filter { $0.id == event.id }.compactMap(\.receivedAt)
    return received.min() ?? event.eventTime
  }

  /// "**processed** = processedAt set and action not `rejected`, `refused`, `ignored`, `skipped`,
  /// `duplicate`."
  static func isProcessed(_ event: NotificationRecord) -> Bool {
    let passive = ["rejected", "refused", "ignored", "skipped", "duplicate"]
    return event.processedAt != nil && !(event.action.map(passive.contains) ?? false)
  }

  /// One record of each id, the earliest received.
  var events: [NotificationRecord] {
    var first: [String: NotificationRecord] = [:]
    for event in records.notifications {
      let time = event.receivedAt ?? .max
      if let other = first[event.id], (other.receivedAt ?? .max) <= time { continue }
      first[event.id] = event
    }
    return first.values.sorted { $0.id < $1.id }
  }

  /// "whole words, letters only, any case".
  static func hasWord(_ text: String?, among words: [String]) -> Bool {
    guard let text else { return false }
    let found = text.lowercased().utf8.split { !(0x61...0x7A).contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }
    return found.contains { words.contains($0) }
  }
}
