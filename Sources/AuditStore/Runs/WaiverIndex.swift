internal import AuditModel

/// Finds the waivers that fit a finding, and counts what each of them fits.
struct WaiverIndex {
  private let waivers: [Waiver]
  private let asOf: Int64
  /// Places in `waivers`.
  private var byFingerprint: [UInt64: [Int]] = [:]
  /// Places of those without a fingerprint, by the bytes of rule, NUL and subject.
  private var bySubject: [[UInt8]: [Int]] = [:]
  /// Findings that each waiver fits.
  private(set) var counts: [Int]

  init(_ waivers: [Waiver], asOf: Int64) {
    self.waivers = waivers
    self.asOf = asOf
    counts = Array(repeating: 0, count: waivers.count)
    for (place, waiver) in waivers.enumerated() {
      if let fingerprint = waiver.fingerprint.flatMap(Fingerprint.number) {
        byFingerprint[fingerprint, default: []].append(place)
      } else if let rule = waiver.rule, let subject = waiver.subject {
        bySubject[Self.key(rule, subject), default: []].append(place)
      }
    }
  }

  /// Whether a waiver that has not expired accepts the finding; counts every one that fits.
  mutating func accepts(_ hit: RuleHit, fingerprint: UInt64) -> Bool {
    guard !waivers.isEmpty else { return false }
    var places = byFingerprint[fingerprint] ?? []
    if !bySubject.isEmpty { places += bySubject[Self.key(hit.rule, hit.subject.id)] ?? [] }
    var isAccepted = false
    for place in places where fits(waivers[place], hit) {
      counts[place] += 1
      if !waivers[place].isExpired(asOf: asOf) { isAccepted = true }
    }
    return isAccepted
  }

  private func fits(_ waiver: Waiver, _ hit: RuleHit) -> Bool {
    (waiver.rule?.utf8.elementsEqual(hit.rule.utf8) ?? true)
      && (waiver.subject?.utf8.elementsEqual(hit.subject.id.utf8) ?? true)
  }

  private static func key(_ rule: String, _ subject: String) -> [UInt8] {
    Array(rule.utf8) + [0] + Array(subject.utf8)
  }
}
