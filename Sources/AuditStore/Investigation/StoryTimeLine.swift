internal import AuditModel

/// What the records say, one event after the other.
struct StoryTimeLine {
  private let reader: StoryReader
  private let records: StoryRecords
  private let walk: BalanceWalk
  private(set) var events: [StoryEvent] = []
  /// The row of the event's record, as (stream, row), by event.
  private var order: [(rank: Int, row: Int64)] = []

  init(
    _ records: StoryRecords, _ walk: BalanceWalk, _ reader: StoryReader
  ) throws(StoreError) {
    self.records = records
    self.walk = walk
    self.reader = reader
    for stream in Stream.allCases {
      for record in records[stream] { try add(record) }
    }
    sort()
  }

  /// Pins each finding to the event of its evidence that is nearest to it.
  mutating func pin(_ problems: [StoryProblems.Found]) {
    var eventsOfRecord: [EvidenceReference: [Int]] = [:]
    for (index, event) in events.enumerated() {
      guard let record = event.record else { continue }
      let reference = EvidenceReference(stream: record.stream, row: order[index].row)
      eventsOfRecord[reference, default: []].append(index)
    }
    var loose: [(at: Int64, problem: Int)] = []
    for (number, problem) in problems.enumerated() {
      let places = problem.evidence.flatMap { eventsOfRecord[$0] ?? [] }
      let at = problem.problem.at
      let nearest = places.min { left, right in
        distance(events[left].at, at) < distance(events[right].at, at)
      }
      if let nearest {
        events[nearest].problems.append(number)
      } else if let at {
        loose.append((at, number))
      }
    }
    for (at, number) in loose {
      var event = StoryEvent(
        at: at, account: nil, title: problems[number].problem.message, record: nil)
      event.problems = [number]
      events.append(event)
      order.append((Stream.allCases.count, Int64(number)))
    }
    sort()
  }

  private func distance(_ left: Int64?, _ right: Int64?) -> UInt64 {
    guard let left, let right else { return left == nil ? .max : 0 }
    return left > right ? UInt64(bitPattern: left &- right) : UInt64(bitPattern: right &- left)
  }

  /// By time, events without one first; what happened at once in the order of a sign-in's records.
  private mutating func sort() {
    let sorted = events.indices.sorted { left, right in
      let (one, other) = (events[left].at ?? .min, events[right].at ?? .min)
      guard one == other else { return one < other }
      guard order[left].rank == order[right].rank else {
        return order[left].rank < order[right].rank
      }
      return order[left].row == order[right].row ? left < right : order[left].row < order[right].row
    }
    events = sorted.map { events[$0] }
    order = sorted.map { order[$0] }
  }

  private mutating func add(_ record: StoryRecord) throws(StoreError) {
    let steps =
      switch record.stream {
      case .sessions: session(record)
      case .attempts: attempt(record)
      case .accounts: account(record)
      case .links: try link(record)
      case .ledger: ledger(record)
      case .balances: balance(record)
      case .purchases: purchase(record)
      case .notifications: notification(record)
      case .deletions: deletion(record)
      case .applecalls: appleCall(record)
      case .mail: mail(record)
      // What an exchange tells stands in the tables of the other streams.
      case .rows, .exchanges: [Step]()
      }
    let user = record.number(record.stream == .links ? "local_user" : "user")
    var isContinued = false
    for step in steps {
      var event = StoryEvent(
        at: step.at, account: try user.map { user throws(StoreError) in try reader.name(user) },
        title: step.title,
        tone: step.isTrouble ? .trouble : .plain, record: record.shown, isContinued: isContinued)
      if record.stream == .ledger {
        event.amount = walk.deltaOfRow[record.row]
        event.balance = walk.afterRow[record.row]
      }
      if record.stream == .balances { event.balance = record.number("local_balance") }
      events.append(event)
      order.append((Self.rank(record.stream), record.row))
      isContinued = true
    }
  }

  private static func rank(_ stream: Stream) -> Int {
    let ranks: [Stream] = [
      .accounts, .attempts, .sessions, .links, .purchases, .ledger, .balances, .deletions,
      .applecalls, .notifications, .mail, .rows,
    ]
    return ranks.firstIndex(of: stream) ?? ranks.count
  }

  private struct Step {
    let at: Int64?
    let title: String
    var isTrouble = false
  }

  private func session(_ record: StoryRecord) -> [Step] {
    let method = record.text("method").map { " with \($0)" } ?? ""
    let new = record.flag("is_new_account") == true ? " for the first time: a new account" : ""
    let suggestion =
      record.text("link_suggestion").map { ", the platform suggests to link (\($0))" } ?? ""
    var steps = [Step(at: record.number("at"), title: "Signed in\(method)\(new)\(suggestion)")]
    if let ended = record.number("ended_at") {
      let reason = record.text("end_reason").map { ": \($0)" } ?? ""
      steps.append(Step(at: ended, title: "Session \(record.key) ended\(reason)"))
    }
    return steps
  }

  private func attempt(_ record: StoryRecord) -> [Step] {
    if record.text("outcome") == "accepted" {
      return [Step(at: record.number("at"), title: "Apple identity token accepted")]
    }
    let reason =
      record.text("reason").map { ": \($0)" } ?? record.text("client_error").map { ": \($0)" } ?? ""
    return [Step(at: record.number("at"), title: "Sign-in refused\(reason)", isTrouble: true)]
  }

  private func account(_ record: StoryRecord) -> [Step] {
    var steps = [Step(at: record.number("created_at"), title: "Entered into the users table")]
    if let at = record.number("deleted_at") {
      steps.append(Step(at: at, title: "Marked as deleted in the users table"))
    }
    return steps
  }

  private func link(_ record: StoryRecord) throws(StoreError) -> [Step] {
    func name(_ columns: String...) throws(StoreError) -> String {
      for column in columns {
        if let user = record.number(column) { return try reader.name(user) }
      }
      return "another account"
    }
    let status = record.number("status") ?? 0
    let local = try name("previous_user", "local_user")
    let other = try name("speed_user", "new_user")
    let title: String
    if (200...299).contains(status) {
      title =
        switch record.text("keep") {
        case "speed": "\(local) merged into \(try name("new_user", "speed_user"))"
        case "local": "Linked, \(local) kept: \(other) can't be reached any more"
        default: "\(local) linked to \(other)"
        }
    } else if status == 409 {
      title = "Link of \(local) to \(other) answered 409: both hold data, the person has to choose"
    } else {
      let error = record.text("error").map { " \($0)" } ?? ""
      title = "Link of \(local) to \(other) failed: \(status)\(error)"
    }
    return [
      Step(
        at: record.number("at"), title: title,
        isTrouble: !(200...299).contains(status) && status != 409)
    ]
  }

  private func ledger(_ record: StoryRecord) -> [Step] {
    let kind = record.text("kind") ?? ""
    let transaction = StoryRecords.transaction(of: record).map { " for transaction \($0)" } ?? ""
    var title =
      switch kind {
      case "purchase": "Purchase credited\(transaction)"
      case "gift": "Gift credited"
      case "merge-in": "Brought by a merge"
      case "usage": "Used"
      case "merge-out": "Taken out by a merge"
      case "forfeit": "Forfeited"
      case "reversal": "Taken back\(transaction)"
      default: kind
      }
    let isApplied = record.flag("applied") != false
    if !isApplied { title += ", not applied" }
    if let status = record.number("status"), status >= 400 { title += ", answered \(status)" }
    if record.text("payer") == "linked" { title += ", paid by the linked account" }
    if records.moved.contains(record.row) { title += " (history moved by a merge)" }
    return [
      Step(
        at: record.number("at"), title: title,
        isTrouble: kind == "forfeit" || kind == "reversal"
          || (walk.afterRow[record.row] ?? 0) < 0)
    ]
  }

  private func balance(_ record: StoryRecord) -> [Step] {
    [Step(at: record.number("at"), title: "Balance read from the platform")]
  }

  private func purchase(_ record: StoryRecord) -> [Step] {
    let product = record.text("product_id") ?? ""
    let state = record.text("state").map { $0 == "verified" ? "" : " (\($0))" } ?? ""
    var steps = [
      Step(at: record.number("at"), title: "Bought \(product), transaction \(record.key)\(state)")
    ]
    let later: [(String, String, Bool)] = [
      ("credited_at", "credited, as the app's table says", false),
      ("finished_at", "finished", false),
      ("revocation_date", "refunded by Apple", true),
    ]
    for (column, words, isTrouble) in later {
      guard let at = record.number(column) else { continue }
      steps.append(
        Step(at: at, title: "Transaction \(record.key) \(words)", isTrouble: isTrouble))
    }
    return steps
  }

  private func notification(_ record: StoryRecord) -> [Step] {
    let type = record.text("type") ?? "something without a type"
    let from = record.text("source") == "siwa" ? "Apple" : "The App Store"
    let about = record.text("transaction_id").map { " about transaction \($0)" } ?? ""
    let subtype = record.text("subtype").map { " (\($0))" } ?? ""
    let bad: Set = [
      "consent-revoked", "account-deleted", "account-delete", "email-disabled", "REFUND", "REVOKE",
    ]
    var steps = [
      Step(
        at: record.number("received_at") ?? record.number("event_time"),
        title: "\(from) told: \(type)\(subtype)\(about)", isTrouble: bad.contains(type))
    ]
    if let at = record.number("processed_at") {
      let action = record.text("action").map { ": \($0)" } ?? ""
      steps.append(Step(at: at, title: "Notification \(type) processed\(action)"))
    }
    return steps
  }

  private func deletion(_ record: StoryRecord) -> [Step] {
    let channel = record.text("channel").map { " (\($0))" } ?? ""
    var steps = [Step(at: record.number("requested_at"), title: "Deletion asked for\(channel)")]
    let later: [(at: String, title: String, status: String?)] = [
      ("confirmed_at", "Deletion confirmed by the person", nil),
      ("code_issued_at", "Authorization code for the deletion issued", nil),
      ("token_exchanged_at", "Code exchanged for the deletion", "token_exchange_status"),
      ("data_deleted_at", "Data deleted", nil),
      ("unlinked_at", "Unlink call", "unlink_status"),
      ("revoked_at", "Revoke call", "revoke_status"),
      ("completed_at", "Deletion complete", nil),
    ]
    for step in later {
      guard let at = record.number(step.at) else { continue }
      let status = step.status.flatMap { record.number($0) }
      let isBad = status.map { !(200...299).contains($0) } ?? false
      steps.append(
        Step(
          at: at, title: step.title + (status.map { " answered \($0)" } ?? ""), isTrouble: isBad))
    }
    return steps
  }

  private func appleCall(_ record: StoryRecord) -> [Step] {
    let status = record.number("status") ?? 0
    let error = record.text("error").map { " \($0)" } ?? ""
    let what =
      record.text("endpoint") == "revoke"
      ? "Revoke" : "Token call" + (record.text("grant_type").map { " (\($0))" } ?? "")
    return [
      Step(
        at: record.number("at"), title: "\(what) at Apple answered \(status)\(error)",
        isTrouble: !(200...299).contains(status))
    ]
  }

  private func mail(_ record: StoryRecord) -> [Step] {
    let status = record.text("status")
    let category = record.text("category").map { " (\($0))" } ?? ""
    let to = record.text("address") ?? "an address"
    return [
      Step(
        at: record.number("at"),
        title: "Mail\(category) to \(to)" + (status.map { ": \($0)" } ?? ""),
        isTrouble: status.map(MailStatus.isFailure) ?? false)
    ]
  }
}
