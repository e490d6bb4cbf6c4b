internal import AuditInput
internal import AuditModel

/// Guesses from the names of columns, and a look at their values, which stream some records are of.
struct ColumnGuess {
  private let sample: RecordSample
  let hints: Set<AuditModel.Stream>
  /// The columns by their plain names; the first of several.
  let columns: [String: RecordSample.Column]

  /// - Parameters:
  ///   - sample: The first records.
  ///   - name: What the file or the table is called.
  init(_ sample: RecordSample, name: String) {
    self.sample = sample
    hints = NameHint.streams(of: name)
    var columns: [String: RecordSample.Column] = [:]
    let paths = sample.columns.filter { Self.isPath($0.name) }
    for column in paths {
      let plain = FieldSynonyms.plain(column.name)
      if columns[plain] == nil { columns[plain] = column }
    }
    for column in paths {
      guard let inner = Self.unwrapped(FieldSynonyms.plain(column.name)) else { continue }
      if columns[inner] == nil { columns[inner] = column }
    }
    self.columns = columns
  }

  /// Fields that may hold objects.
  private static let bodies: Set<String> = ["request", "response"]

  /// Columns of people who sign in, not of those who only get mail.
  private static let marksOfAccounts: Set<String> = [
    "emailverified", "emailverifiedat", "emailconfirmedat", "lastsigninat", "lastloginat",
    "passwordhash", "encryptedpassword", "password", "provider", "authprovider", "isadmin",
  ]

  /// Names under which logs hold what they are about.
  private static let wrappers: Set<String> = [
    "http", "data", "event", "attributes", "record", "fields", "row", "entry", "log", "message",
  ]

  /// A nested name without what only wraps it.
  private static func unwrapped(_ plain: String) -> String? {
    guard let dot = plain.utf8.firstIndex(of: UInt8(ascii: ".")),
      wrappers.contains(String(plain[..<dot]))
    else { return nil }
    return String(plain[plain.utf8.index(after: dot)...])
  }

  /// Whether a mapping can name the column.
  private static func isPath(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return name.utf8.first != UInt8(ascii: "=") && parts.allSatisfy { !$0.isEmpty }
      && !name.utf8.contains(UInt8(ascii: "[")) && !name.utf8.contains(UInt8(ascii: "]"))
  }

  /// What the records may be, the likeliest first; each draft may lack required fields.
  ///
  /// - Parameter own: The stream that the file is named after, which alone is tried.
  /// - Returns: All that something tells of.
  func drafts(for own: AuditModel.Stream? = nil) -> [MappingDraft] {
    let streams = own.map { [$0] } ?? FieldSynonyms.streams
    let drafts = streams.flatMap { stream -> [MappingDraft] in
      let draft = draft(stream)
      guard own != nil || isTelling(draft) else { return [] }
      return [draft] + signed(draft)
    }
    return drafts.sorted { left, right in
      if left.missing.count != right.missing.count {
        return left.missing.count < right.missing.count
      }
      return left.score == right.score ? left.stream < right.stream : left.score > right.score
    }
  }

  /// The same ledger where unknown kinds are usage, which a trial refuses if a sign contradicts.
  private func signed(_ draft: MappingDraft) -> [MappingDraft] {
    guard draft.isSigned, draft.taken != nil, draft.unknownWords.allSatisfy(MappingDraft.isPlain)
    else { return [] }
    var signed = self.draft(draft.stream, usage: draft.unknownWords)
    signed.score = draft.score + 1
    return [signed]
  }

  /// The records as ones of that stream; `usage` are unknown kinds of a ledger taken for usage.
  private func draft(_ stream: AuditModel.Stream, usage: [String] = []) -> MappingDraft {
    var draft = MappingDraft(stream)
    let fields = FieldSynonyms(stream).fields
    var used: Set<String> = []
    // A field's own name goes before all names that it may have elsewhere.
    var found: [String: MappingDraft.Part] = [:]
    for field in fields {
      let plain = FieldSynonyms.plain(field.name)
      guard let column = columns[plain],
        !column.isContainer || Self.bodies.contains(field.name), used.insert(plain).inserted
      else { continue }
      found[field.name] = .init(
        field: field.name, column: column.name,
        isOwnName: FieldSynonyms.plain(column.name) == plain)
    }
    for field in fields where found[field.name] == nil {
      for synonym in field.synonyms where !used.contains(synonym) {
        guard let column = columns[synonym], suits(column, field.name, stream),
          !column.isContainer || Self.bodies.contains(field.name)
        else { continue }
        used.insert(synonym)
        let aliases = stream.definition.field(named: field.name)?.aliases ?? []
        let isOwnName =
          aliases.contains { FieldSynonyms.plain($0) == synonym }
          && FieldSynonyms.plain(column.name) == synonym
        found[field.name] = .init(field: field.name, column: column.name, isOwnName: isOwnName)
        break
      }
    }
    draft.parts = fields.compactMap { found[$0.name] }
    translate(&draft, usage: usage)
    if stream == .ledger { settleSign(&draft) }
    if stream == .ledger, draft.taken != nil, let balance = draft.column(of: "balanceAfter") {
      draft.leftOutBalance = balance
      draft.parts.removeAll { $0.field == "balanceAfter" }
    }
    let filled = Set(draft.parts.map(\.field))
    draft.missing = fields.filter { $0.isRequired && !filled.contains($0.name) }.map(\.name)
    if draft.isSigned { draft.missing.removeAll { $0 == "kind" } }
    draft.score =
      draft.parts.reduce(0) { score, part in
        let isTelling = FieldSynonyms.isTelling(part.field, of: stream)
        return score + (isTelling ? (part.isOwnName ? 4 : 3) : 1)
      } + (hints.contains(stream) ? 5 : 0)
    return draft
  }

  /// Whether a column with a name of many meanings may fill the field, by its values.
  private func suits(
    _ column: RecordSample.Column, _ field: String, _ stream: AuditModel.Stream
  ) -> Bool {
    let values = column.values.prefix(20)
    guard !values.isEmpty, let type = stream.definition.field(named: field)?.type else {
      return true
    }
    switch type {
    case .integer: return values.allSatisfy { $0.utf8.allSatisfy { $0 &- 48 <= 9 } }
    case .amount:
      return values.allSatisfy { value in
        value.utf8.allSatisfy { $0 &- 48 <= 9 || $0 == 0x2D || $0 == 0x2E || $0 == 0x2B }
      }
    case .email:
      return values.allSatisfy { $0.utf8.contains(UInt8(ascii: "@")) }
    case .word(let known):
      return values.contains(where: known.contains)
        || stream.definition.field(named: field).map { field in
          WordGuess.translate(Array(values), for: field)?.words.isEmpty == false
        } ?? false
    case .text where field == "appleSub" && column.name.utf8.count == 3:
      // `sub` is Apple's where it looks like one.
      return values.contains { $0.utf8.filter { $0 == UInt8(ascii: ".") }.count == 2 }
    case .text, .prose, .user, .uuid, .token, .time, .bool, .presence, .rawNonce: return true
    }
  }

  private func isTelling(_ draft: MappingDraft) -> Bool {
    if hints.contains(draft.stream) { return draft.parts.count >= 2 }
    let telling = draft.parts.filter { FieldSynonyms.isTelling($0.field, of: draft.stream) }
    switch draft.stream {
    case .accounts:
      let isPerson = draft.column(of: "email") != nil && draft.column(of: "createdAt") != nil
      return draft.column(of: "appleSub") != nil
        || isPerson && columns.keys.contains(where: Self.marksOfAccounts.contains)
    case .rows: return draft.column(of: "table") != nil
    default: return telling.count >= 2 || telling.contains { $0.isOwnName }
    }
  }

  // MARK: Values

  private func translate(_ draft: inout MappingDraft, usage: [String]) {
    for part in draft.parts {
      guard let field = draft.stream.definition.field(named: part.field),
        let column = columns[FieldSynonyms.plain(part.column)],
        var (words, unknown) = WordGuess.translate(column.values, for: field)
      else { continue }
      if field.name == "kind", !usage.isEmpty {
        draft.wordsBySign = usage
        words += usage.map { ($0, "usage") }
        unknown = []
      }
      if case .word = field.type, !unknown.isEmpty {
        let known = column.values.filter { !unknown.contains($0) }
        guard !known.isEmpty, field.isRequired, draft.taken == nil,
          column.values.count < 20
        else {
          draft.parts.removeAll { $0.field == part.field }
          continue
        }
        draft.taken = (part.column, known)
        draft.unknownWords = unknown
      }
      if !words.isEmpty { draft.words.append((part.field, words)) }
    }
  }

  /// A negative amount says that the sign tells the direction, also where no kind does.
  private func settleSign(_ draft: inout MappingDraft) {
    guard let name = draft.column(of: "amount"), let column = columns[FieldSynonyms.plain(name)]
    else { return }
    draft.isSigned = column.values.contains { $0.utf8.first == UInt8(ascii: "-") }
    draft.isInCents = FieldSynonyms.plain(name).hasSuffix("cents")
  }
}
