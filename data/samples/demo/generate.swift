// Writes the demo export: `swift data/samples/demo/generate.swift data/samples/demo/input`.
//
// A month of a small app on the platform, 272 accounts that live an ordinary life, six planted
// faults and ten histories that only look like faults (README.md tells them). The same bytes in
// every run: there is no clock and no randomness but a fixed seed.

import Foundation

// MARK: - Small tools

struct Random {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  mutating func hex(_ count: Int) -> String {
    var text = ""
    while text.utf8.count < count {
      let part = String(next(), radix: 16)
      text += String(repeating: "0", count: 16 - part.utf8.count) + part
    }
    return String(text.prefix(count))
  }
  mutating func uuid() -> String {
    let h = hex(32)
    func part(_ from: Int, _ count: Int) -> Substring { h.dropFirst(from).prefix(count) }
    return "\(part(0, 8))-\(part(8, 4))-4\(part(13, 3))-a\(part(17, 3))-\(part(20, 12))"
  }
}

var random = Random(state: 20_261_101)
let minute = 60
let hour = 3600
let day = 86_400
/// 2026-10-01T00:00:00Z, the app's first day.
let start = 1_790_812_800
/// 2026-11-01T02:00:00Z, when the export was made.
let exported = start + 31 * day + 2 * hour

func time(_ seconds: Int) -> String {
  let dayNumber = (seconds - start) / day
  let rest = (seconds - start) % day
  let month = dayNumber < 31 ? "10" : "11"
  let date = dayNumber < 31 ? dayNumber + 1 : dayNumber - 30
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "2026-\(month)-\(two(date))T\(two(rest / hour)):\(two(rest / minute % 60)):\(two(rest % 60))Z"
}

func amount(_ units: Int) -> String {
  let part = String(units % 100_000_000)
  return "\(units / 100_000_000)." + String(repeating: "0", count: 8 - part.utf8.count) + part
}

func signed(_ units: Int) -> String { units < 0 ? "-" + amount(-units) : amount(units) }

enum Value {
  case text(String), number(Int), bool(Bool), null, object([(String, Value)])

  var json: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .object(let members):
      "{" + members.map { "\"\($0.0)\":\($0.1.json)" }.joined(separator: ",") + "}"
    }
  }
  var cell: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .bool(let bool): bool ? "true" : "false"
    case .null: ""
    case .object: json
    }
  }
}

typealias Fields = [(String, Value)]
func text(_ value: String?) -> Value { value.map { .text($0) } ?? .null }
func at(_ seconds: Int?) -> Value { seconds.map { .text(time($0)) } ?? .null }

/// Records of one stream with the time that orders them.
struct Table {
  var records: [(Int, Fields)] = []
  mutating func add(_ order: Int, _ fields: Fields) { records.append((order, fields)) }

  var sorted: [Fields] {
    records.enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
      .map(\.element.1)
  }
  var ndjson: String { sorted.map { Value.object($0).json + "\n" }.joined() }
  func separated(_ separator: String) -> String {
    guard let header = sorted.first?.map(\.0) else { return "" }
    let lines = [header] + sorted.map { $0.map(\.1.cell) }
    return lines.map { $0.joined(separator: separator) + "\n" }.joined()
  }
}

var sessions = Table(), attempts = Table(), accounts = Table(), links = Table(), ledger = Table()
var balances = Table(), purchases = Table(), notifications = Table(), deletions = Table()
var applecalls = Table(), mail = Table(), chats = Table(), projects = Table()
var repeatedLedger = Table()
var counter = 0
func number() -> Int {
  counter += 1
  return counter
}

// MARK: - An account and what it does

final class Account {
  let id: String
  let uuid: String
  let sub: String
  let email: String
  let isRelay: Bool
  let born: Int
  let method: String
  var isLocal: Bool
  var balance = 0
  var lastSessionUse = 0

  init(id: String, born: Int, method: String = "apple", local: Bool = true) {
    self.id = id
    self.born = born
    self.method = method
    isLocal = local
    uuid = random.uuid()
    sub = "00\(1000 + number()).\(random.hex(32)).\(1000 + random.below(8999))"
    isRelay = random.below(3) == 0
    email = isRelay ? "\(random.hex(10))@privaterelay.appleid.com" : "\(id)@mail.example"
  }

  /// A sign-in; with Apple it has its accepted attempt.
  func signIn(
    _ t: Int, as user: Account? = nil, new: Bool = false, used: Int? = nil, ended: Int? = nil,
    reason: String? = nil
  ) {
    let user = user ?? self
    let session = "ses_\(number())"
    let isApple = method == "apple"
    let lastUse = used ?? t + hour + random.below(5 * day)
    sessions.add(
      t,
      [
        ("id", .text(session)), ("at", at(t)), ("userId", .text(user.id)),
        ("appUserUUID", .text(user.uuid)), ("method", .text(method)), ("role", .text("app-user")),
        ("isNewAccount", .bool(new)), ("isLocalUser", .bool(user.isLocal)),
        ("linkSuggestion", .null), ("expiresAt", at(t + 7 * day)), ("lastUsedAt", at(lastUse)),
        ("endedAt", at(ended)), ("endReason", text(reason)),
        ("appleSub", isApple ? .text(sub) : .null), ("email", .text(email)),
        ("name", .text("Sample Person")), ("fullNameReceived", isApple ? .bool(new) : .null),
        ("tokenId", .text(random.hex(64))),
        ("redirectScheme", isApple ? .null : .text("exampleapp")),
      ])
    guard isApple else { return }
    let nonce = random.hex(64)
    attempts.add(
      t,
      [
        ("id", .text("att_\(number())")), ("at", at(t)), ("outcome", .text("accepted")),
        ("reason", .null), ("userId", .text(user.id)), ("sessionId", .text(session)),
        ("iss", .text("https://appleid.apple.com")), ("aud", .text("com.example.app")),
        ("sub", .text(sub)), ("iat", at(t - 4)), ("exp", at(t - 4 + day)),
        ("kid", .text("KEYAPPLE01")), ("alg", .text("RS256")), ("nonce", .text(nonce)),
        ("rawNonceSHA256", .text(nonce)), ("email", .text(email)), ("emailVerified", .bool(true)),
        ("isPrivateEmail", .bool(isRelay)), ("signature", .text("valid")), ("clientError", .null),
      ])
  }

  /// Signs in every six or seven days until `end`.
  func liveUntil(_ end: Int, from: Int, as user: Account? = nil) {
    var t = from
    while t < end {
      signIn(t, as: user, used: min(t + 2 * hour + random.below(5 * day), end - 5))
      t += 6 * day + random.below(day)
    }
  }

  /// Books a movement; `started` only for usage.
  @discardableResult
  func book(
    _ t: Int, _ kind: String, _ units: Int, started: Int? = nil, key: String? = nil,
    applied: Bool = true, status: Int = 200, payer: String = "local", grant: Int? = nil,
    transaction: String? = nil, product: String? = nil, source: String? = nil
  ) -> Fields {
    let adds = ["purchase", "gift", "merge-in"].contains(kind)
    if applied && payer == "local" { balance += adds ? units : -units }
    let row: Fields = [
      ("adjustmentId", .text("\(500_000 + number())")), ("at", at(t)), ("userId", .text(id)),
      ("kind", .text(kind)), ("amount", .text(amount(units))),
      ("balanceAfter", .text(signed(balance))),
      ("idempotencyKey", .text(key ?? "\(kind):\(random.hex(16))")), ("applied", .bool(applied)),
      ("status", .number(status)), ("payer", .text(payer)),
      ("operationId", kind == "usage" ? .text("op_\(random.hex(8))") : .null),
      ("startedAt", at(started)), ("ownerFunds", .null),
      ("grantSpendable", grant.map { .text(amount($0)) } ?? .null),
      ("transactionId", text(transaction)), ("metadata.productId", text(product)),
      ("metadata.source", text(source)),
    ]
    ledger.add(t, row)
    return row
  }

  /// Buys credits: Apple's transaction, its notification, the credit and the receipt.
  func buy(_ t: Int, _ product: String, _ units: Int) {
    let transaction = "20000009\(10_000_000 + number())"
    purchases.add(
      t,
      [
        ("transactionId", .text(transaction)), ("at", at(t)), ("userId", .text(id)),
        ("productId", .text(product)), ("bundleId", .text("com.example.app")),
        ("appAccountToken", .text(uuid.uppercased())), ("environment", .text("Production")),
        ("state", .text("verified")), ("originalTransactionId", .text(transaction)),
        ("quantity", .number(1)), ("verifiedAt", at(t + 2)), ("creditedAt", at(t + 5)),
        ("finishedAt", at(t + 9)),
      ])
    notifications.add(
      t,
      [
        ("notificationType", .text("ONE_TIME_CHARGE")), ("notificationUUID", .text(random.uuid())),
        ("signedDate", at(t + 3)), ("receivedAt", at(t + 6)), ("processedAt", at(t + 20)),
        ("action", .text("recorded")), ("result", .text("ok")), ("attempt", .number(1)),
        (
          "data",
          .object([
            ("bundleId", .text("com.example.app")), ("environment", .text("Production")),
            (
              "signedTransactionInfo",
              .object([
                ("transactionId", .text(transaction)), ("productId", .text(product)),
              ])
            ),
          ])
        ),
      ])
    book(
      t + 5, "purchase", units, key: "apple-transaction:\(transaction)", transaction: transaction,
      product: product, source: "apple-iap")
    sendMail(t + minute, "receipt")
  }

  func use(_ t: Int, _ units: Int, seconds: Int = 8) {
    book(t, "usage", units, started: t - seconds, source: "inference")
  }

  func sendMail(_ t: Int, _ category: String) {
    mail.add(
      t,
      [
        ("id", .text("mail_\(number())")), ("at", at(t)), ("to", .text(email)),
        ("userId", .text(id)), ("status", .text("sent")), ("category", .text(category)),
      ])
  }

  func readBalance(_ t: Int, grant: Int = 0) {
    balances.add(
      t,
      [
        ("userId", .text(id)), ("at", at(t)), ("localBalance.amount", .text(signed(balance))),
        ("grant.spendableAmount", .text(amount(grant))),
      ])
  }

  func keepRow(_ table: inout Table, _ t: Int?, owner: String? = nil) {
    table.add(
      t ?? exported,
      [
        ("rowId", .text("\(number())")), ("userId", .text(owner ?? id)), ("createdAt", at(t)),
        ("updatedAt", at(t.map { $0 + minute })),
      ])
  }

  /// The line of the users table, for accounts that are still there.
  func list() {
    accounts.add(
      born,
      [
        ("userId", .text(id)), ("appleSub", method == "apple" ? .text(sub) : .null),
        ("email", .text(email)), ("name", .text("Sample Person")), ("createdAt", at(born)),
        ("method", .text(method)), ("isLocalUser", .bool(isLocal)), ("appUserUUID", .text(uuid)),
      ])
  }

  func notify(_ t: Int, _ type: String) {
    notifications.add(
      t,
      [
        ("iss", .text("https://appleid.apple.com")), ("aud", .text("com.example.app")),
        ("iat", .number(t)), ("jti", .text(random.hex(22))),
        (
          "events",
          .object([
            ("type", .text(type)), ("sub", .text(sub)), ("event_time", .number(t * 1000)),
          ])
        ),
        ("receivedAt", at(t + 2)), ("processedAt", at(t + 4)), ("action", .text("applied")),
        ("result", .text("ok")), ("attempt", .number(1)),
      ])
  }

  /// Asks to be deleted; `unlink` nil leaves the platform's call out.
  func delete(_ t: Int, unlink: Int? = 200, completes: Bool = true) {
    deletions.add(
      t,
      [
        ("id", .text("del_\(number())")), ("userId", .text(id)), ("requestedAt", at(t)),
        ("channel", .text("app")), ("accountKind", .text("local")), ("appleSub", .text(sub)),
        ("lossDisclosed", .bool(true)), ("hasActiveSubscription", .bool(false)),
        ("subscriptionNoticeShown", .null), ("confirmedAt", completes ? at(t + 20) : .null),
        ("dataDeletedAt", completes ? at(t + 40) : .null),
        ("unlinkedAt", completes && unlink != nil ? at(t + 45) : .null),
        ("unlinkStatus", completes ? unlink.map { .number($0) } ?? .null : .null),
        ("completedAt", completes ? at(t + 50) : .null),
      ])
    if completes { balance = 0 }
  }
}

func link(
  _ t: Int, _ local: Account, _ speed: String, keep: String?, status: Int = 200, token: String,
  previous: String? = nil, survivor: Account? = nil, confirmed: Int? = nil
) {
  links.add(
    t,
    [
      ("id", .text("lnk_\(number())")), ("at", at(t)), ("localUserId", .text(local.id)),
      ("speedUserId", .text(speed)), ("keep", text(keep)), ("status", .number(status)),
      ("error", status == 409 ? .text("app_data_conflict") : .null),
      ("previousUserId", text(previous)), ("newUserId", text(survivor?.id)),
      ("newAppUserUUID", text(survivor?.uuid)), ("speedTokenId", .text(token)),
      ("confirmedAt", at(confirmed)),
    ])
}

/// A client secret as Apple's calls show it: 180 days unless said otherwise.
func callApple(_ t: Int, _ who: Account, secretIssued: Int, lifetime: Int = 180 * day) {
  applecalls.add(
    t,
    [
      ("id", .text("apc_\(number())")), ("at", at(t)), ("endpoint", .text("token")),
      ("userId", .text(who.id)), ("sub", .text(who.sub)),
      ("grantType", .text("authorization_code")), ("status", .number(200)), ("error", .null),
      ("codeHash", .text(random.hex(64))), ("codeIssuedAt", at(t - 20)),
      ("secretKid", .text("SIWAKEY001")), ("secretIss", .text("ABCDE12345")),
      ("secretIat", .number(secretIssued)), ("secretExp", .number(secretIssued + lifetime)),
      ("secretAud", .text("https://appleid.apple.com")), ("secretSub", .text("com.example.app")),
      ("secretAlg", .text("ES256")),
    ])
}

// MARK: - Ordinary lives

func local(_ name: String, bornDay: Int, usedFor: Int? = nil) -> Account {
  let account = Account(id: name, born: start + bornDay * day + 8 * hour + random.below(8 * hour))
  account.signIn(account.born, new: true, used: usedFor.map { account.born + $0 })
  return account
}

func speed(_ name: String, bornDay: Int) -> Account {
  let born = start + bornDay * day + 8 * hour + random.below(8 * hour)
  let account = Account(id: name, born: born, method: "speed", local: false)
  account.signIn(born, new: true, used: born + 2 * day)
  return account
}

for index in 0..<200 {
  let account = local("usr_\(1000 + index)", bornDay: random.below(14))
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  if index % 3 == 0 { account.book(account.born + 5 * minute, "gift", 50_000_000, source: "welcome") }
  account.buy(account.born + hour, "com.example.credits.medium", 425_000_000)
  for turn in 0..<(3 + random.below(6)) {
    account.use(account.born + (turn + 2) * 30 * hour, 5_000_000 + random.below(30_000_000))
  }
  account.readBalance(account.born + 14 * day + 13 * hour + 17)
  for row in 0..<(1 + random.below(3)) { account.keepRow(&chats, account.born + (row + 1) * day) }
  if index % 2 == 0 { account.keepRow(&projects, account.born + 2 * day) }
  if index % 10 == 0 { callApple(account.born + 2, account, secretIssued: start - 10 * day) }
  if index % 25 == 0 && account.isRelay {
    account.notify(account.born + 3 * day, "email-disabled")
    account.notify(account.born + 4 * day, "email-enabled")
  }
  account.list()
}

for index in 0..<20 {
  let account = local("usr_\(2000 + index)", bornDay: index % 8)
  let linked = account.born + 3 * day
  link(
    linked, account, "spd_\(7000 + index)", keep: nil, token: random.hex(64), survivor: account)
  account.isLocal = false
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  account.use(account.born + 2 * day, 20_000_000)
  account.readBalance(account.born + 9 * day, grant: 300_000_000)
  account.keepRow(&chats, account.born + day)
  account.list()
}

for index in 0..<10 {
  let account = local("usr_\(2100 + index)", bornDay: index)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  account.use(account.born + 5 * hour, 30_000_000)
  let leaves = account.born + 8 * day
  account.signIn(
    account.born + 6 * day, used: leaves - minute, ended: leaves + 40, reason: "deleted")
  account.delete(leaves)
  account.notify(leaves + 47, "consent-revoked")
}

// MARK: - Links with a conflict

struct Conflict {
  let p: Account
  let s: Account
  let t: Int
  let token: String
}

/// A local account and one of the platform, both used in this app, and the platform's 409.
func conflict(_ name: String, bornDay: Int, spendAll: Bool = false) -> Conflict {
  let p = local("usr_\(name)", bornDay: bornDay, usedFor: 3 * day)
  p.buy(p.born + hour, "com.example.credits.small", 85_000_000)
  p.use(p.born + 6 * hour, spendAll ? 85_000_000 : 25_000_000)
  let s = speed("spd_\(name)", bornDay: bornDay + 1)
  s.buy(s.born + hour, "com.example.credits.medium", 425_000_000)
  s.use(s.born + 7 * hour, 100_000_000)
  let t = p.born + 4 * day
  let token = random.hex(64)
  link(t - 2 * minute, p, s.id, keep: nil, status: 409, token: token)
  return Conflict(p: p, s: s, t: t, token: token)
}

/// keep: speed. The survivor goes on, signed in with Apple.
func merge(_ c: Conflict, mergeInAfter: Int?, moveRows: Bool = true) {
  link(
    c.t, c.p, c.s.id, keep: "speed", token: c.token, previous: c.p.id, survivor: c.s,
    confirmed: c.t - 30)
  let left = c.p.balance
  if left > 0 {
    c.p.book(c.t + 1, "merge-out", left, source: "merge")
    if let wait = mergeInAfter { c.s.book(c.t + wait, "merge-in", left, source: "merge") }
  }
  c.p.keepRow(&chats, c.p.born + day, owner: moveRows ? c.s.id : nil)
  c.p.liveUntil(exported - hour, from: c.t + 3 * day, as: c.s)
  c.s.use(c.t + 5 * day, 10_000_000)
  c.s.readBalance(c.t + 6 * day)
  c.s.list()
}

/// keep: local. The platform's account is out of reach from now on.
func keepLocal(_ c: Conflict) {
  link(
    c.t, c.p, c.s.id, keep: "local", token: c.token, survivor: c.p, confirmed: c.t - 30)
  c.p.isLocal = false
  c.p.liveUntil(exported - hour, from: c.t + 3 * day)
  c.p.use(c.t + 4 * day, 10_000_000)
  c.p.keepRow(&chats, c.p.born + day)
  c.p.list()
}

for index in 0..<6 { merge(conflict("\(3000 + index)", bornDay: 2 + index), mergeInAfter: 2) }
for index in 0..<4 { keepLocal(conflict("\(3100 + index)", bornDay: 3 + index)) }

// MARK: - The six faults

do {  // link.orphaned-rows: the other account's chats were never cleaned up.
  let c = conflict("4001", bornDay: 5)
  keepLocal(c)
  for row in 1...3 { c.s.keepRow(&chats, c.s.born + row * hour) }
}
do {  // link.balance-not-merged: 0.60 left the old account and never arrived.
  merge(conflict("4002", bornDay: 6), mergeInAfter: nil)
}
do {  // ledger.negative-balance, then ledger.spend-while-empty in the same account.
  let account = local("usr_4003", bornDay: 7)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  let t = account.born + 2 * day
  account.book(t + 60, "usage", 70_000_000, started: t, source: "inference")
  account.book(t + 90, "usage", 45_000_000, started: t + 10, source: "inference")
  account.book(t + 2 * hour, "usage", 5_000_000, started: t + 2 * hour - 20, source: "inference")
  account.buy(t + day, "com.example.credits.medium", 425_000_000)
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.keepRow(&chats, account.born + day)
  account.list()
}
do {  // deletion.missing-revoke: deleted, and the platform was never told.
  let account = local("usr_4004", bornDay: 4)
  account.signIn(
    account.born + 6 * day, used: account.born + 9 * day - minute, ended: account.born + 9 * day,
    reason: "deleted")
  account.delete(account.born + 9 * day, unlink: nil)
}
do {  // secret.too-long: a secret for 200 days, used twice.
  let account = local("usr_4005", bornDay: 3)
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  callApple(account.born + 2, account, secretIssued: start + day, lifetime: 200 * day)
  let other = local("usr_4006", bornDay: 3)
  other.liveUntil(exported - hour, from: other.born + 6 * day)
  callApple(other.born + 2, other, secretIssued: start + day, lifetime: 200 * day)
  account.list()
  other.list()
}

// MARK: - Ten histories that only look like faults

do {  // 1. Two operations at once: both began with money there, the second ends at exactly zero.
  let account = local("usr_5001", bornDay: 6)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  let t = account.born + day
  account.book(t + 30, "usage", 50_000_000, started: t, source: "inference")
  account.book(t + 40, "usage", 35_000_000, started: t + 5, source: "inference")
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.list()
}
do {  // 2. Started at zero and refused: nothing moved.
  let account = local("usr_5002", bornDay: 6)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  account.use(account.born + day, 85_000_000)
  account.book(
    account.born + 2 * day, "usage", 10_000_000, started: account.born + 2 * day - 4,
    applied: false, status: 402, source: "inference")
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.list()
}
do {  // 3. At zero, and the linked account paid.
  let account = local("usr_5003", bornDay: 5)
  account.buy(account.born + hour, "com.example.credits.small", 85_000_000)
  account.use(account.born + day, 85_000_000)
  link(
    account.born + 2 * day, account, "spd_5003", keep: nil, token: random.hex(64),
    survivor: account)
  account.isLocal = false
  account.book(
    account.born + 3 * day, "usage", 12_000_000, started: account.born + 3 * day - 5,
    payer: "linked", grant: 300_000_000, source: "inference")
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.list()
}
do {  // 4. Merged with a balance of zero: there was nothing to hand over.
  merge(conflict("5004", bornDay: 8, spendAll: true), mergeInAfter: nil)
}
do {  // 5. The balance arrived, but only the next morning.
  merge(conflict("5005", bornDay: 8), mergeInAfter: 19 * hour)
}
do {  // 6. An account whose id differs from the lost one only in letter case has rows of its own.
  let c = conflict("5006x", bornDay: 7)
  keepLocal(c)
  let other = local("SPD_5006X", bornDay: 2)
  other.keepRow(&chats, other.born + day)
  other.liveUntil(exported - hour, from: other.born + 6 * day)
  other.list()
}
do {  // 7. Deleted half an hour before the export: the call to the platform may still come.
  let account = local("usr_5007", bornDay: 9)
  let leaves = exported - 31 * minute
  account.liveUntil(leaves - day, from: account.born + 6 * day)
  account.signIn(
    leaves - 5 * hour, used: leaves - minute, ended: leaves + 40, reason: "deleted")
  account.delete(leaves, unlink: nil)
}
do {  // 8. Asked to be deleted three days ago and has not confirmed yet.
  let account = local("usr_5008", bornDay: 9)
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.delete(exported - 3 * day, completes: false)
  account.list()
}
do {  // 9. A client secret for exactly the longest time that Apple allows.
  let account = local("usr_5009", bornDay: 4)
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  callApple(account.born + 2, account, secretIssued: start + 2 * day, lifetime: 15_777_000)
  account.list()
}
do {  // 10. The last night's ledger was exported twice, the second time as another format.
  let account = local("usr_5010", bornDay: 10)
  account.buy(account.born + hour, "com.example.credits.large", 999_999_999)
  for turn in 0..<4 {
    let t = exported - 9 * hour + turn * hour
    repeatedLedger.add(
      t, account.book(t, "usage", 11_111_111, started: t - 6, source: "inference"))
  }
  account.liveUntil(exported - hour, from: account.born + 6 * day)
  account.list()
}

// MARK: - Files

let configuration = """
  // The settings of the demo app. Every key is optional; see the README.
  {
    name: "demo",
    app: {
      appId: "1234567890",
      teamId: "ABCDE12345",
      keyIds: ["SIWAKEY001"],
      bundleIds: ["com.example.app"],
      urlSchemes: ["exampleapp"],
      platform: "speed",
      environment: "Production",
      loginMethods: ["apple", "speed"],
    },
    export: {
      from: "2026-10-01T00:00:00Z",
      to: "2026-11-01T00:00:00Z",
      exportedAt: "2026-11-01T02:00:00Z",
      // The app began with this export, so these streams hold everything.
      complete: ["sessions", "attempts", "links", "ledger", "purchases", "deletions"],
    },
    products: {
      "com.example.credits.small": "0.85",
      "com.example.credits.medium": "4.25",
      "com.example.credits.large": "9.99999999",
    },
  }

  """

func propertyList(_ content: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \(content)
  </dict>
  </plist>

  """
}

let entitlements = propertyList(
  """
    <key>com.apple.developer.applesignin</key>
    <array>
      <string>Default</string>
    </array>
  """)

let information = propertyList(
  """
    <key>CFBundleIdentifier</key>
    <string>com.example.app</string>
    <key>CFBundleURLTypes</key>
    <array>
      <dict>
        <key>CFBundleURLSchemes</key>
        <array>
          <string>exampleapp</string>
        </array>
      </dict>
    </array>
  """)

/// No key that could sign: its modulus is made up.
let keys = """
  {"keys":[{"kty":"RSA","kid":"KEYAPPLE01","use":"sig","alg":"RS256","n":"\(random.hex(342))","e":"AQAB"}]}

  """

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: swift generate.swift FOLDER\n".utf8))
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let files: [(String, String)] = [
  ("siwa-audit.json", configuration),
  ("sessions.ndjson", sessions.ndjson),
  ("attempts.ndjson", attempts.ndjson),
  ("accounts.csv", accounts.separated(",")),
  ("links.json", "[\n" + links.sorted.map { Value.object($0).json }.joined(separator: ",\n") + "\n]\n"),
  ("ledger.csv", ledger.separated(",")),
  ("ledger-2026-10-31.ndjson", repeatedLedger.ndjson),
  ("balances.csv", balances.separated(";")),
  ("purchases.ndjson", purchases.ndjson),
  ("notifications.ndjson", notifications.ndjson),
  ("deletions.ndjson", deletions.ndjson),
  ("applecalls.ndjson", applecalls.ndjson),
  ("mail.tsv", mail.separated("\t")),
  ("app/Example.entitlements", entitlements),
  ("app/Info.plist", information),
  ("app/jwks.json", keys),
  ("rows/chats.csv", tableNamed("chats", chats).separated(",")),
  ("rows/projects.csv", tableNamed("projects", projects).separated(",")),
]
func tableNamed(_ name: String, _ table: Table) -> Table {
  Table(records: table.records.map { ($0.0, [("table", .text(name))] + $0.1) })
}
for (name, content) in files {
  let file = folder.appendingPathComponent(name)
  try FileManager.default.createDirectory(
    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(content.utf8).write(to: file)
}
