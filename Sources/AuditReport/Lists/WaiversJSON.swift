package import AuditModel

/// `siwa-audit.waivers.json`: an entry a block, a member a line, always in the same order, so that a
/// review sees exactly what was accepted.
package enum WaiversJSON {
  /// Writes all waivers; the file is not committed.
  package static func write(_ waivers: [Waiver], to file: AtomicFile) throws(ReportError) {
    var text = JSONText()
    text.plain("{\n  \"waivers\": [")
    for (index, waiver) in waivers.sorted(by: precedes).enumerated() {
      text.plain(index == 0 ? "\n" : ",\n")
      text.waiver(waiver)
    }
    text.plain(waivers.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
    try file.write(text.bytes)
  }

  /// By rule, subject and fingerprint, as bytes; what has none comes first.
  private static func precedes(_ left: Waiver, _ right: Waiver) -> Bool {
    key(left).lexicographicallyPrecedes(key(right))
  }

  private static func key(_ waiver: Waiver) -> [UInt8] {
    let parts = [waiver.rule, waiver.subject, waiver.fingerprint]
    return Array(parts.map { Array(($0 ?? "").utf8) }.joined(separator: [UInt8(0)]))
  }
}

extension JSONText {
  fileprivate mutating func waiver(_ waiver: Waiver) {
    let members: [(name: String, value: String?)] = [
      ("fingerprint", waiver.fingerprint), ("rule", waiver.rule), ("subject", waiver.subject),
      ("reason", waiver.reason), ("until", waiver.until), ("by", waiver.by),
      ("ticket", waiver.ticket),
    ]
    plain("    {")
    var isFirst = true
    for member in members {
      guard let value = member.value else { continue }
      plain(isFirst ? "\n      " : ",\n      ")
      quoted(member.name)
      plain(": ")
      quoted(value)
      isFirst = false
    }
    plain("\n    }")
  }
}
