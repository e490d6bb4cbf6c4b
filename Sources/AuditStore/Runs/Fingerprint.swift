internal import AuditInput
internal import AuditModel

/// What makes a finding the same finding in another run: a short hash of rule and subject.
enum Fingerprint {
  /// The first 16 hexadecimal digits of SHA-256 over rule, subject kind and subject id, with a NUL
  /// between them.
  static func of(rule: String, subject: Subject) -> String {
    let text = Array(rule.utf8) + [0] + Array(subject.kind.rawValue.utf8) + [0]
    return String(Digest.sha256Hex(text + Array(subject.id.utf8)).prefix(16))
  }

  /// The digits as a number; nil for anything else.
  static func number(_ digits: String) -> UInt64? {
    digits.utf8.count == 16 ? UInt64(digits, radix: 16) : nil
  }
}
