internal import AuditModel

/// One person's story, told in order: each method lets something happen at `now` and moves on.
///
/// A story that is told with these methods alone breaks no rule. A fault tells such a story, then
/// changes a record of it through the subscript. Nothing is shared between two lives, so faults
/// don't meet.
struct Life: Sendable {
  let scene: Scene
  /// Which person of the sample this is; part of every id.
  let number: Int64
  var random: Random
  /// The time of the story, in microseconds since 1970 UTC.
  private(set) var now: Int64
  var accounts: [Account] = []
  /// Purchases that were credited, in order.
  var purchases: [Purchase] = []
  /// How the life's records come into the export; a fault's people have none of it.
  var habits = Habits()
  /// Whether the first account is merged one day, so that nothing of it may stay open.
  var willMerge = false
  private var records: [Stream: [Record?]] = [:]
  private var counter: Int64 = 0

  init(scene: Scene, number: Int64, start: Int64, random: Random) {
    self.scene = scene
    self.number = number
    self.random = random
    now = start
  }

  /// Lets time pass.
  mutating func wait(_ span: Int64) { now += span }

  /// Lets some time of the range pass.
  mutating func wait(_ range: ClosedRange<Int64>) { now += random.span(range) }

  // MARK: - Records

  /// Adds a record.
  @discardableResult
  mutating func add(_ stream: Stream, _ fields: [(name: String, value: FieldValue)]) -> RecordID {
    add(Record(stream, fields))
  }

  @discardableResult
  mutating func add(_ record: Record) -> RecordID {
    let index = records[record.stream]?.count ?? 0
    records[record.stream, default: []].append(record)
    return RecordID(stream: record.stream, index: index)
  }

  /// A record; one that was dropped is empty.
  ///
  /// Take a record's id into a constant first: `life[life.buy(by: 0).record]` looks into the life
  /// as it was before the purchase, and finds an empty record.
  subscript(_ id: RecordID) -> Record {
    get {
      guard let known = records[id.stream], known.indices.contains(id.index) else {
        return Record(id.stream, [])
      }
      return known[id.index] ?? Record(id.stream, [])
    }
    set { records[id.stream]?[id.index] = newValue }
  }

  /// Takes a record out of the export.
  mutating func drop(_ id: RecordID) { records[id.stream]?[id.index] = nil }

  /// The records of a stream that were not dropped, in order.
  func all(_ stream: Stream) -> [RecordID] {
    (records[stream] ?? []).indices.compactMap { index in
      records[stream]?[index] == nil ? nil : RecordID(stream: stream, index: index)
    }
  }

  /// The records of a stream that belong to an account.
  func all(_ stream: Stream, of who: AccountID) -> [RecordID] {
    let userId = accounts[who].userId
    return all(stream).filter { self[$0]["userId"]?.text == userId }
  }

  /// The id by which a finding names a record.
  func id(_ record: RecordID) -> String {
    let key =
      switch record.stream {
      case .ledger: "adjustmentId"
      case .purchases: "transactionId"
      case .accounts, .balances: "userId"
      case .mail: "to"
      case .rows: "rowId"
      case .notifications: self[record]["jti"] == nil ? "notificationUUID" : "jti"
      case .sessions, .attempts, .links, .deletions, .applecalls, .exchanges: "id"
      }
    return self[record][key]?.text ?? ""
  }

  /// Hands over every record, stream after stream.
  func forEachRecord(_ body: (Record) throws(SampleError) -> Void) throws(SampleError) {
    for stream in Stream.allCases {
      var told = records[stream] ?? []
      if stream == .ledger && habits.hasLedgerReversed { told.reverse() }
      for (index, record) in told.enumerated() {
        guard let record else { continue }
        try body(record)
        if stream == .ledger && habits.hasRepeatedRows && index % 4 == 0 { try body(record) }
      }
    }
  }

  // MARK: - Names of things

  /// A new id such as `ses_12_3`.
  mutating func fresh(_ prefix: String) -> String {
    counter += 1
    return "\(prefix)_\(number)_\(counter)"
  }

  /// A new number that no other person has, for ids that are numbers.
  mutating func freshNumber() -> Int64 {
    counter += 1
    return (number + 1) * 1_000_000 + counter
  }

  /// A new Apple id of a person.
  mutating func freshSub() -> String {
    let digits = String(100_000 + number % 900_000)
    return digits + "." + random.hex(32) + "." + String(random.number(1000...9999))
  }

  /// A new hash, of a token or a code.
  mutating func freshHash() -> String { random.hex(64) }
}
