internal import AuditModel

/// Finds the waivers that fit a finding, and counts what each of them fits.
struct WaiverIndex {
  private let waivers: [Waiver]
  private let asOf: Int64
  /// Places in `waivers`.
  private var byFingerprint: [UInt64: [Int]] = [:]
  /// Places of those without a fingerprint, by the bytes of rule, NUL and subject.
  private var bySubject: [[UInt8]: [Int]] = [:]
  /// The pseudonym of each waiver's subject, where it has one.
  private var otherSubjects: [String?] = []
  /// Findings that each waiver fits.
  private(set) var counts: [Int]

  /// - Parameters:
  ///   - waivers: As their file has them.
  ///   - asOf: The time the audit speaks for, microseconds since 1970 UTC.
  ///   - name: What findings may call a waiver's subject, too; nil for nothing else.
  init(_ waivers: [Waiver], asOf: Int64, name: (String) -> String? = { _ in nil }) {
    self.waivers = waivers
    self.asOf = asOf
    counts = Array(repeating: 0, count: waivers.count)
    for (place, waiver) in waivers.enumerated() {
      let other = waiver.subject.flatMap(name)
      otherSubjects.append(other)
      if let fingerprint = waiver.fingerprint.flatMap(Fingerprint.number) {
        byFingerprint[fingerprint, default: []].append(place)
      } else if let rule = waiver.rule, let subject = waiver.subject {
        bySubject[Self.key(rule, subject), default: []].append(place)
        if let other { bySubject[Self.key(rule, other), default: []].append(place) }
      }
    }
  }

  /// Whether a waiver that has not expired accepts the finding; counts every one that fits.
  mutating func accepts(_ hit: RuleHit, fingerprint: UInt64) -> Bool {
    guard !waivers.isEmpty else { return false }
    var isAccepted = false
    for place in places(hit.rule, hit.subject.id, fingerprint) {
      counts[place] += 1
      if !waivers[place].isExpired(asOf: asOf) { isAccepted = true }
    }
    return isAccepted
  }

  /// The waivers that fit a finding, expired ones too, in their order.
  func waivers(of rule: String, subject: String, fingerprint: UInt64) -> [Waiver] {
    places(rule, subject, fingerprint).sorted().map { waivers[$0] }
  }

  private func places(_ rule: String, _ subject: String, _ fingerprint: UInt64) -> [Int] {
    var places = byFingerprint[fingerprint] ?? []
    if !bySubject.isEmpty { places += bySubject[Self.key(rule, subject)] ?? [] }
    return places.filter { place in
      (waivers[place].rule?.utf8.elementsEqual(rule.utf8) ?? true)
        && (waivers[place].subject?.utf8.elementsEqual(subject.utf8) ?? true
          || otherSubjects[place]?.utf8.elementsEqual(subject.utf8) ?? false)
    }
  }

  private static func key(_ rule: String, _ subject: String) -> [UInt8] {
    Array(rule.utf8) + [0] + Array(subject.utf8)
  }
}
