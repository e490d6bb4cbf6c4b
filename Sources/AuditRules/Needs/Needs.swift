package import AuditModel

/// What a rule needs: every clause, each by one of its alternatives.
///
/// Written as words separated by spaces, alternatives by `|`:
/// `deletions.requestedAt platform:direct|deletions.unlinkedAt`.
package struct Needs: Sendable, Equatable {
  package let clauses: [[Need]]

  init(clauses: [[Need]]) {
    self.clauses = clauses
  }

  init(text: String) throws(Need.Unknown) {
    var clauses: [[Need]] = []
    for word in text.words {
      var clause: [Need] = []
      for alternative in word.utf8.split(separator: UInt8(ascii: "|")) {
        clause.append(try Need(text: String(decoding: alternative, as: UTF8.self)))
      }
      clauses.append(clause)
    }
    self.clauses = clauses
  }

  /// Streams it names, whatever it asks of them.
  package var streams: Set<Stream> {
    Set(clauses.joined().compactMap(\.stream))
  }

  /// Nil where everything is there, else what is missing and what to do.
  package func missing(from facts: RuleFacts) -> Missing? {
    let unmet = clauses.filter { !$0.contains(where: facts.meets) }.map(Self.relevant)
    guard !unmet.isEmpty else { return nil }
    let pieces = unmet.map { $0.first?.piece(facts) }
    return Missing(
      sentence: Self.advice(for: unmet, facts: facts),
      pieces: pieces.contains(nil) ? nil : Set(pieces.compactMap(\.self)))
  }

  /// All needs in words, for a person who reads about the rule.
  package var inWords: String {
    let whole = clauses.filter { !$0.isEmpty }
    return Self.advice(for: whole, facts: RuleFacts())
  }

  /// The platform can't be exported: another alternative, where there is one, is the advice.
  private static func relevant(_ clause: [Need]) -> [Need] {
    let others = clause.filter { need in
      if case .platform = need { return false }
      return true
    }
    return others.isEmpty ? clause : others
  }

  /// One sentence; fields of one stream stand together.
  private static func advice(for clauses: [[Need]], facts: RuleFacts) -> String {
    var order: [Stream] = []
    var fields: [Stream: [String]] = [:]
    var others: [String] = []
    for clause in clauses {
      if let stream = clause.onlyStreamOrFields {
        if fields[stream] == nil { order.append(stream) }
        let names = clause.compactMap(\.fieldName).map { "`\($0)`" }
        fields[stream, default: []] +=
          names.isEmpty ? [] : ["the field " + names.joined(separator: " or ")]
      } else {
        others.append(clause.map { $0.advice(facts) }.joined(separator: ", or "))
      }
    }
    let exports = order.map { stream in
      let wanted = fields[stream] ?? []
      return "export `\(stream.rawValue)`"
        + (wanted.isEmpty ? "" : " with " + wanted.joined(separator: " and "))
    }
    return (exports + others).joined(separator: "; ")
  }
}

/// What keeps a rule from being evaluated.
package struct Missing: Sendable, Equatable {
  /// What is missing and what to export or configure.
  package let sentence: String
  /// The same for a summary: streams, `stream.field`, configuration keys; nil where no export
  /// would make the rule evaluable.
  package let pieces: Set<String>?
}

extension [Need] {
  /// The one stream of a clause that asks for nothing but it or its fields.
  fileprivate var onlyStreamOrFields: Stream? {
    var found: Stream?
    for need in self {
      switch need {
      case .stream(let stream), .field(let stream, _):
        guard found == nil || found == stream else { return nil }
        found = stream
      case .complete, .whole, .configuration, .unset, .platform, .file, .evidence: return nil
      }
    }
    return found
  }
}

extension Need {
  fileprivate var stream: Stream? {
    switch self {
    case .stream(let stream), .field(let stream, _), .complete(let stream), .whole(let stream):
      stream
    case .configuration, .unset, .platform, .file, .evidence: nil
    }
  }

  fileprivate var fieldName: String? {
    if case .field(_, let name) = self { name } else { nil }
  }

  /// Whether only an app on the platform can have it.
  private var isOfPlatform: Bool {
    switch self {
    case .stream(.links), .field(.links, _), .complete(.links), .whole(.links),
      .stream(.balances), .field(.balances, _), .complete(.balances), .whole(.balances):
      true
    case .field(.sessions, let name): ["isLocalUser", "linkSuggestion"].contains(name)
    case .field(.deletions, let name): ["accountKind", "unlinkedAt", "unlinkStatus"].contains(name)
    case .field(.ledger, let name): ["payer", "ownerFunds", "grantSpendable"].contains(name)
    case .stream, .field, .complete, .whole, .configuration, .unset, .platform, .file, .evidence:
      false
    }
  }

  fileprivate func advice(_ facts: RuleFacts) -> String {
    switch self {
    case .stream(let stream): "export `\(stream.rawValue)`"
    case .field(let stream, let name): "export `\(stream.rawValue)` with the field `\(name)`"
    case .complete(let stream):
      facts.incomplete.contains(stream)
        ? Need.whole(stream).advice(facts)
        : "export all of `\(stream.rawValue)` since the app began and name it in "
          + "`export.complete` of siwa-audit.json"
    case .whole(let stream):
      facts.streams.contains(stream)
        ? "export `\(stream.rawValue)` to its last page (what was read says that there is more)"
        : "export `\(stream.rawValue)`"
    case .configuration(let key): "set `\(key)` in siwa-audit.json"
    case .unset(let key): "the configuration sets `\(key)`, which exempts the app"
    case .platform(let name):
      "this rule is about platform `\(name)` only (`app.platform` in siwa-audit.json)"
    case .file(let kind): "add `\(kind.written)` to the export"
    case .evidence(let evidence): evidence.advice
    }
  }

  /// What a summary asks for; nil where nobody can export it.
  fileprivate func piece(_ facts: RuleFacts) -> String? {
    if facts.isOwnBackend && isOfPlatform { return nil }
    return switch self {
    case .stream(let stream), .whole(let stream): stream.rawValue
    case .field(let stream, let name):
      facts.streams.contains(stream) ? stream.rawValue + "." + name : stream.rawValue
    case .complete(let stream):
      facts.streams.contains(stream) ? "complete " + stream.rawValue : stream.rawValue
    case .configuration(let key): key + " in siwa-audit.json"
    case .unset, .platform: nil
    case .file(let kind): kind.written
    case .evidence(.manyUsers) where facts.streams.contains(.sessions):
      "sessions of 100 users or more over 30 days"
    case .evidence(let evidence): evidence.piece
    }
  }
}
