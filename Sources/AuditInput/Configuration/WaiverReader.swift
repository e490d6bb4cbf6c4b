package import AuditModel

/// Reads `siwa-audit.waivers.json`: `{"waivers": [ … ]}`, or the list alone, in strict JSON.
///
/// The program writes this file too, and a comment would not survive that.
package enum WaiverReader {
  private static let names = [
    "fingerprint", "rule", "subject", "reason", "until", "by", "ticket",
  ]

  /// Reads the whole file.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - path: Its name in error messages.
  /// - Returns: The waivers, in the order of the file.
  /// - Throws: For the first entry that can't be understood, with its line: a waiver that says
  ///   nothing would be one that nobody notices.
  package static func read(text: [UInt8], path: String) throws(InputError) -> [Waiver] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = text.starts(with: byteOrderMark) ? Array(text.dropFirst(3)) : text
    let tree: JSONValue
    do throws(JSONError) {
      tree = try JSONValue.parse(bytes, dialect: .strict)
    } catch {
      throw InputError(path: path, line: error.line, reason: error.reason)
    }
    let list = try list(
      ConfigurationValue(path: path, name: "waivers", key: "waivers", line: 1, value: tree))
    guard case .array(let entries) = list.value else {
      throw list.error("'waivers' must be a list, [{ … }, { … }]")
    }
    var waivers: [Waiver] = []
    var line = list.line
    for (index, entry) in entries.enumerated() {
      // An entry stands where its first member does.
      if case .object(let members) = entry { line = members.first?.line ?? line }
      waivers.append(
        try waiver(
          ConfigurationValue(
            path: path, name: "", key: "waivers[\(index + 1)]", line: line, value: entry)))
    }
    return waivers
  }

  private static func list(_ root: ConfigurationValue) throws(InputError) -> ConfigurationValue {
    guard case .object(let members) = root.value else { return root }
    var list: ConfigurationValue?
    for member in members {
      let value = ConfigurationValue(
        path: root.path, name: member.name, key: RejectReason.shown(member.name),
        line: member.line, value: member.value)
      guard member.name == "waivers" else {
        throw value.error("the key '\(value.key)' is not known; did you mean 'waivers'?")
      }
      list = value
    }
    guard let list else { throw root.error("the key 'waivers' is missing") }
    return list
  }

  private static func waiver(_ entry: ConfigurationValue) throws(InputError) -> Waiver {
    var values: [String: ConfigurationValue] = [:]
    var texts: [String: String] = [:]
    for member in try entry.members() {
      guard names.contains(member.name) else {
        let nearest = NearestName.find(member.name, among: names) ?? ""
        throw member.error("the key '\(member.key)' is not known; did you mean '\(nearest)'?")
      }
      let text = try member.text()
      guard !text.utf8.allSatisfy({ $0 <= 0x20 }) else {
        throw member.error("'\(member.key)' is empty")
      }
      values[member.name] = member
      texts[member.name] = text
    }
    guard let reason = texts["reason"] else {
      throw entry.error("'\(entry.key)' must have a 'reason'")
    }
    guard let until = texts["until"] else {
      throw entry.error("'\(entry.key)' must have an 'until', a date such as \"2026-12-31\"")
    }
    guard let end = ValueParser.lastMoment(ofDay: until) else {
      throw (values["until"] ?? entry).error(
        "'\(entry.key).until' must be a date such as \"2026-12-31\"")
    }
    if let fingerprint = texts["fingerprint"] {
      guard isFingerprint(fingerprint) else {
        throw (values["fingerprint"] ?? entry).error(
          "'\(entry.key).fingerprint' must be the 16 digits that a report shows")
      }
    } else if texts["rule"] == nil || texts["subject"] == nil {
      throw entry.error("'\(entry.key)' must have a 'fingerprint', or a 'rule' and a 'subject'")
    }
    return Waiver(
      fingerprint: texts["fingerprint"], rule: texts["rule"], subject: texts["subject"],
      reason: reason, until: until, end: end, by: texts["by"], ticket: texts["ticket"])
  }

  /// Whether the text is a fingerprint as reports show it: 16 hexadecimal digits, small letters.
  package static func isFingerprint(_ text: String) -> Bool {
    text.utf8.count == 16 && text.utf8.allSatisfy { $0 &- 48 <= 9 || $0 &- 97 <= 5 }
  }
}
