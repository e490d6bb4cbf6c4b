internal import AuditModel

/// One value of the configuration with its place, read as the type that is due there.
struct ConfigurationValue {
  let path: String
  /// The last key that leads to it, as written.
  let name: String
  /// All keys that lead to it, with dots, fit for a message.
  let key: String
  let line: Int
  let value: JSONValue

  /// Where a person wrote it: `siwa-audit.json:12`; nil for what came with the program.
  var place: String? {
    guard !path.utf8.starts(with: MappingLibrary.folder.utf8) else { return nil }
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    return "\(RejectReason.shown(String(decoding: name, as: UTF8.self))):\(line)"
  }

  func error(_ reason: String) -> InputError {
    InputError(path: path, line: line, reason: reason)
  }

  private func wrongType(_ due: String) -> InputError {
    error("'\(key)' must be \(due)")
  }

  func text() throws(InputError) -> String {
    guard case .string(let text) = value else { throw wrongType("text in quotes") }
    return text
  }

  func bool() throws(InputError) -> Bool {
    guard case .bool(let bool) = value else { throw wrongType("true or false") }
    return bool
  }

  func texts() throws(InputError) -> [String] {
    let due = "a list of texts, [\"…\", \"…\"]"
    guard case .array(let elements) = value else { throw wrongType(due) }
    var texts: [String] = []
    for element in elements {
      guard case .string(let text) = element else { throw wrongType(due) }
      texts.append(text)
    }
    return texts
  }

  func duration() throws(InputError) -> Int64 {
    guard case .string(let text) = value, let span = DurationText.microseconds(text) else {
      throw wrongType("a span such as \"60s\", \"5m\", \"1h\", \"7d\" or \"2w\"")
    }
    return span
  }

  func time() throws(InputError) -> Int64 {
    let parsed: Int64?
    switch value {
    case .string(let text): parsed = time(text, isNumber: false)
    case .number(let digits): parsed = time(digits, isNumber: true)
    case .null, .bool, .array, .object: parsed = nil
    }
    guard let parsed else { throw wrongType("a time such as \"2026-10-01T00:00:00Z\"") }
    return parsed
  }

  private func time(_ text: String, isNumber: Bool) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { ValueParser.time($0, isNumber: isNumber) }
  }

  func amount() throws(InputError) -> Int64 {
    let parsed: (units: Int64, decimals: Int)?
    switch value {
    case .string(let text): parsed = amount(text, isNumber: false)
    case .number(let digits): parsed = amount(digits, isNumber: true)
    case .null, .bool, .array, .object: parsed = nil
    }
    guard let parsed, parsed.units >= 0, parsed.decimals <= 8 else {
      throw wrongType("an amount such as \"0.85\", with at most eight decimals")
    }
    return parsed.units
  }

  private func amount(_ text: String, isNumber: Bool) -> (units: Int64, decimals: Int)? {
    Array(text.utf8).withUnsafeBufferPointer { ValueParser.amount($0, isNumber: isNumber) }
  }

  func ratio() throws(InputError) -> Double {
    guard case .number(let digits) = value, let ratio = Double(digits), (0...1).contains(ratio)
    else { throw wrongType("a number from 0 to 1") }
    return ratio
  }

  /// One of a few words; the error names the nearest of them.
  func word(of words: [String]) throws(InputError) -> String {
    let word = try text()
    guard words.contains(word) else { throw unknownWord(word, among: words) }
    return word
  }

  func severity() throws(InputError) -> Severity {
    let word = try text()
    guard let severity = Severity(name: word) else {
      throw unknownWord(word, among: Severity.allCases.map(\.name))
    }
    return severity
  }

  func unknownWord(_ word: String, among words: [String]) -> InputError {
    let nearest = NearestName.find(word, among: words) ?? ""
    return error(
      "'\(RejectReason.shown(word))' is not known for '\(key)'; did you mean '\(nearest)'?"
        + " Known are \(words.joined(separator: ", "))")
  }

  /// The members of an object; those that are null are left out, as if they weren't there.
  func members() throws(InputError) -> [ConfigurationValue] {
    guard case .object(let members) = value else { throw wrongType("an object, { … }") }
    return members.compactMap { member in
      guard member.value != .null else { return nil }
      let shown = RejectReason.shown(member.name)
      return ConfigurationValue(
        path: path, name: member.name, key: key.isEmpty ? shown : "\(key).\(shown)",
        line: member.line, value: member.value)
    }
  }
}
