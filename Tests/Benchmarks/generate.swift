// Writes a large ledger and its sessions for the speed comparison: ordinary accounts that buy and
// spend, with a few known faults. `generate FOLDER LEDGER_ROWS`; a tenth as many sessions as half
// the ledger rows, a twentieth as many accounts. The same bytes in every run.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

struct Random {
  var state: UInt64 = 42
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Collects text and writes it in large pieces.
struct Output {
  let descriptor: Int32
  var buffer: [UInt8] = []

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { fatalError("\(path) can't be written") }
    buffer.reserveCapacity(1 << 20)
  }
  mutating func add(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1_000_000 { flush() }
  }
  mutating func flush() {
    buffer.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        guard count > 0 else { fatalError("the disk is full") }
        rest = rest.dropFirst(count)
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

func pad(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

func amount(_ units: Int) -> String {
  let magnitude = abs(units)
  return (units < 0 ? "-" : "") + "\(magnitude / 100_000_000)." + pad(magnitude % 100_000_000, 8)
}

/// `2026-09-DDTHH:MM:SS.mmmZ` and on into the following months, from milliseconds since the start.
func time(_ milliseconds: Int) -> String {
  var day = milliseconds / 86_400_000
  var month = 9
  let lengths = [9: 30, 10: 31, 11: 30, 12: 31]
  while let length = lengths[month], day >= length {
    day -= length
    month += 1
  }
  let rest = milliseconds % 86_400_000
  return "2026-\(pad(month, 2))-\(pad(day + 1, 2))T\(pad(rest / 3_600_000, 2)):"
    + "\(pad(rest / 60_000 % 60, 2)):\(pad(rest / 1000 % 60, 2)).\(pad(rest % 1000, 3))Z"
}

let folder = CommandLine.arguments[1]
let rowCount = Int(CommandLine.arguments[2]) ?? 2_000_000
let userCount = max(10, rowCount / 20)
let sessionCount = rowCount / 4
var random = Random()
var balances = [Int](repeating: 0, count: userCount)
let spacing = 100 * 86_400_000 / rowCount

func user(_ index: Int) -> String {
  "usr_" + pad(index, 9) + String(UInt64(index) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
}

var ledger = Output(folder + "/ledger.ndjson")
for index in 0..<rowCount {
  let roll = random.next()
  let account = Int(roll >> 16) % userCount
  let isCredit = balances[account] < 200_000_000 || roll & 15 == 0
  var kind = "usage", source = "inference", product = "com.example.model.fast"
  var key = "usage-event:" + String(roll, radix: 16)
  var units = Int(random.next() % 50_000_000) + 1
  if isCredit {
    kind = "purchase"
    source = "apple-iap"
    product = "com.example.credits.small"
    key = "apple-transaction:2" + pad(index, 15)
    units = 85_000_000 * (1 + Int(roll & 7))
  }
  let isFaulty = index % (rowCount / 10) == rowCount / 20
  balances[account] += isCredit ? units : -units
  let shown = balances[account] + (isFaulty ? 1_000_000 : 0)
  let at = time(index * spacing)
  ledger.add(
    "{\"adjustmentId\":\"\(10_000_000 + index)\",\"at\":\"\(at)\",\"userId\":\"\(user(account))\","
      + "\"kind\":\"\(kind)\",\"amount\":\"\(amount(units))\",\"idempotencyKey\":\"\(key)\","
      + "\"applied\":true,\"balanceAfter\":\"\(amount(shown))\","
      + "\"metadata\":{\"source\":\"\(source)\",\"productId\":\"\(product)\"}}\n")
}
ledger.flush()

var sessions = Output(folder + "/sessions.ndjson")
for index in 0..<sessionCount {
  let roll = random.next()
  let account = Int(roll >> 16) % userCount
  let at = index * spacing * 4
  let lifetime = index % (sessionCount / 5) == 7 ? 8 * 86_400_000 : 6 * 86_400_000
  let uuid = "00000000-0000-4000-8000-" + pad(account, 12)
  sessions.add(
    "{\"id\":\"ses_\(index)\",\"userId\":\"\(user(account))\",\"appUserUUID\":\"\(uuid)\","
      + "\"at\":\"\(time(at))\",\"method\":\"apple\",\"expiresAt\":\"\(time(at + lifetime))\","
      + "\"lastUsedAt\":\"\(time(at + 3_600_000))\",\"endedAt\":null,\"isLocalUser\":true,"
      + "\"platform\":\"ios\",\"appVersion\":\"4.1.2\",\"scopes\":[\"read\",\"write\"]}\n")
}
sessions.flush()
