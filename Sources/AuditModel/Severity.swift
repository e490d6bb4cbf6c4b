/// How bad a finding is, from a note to a breach.
package enum Severity: Int, CaseIterable, Sendable {
  case low
  case medium
  case high
  case critical

  /// The word used in rules, reports and options.
  package var name: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .critical: "critical"
    }
  }

  package init?(name: String) {
    guard let match = Severity.allCases.first(where: { $0.name == name }) else { return nil }
    self = match
  }
}

extension Severity: Comparable {
  package static func < (left: Severity, right: Severity) -> Bool {
    left.rawValue < right.rawValue
  }
}
