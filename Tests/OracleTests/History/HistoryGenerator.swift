/// Makes small dense histories: few accounts, few moments, so that rules meet at their edges.
struct HistoryGenerator {
  let seed: UInt64
  var random: SplitMix64
  var drafts: [DraftRecord] = []
  /// Moments that something happened at; new ones lie at telling distances from them.
  var moments: [Int64]
  let skew: Int64
  var users: [String] = []
  var counter = 0
  var takenTimes: Set<Int64> = []
  var nightCount: Int
  /// Spans that the configuration of a world sets.
  var limits = WorldLimits()

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
    moments = [1_790_000_000 * PlainValues.second]
    skew = random.pick([0, 60, 60, 60, 300]) * PlainValues.second
    nightCount = random.pick([1, 1, 2, 3, 5])
  }

  static func history(seed: UInt64) -> History {
    var generator = HistoryGenerator(seed: seed)
    return generator.make()
  }

  private mutating func make() -> History {
    let locals = random.number(in: 2...4)
    let speeds = random.number(in: 1...4)
    users = (1...locals).map { "u\($0)" } + (1...speeds).map { "s\($0)" }
    for _ in 0..<4 { _ = moment() }
    addAccounts()
    addLinks()
    addDeletions()
    addMoney()
    addRows()
    addCalls()
    forgetFields()
    let configuration = configurationText()
    return HistoryLayout.history(
      seed: seed, drafts: drafts, nightCount: nightCount, configuration: configuration, &random)
  }

  mutating func number() -> Int {
    counter += 1
    return counter
  }

  /// A moment at a telling distance from an earlier one.
  mutating func moment() -> Int64 {
    let distances: [Int64] = [
      0, 0, PlainValues.second, skew, skew, skew + PlainValues.second,
      skew - PlainValues.second, PlainValues.minute, 5 * PlainValues.minute,
      5 * PlainValues.minute + skew, PlainValues.hour, PlainValues.hour + PlainValues.second,
      PlainValues.day, PlainValues.day + PlainValues.second, PlainValues.day - PlainValues.second,
      3 * PlainValues.day, 10 * PlainValues.second,
    ]
    let distance = random.pick(distances)
    let time = random.pick(moments) + (random.chance(70) ? distance : -distance)
    moments.append(time)
    return time
  }

  /// A moment that no other call of this was given, for records whose order must be plain.
  mutating func ownMoment() -> Int64 {
    var time = moment()
    while !takenTimes.insert(time).inserted { time += PlainValues.second }
    return time
  }

  /// A moment near the given one, with its edges.
  mutating func near(_ time: Int64) -> Int64 {
    let distances: [Int64] = [
      0, PlainValues.second, skew, skew, skew + PlainValues.second, -PlainValues.second,
      -skew, -skew - PlainValues.second, PlainValues.hour, PlainValues.day,
      PlainValues.day + PlainValues.second, 10 * PlainValues.second, 5 * PlainValues.minute + skew,
      5 * PlainValues.minute + skew + PlainValues.second,
    ]
    let result = time + random.pick(distances)
    moments.append(result)
    return result
  }

  mutating func maybe<Item>(_ percent: Int, _ item: Item) -> Item? {
    random.chance(percent) ? item : nil
  }

  func uuid(of user: String) -> String {
    let digits = user.utf8.reduce(into: UInt64(7)) { $0 = $0 &* 31 &+ UInt64($1) }
    let tail = String(digits % 1_000_000_000_000)
    let padded = String(repeating: "0", count: 12 - tail.utf8.count) + tail
    return "abcdef00-0000-4000-8000-" + padded
  }

  /// Several users may share a person's sub: the person's accounts before and after.
  func sub(of user: String) -> String {
    if limits.isWorld { return "00000\(user.utf8.last.map { $0 % 2 } ?? 0).sub" }
    return "00000\(user.utf8.last.map { $0 % 4 } ?? 0).sub"
  }

  /// Takes a field's name out of a whole stream, or a whole stream out, now and then.
  private mutating func forgetFields() {
    forget(fields: [
      ("ledger", "balanceAfter"), ("ledger", "startedAt"), ("ledger", "idempotencyKey"),
      ("ledger", "movedFrom"),
      ("ledger", "status"), ("links", "confirmedAt"), ("links", "newUserId"),
      ("links", "newAppUserUUID"), ("links", "speedUserId"), ("purchases", "finishedAt"),
      ("deletions", "lossDisclosed"), ("deletions", "confirmedAt"), ("deletions", "accountKind"),
      ("deletions", "appleSub"), ("deletions", "unlinkedAt"), ("deletions", "revokedAt"),
      ("sessions", "isLocalUser"), ("sessions", "isNewAccount"), ("sessions", "appleSub"),
      ("sessions", "lastUsedAt"), ("balances", "grantSpendable"),
    ])
    forget(streams: [
      "sessions", "accounts", "links", "purchases", "balances", "rows", "applecalls",
      "notifications",
    ])
  }

  mutating func forget(fields: [(stream: String, field: String)], percent: Int = 5) {
    for (stream, field) in fields where random.chance(percent) {
      for index in drafts.indices where drafts[index].stream == stream {
        drafts[index].fields.removeAll { $0.name == field }
      }
    }
  }

  mutating func forget(streams: [String], percent: Int = 5) {
    for stream in streams where random.chance(percent) {
      drafts.removeAll { $0.stream == stream }
    }
  }

  private mutating func configurationText() -> String {
    var app: [String] = []
    if random.chance(75) {
      app.append("\"platform\":\"\(random.pick(["speed", "speed", "direct"]))\"")
    }
    if random.chance(80) { app.append("\"teamId\":\"TEAM\"") }
    if random.chance(80) { app.append("\"keyIds\":[\"K1\",\"K2\"]") }
    if random.chance(80) {
      app.append("\"bundleIds\":[\"com.example.app\"],\"servicesIds\":[\"com.example.web\"]")
    }
    var export: [String] = []
    // Without exportedAt the age of an older night's snapshot is open, so only for one night.
    if nightCount > 1 || random.chance(80) {
      let latest = moments.max() ?? 0
      let time = random.chance(60) ? latest + PlainValues.day : near(random.pick(moments))
      export.append("\"exportedAt\":\"\(time / PlainValues.second)\"")
    }
    let streams = ["sessions", "purchases", "ledger", "links", "deletions", "applecalls"]
    let complete = streams.filter { _ in random.chance(50) }.map { "\"\($0)\"" }
    export.append("\"complete\":[\(complete.joined(separator: ","))]")
    let deadline = random.pick(["1d", "30d", "1h"])
    let policy =
      "\"clockSkew\":\"\(skew / PlainValues.second)s\",\"deletionDeadline\":\"\(deadline)\""
    return "{\"app\":{\(app.joined(separator: ","))},"
      + "\"export\":{\(export.joined(separator: ","))},\"policy\":{\(policy)}}"
  }
}
