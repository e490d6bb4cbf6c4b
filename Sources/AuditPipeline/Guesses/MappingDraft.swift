internal import AuditInput
internal import AuditModel
internal import AuditReport

/// A mapping in the making: which columns would fill the fields of a stream.
struct MappingDraft {
  struct Part {
    let field: String
    let column: String
    /// Whether the column has the field's own name, in any spelling.
    let isOwnName: Bool
  }

  let stream: AuditModel.Stream
  var parts: [Part] = []
  /// Words to translate, by field.
  var words: [(field: String, words: [(from: String, to: String)])] = []
  /// The words of a column that are taken, where others mean nothing known.
  var taken: (column: String, words: [String])?
  /// Words that mean nothing known.
  var unknownWords: [String] = []
  /// The column of balances that is given up where records are left out: they would not add up.
  var leftOutBalance: String?
  /// Unknown words that are usage by the sign of their amounts.
  var wordsBySign: [String] = []
  var isSigned = false
  var isInCents = false
  /// Columns of optional fields whose values don't fit, and why.
  var dropped: [(column: String, reason: String)] = []
  /// The column of a required field whose values don't fit, and why.
  var flaw: (column: String, reason: String)?
  /// Required fields that no column fills.
  var missing: [String] = []
  var score = 0

  init(_ stream: AuditModel.Stream) {
    self.stream = stream
  }

  /// What a person must say of the words that mean nothing known.
  var questionOfWords: String {
    let plain = unknownWords.filter(Self.isPlain)
    let others = plain.count < unknownWords.count ? ["other words"] : []
    let words = (plain.map { "'\($0)'" } + others).joined(separator: ", ")
    let balance = leftOutBalance.map { ", and take '\(Printable.text($0))' as balanceAfter then" }
    return "\(words): say in 'values' what they mean\(balance ?? "")"
  }

  /// What is no plain word may be a person's and is not shown.
  static func isPlain(_ word: String) -> Bool {
    word.utf8.count <= 30
      && word.utf8.allSatisfy { byte in
        (byte | 0x20) &- 0x61 < 26 || byte &- 48 <= 9 || byte == 0x5F || byte == 0x2D
      }
  }

  func column(of field: String) -> String? { parts.first { $0.field == field }?.column }

  /// Whether the records are read as they are once the file has the stream's name.
  var needsOnlyName: Bool {
    parts.allSatisfy(\.isOwnName) && dropped.isEmpty && needsOnlyRenames
  }

  /// Whether nothing but names of columns stands in the way.
  var needsOnlyRenames: Bool { words.isEmpty && taken == nil && !isSigned && !isInCents }

  /// `user → userId, created → at`: what to rename.
  var renames: String {
    parts.filter { !$0.isOwnName }.map { "\(Printable.text($0.column)) → \($0.field)" }
      .joined(separator: ", ")
  }

  /// The mapping as JSON5, its first line without indent.
  func text(indent: String) -> String {
    guard !needsOnlyName else { return "{ stream: \"\(stream.rawValue)\" }" }
    let inner = indent + "  "
    var lines = ["{", "\(inner)stream: \"\(stream.rawValue)\","]
    lines += Self.wrapped("fields", parts.map { ($0.field, JSONText.quoted($0.column)) }, inner)
    if let taken {
      let list = taken.words.map(JSONText.quoted).joined(separator: ", ")
      lines += Self.wrapped("where", [(Self.key(taken.column), "[\(list)]")], inner)
    }
    for (field, words) in words {
      let pairs = words.map { "\(Self.key($0.from)): \(JSONText.quoted($0.to))" }
      lines.append("\(inner)values: { \(field): { \(pairs.joined(separator: ", ")) } },")
    }
    if isSigned { lines.append("\(inner)signed: true,  // the sign tells the direction") }
    if isInCents { lines.append("\(inner)scale: { amount: \"0.01\" },  // guess: cents") }
    return (lines + ["\(indent)}"]).joined(separator: "\n")
  }

  /// `name: { a: 1, b: 2 },` in as many lines as it needs.
  private static func wrapped(
    _ name: String, _ members: [(String, String)], _ indent: String
  ) -> [String] {
    let pairs = members.map { "\($0): \($1)" }
    let short = "\(indent)\(name): { \(pairs.joined(separator: ", ")) },"
    guard short.utf8.count > 90 else { return [short] }
    var lines = ["\(indent)\(name): {"]
    var line = ""
    for pair in pairs {
      if !line.isEmpty, indent.utf8.count + line.utf8.count + pair.utf8.count > 86 {
        lines.append("\(indent)  \(line)")
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + pair + ","
    }
    return lines + ["\(indent)  \(line)", "\(indent)},"]
  }

  /// A name as a key of JSON5.
  private static func key(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F }
    return isPlain && !name.isEmpty ? name : JSONText.quoted(name)
  }
}
