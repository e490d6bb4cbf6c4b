internal import AuditModel

/// A story as it may leave the house: with the pseudonyms that reports under the same key have.
///
/// The words of a story are the tool's own, not those of the rules, so they can't be told from ids
/// by a list. Everything that the story itself shows as an id is hidden wherever it stands, and so
/// is every other word that looks like one: it has a digit, an `_`, an `@` or another sign in it and
/// is no number, time or amount.
struct StoryRedaction {
  private let redaction: Redaction
  private var known: [String: String] = [:]
  private var open: Set<String> = []
  /// Ids with blanks in them, the longest first.
  private var spaced: [(id: String, name: String)] = []

  init(_ redaction: Redaction, _ story: Investigation) {
    self.redaction = redaction
    hide(story.id)
    for user in story.namedUsers { hide(user) }
    for account in story.accounts {
      hide(account.id)
      for id in account.appUserUUIDs + account.appleSubs + account.emails { hide(id) }
      open.formUnion(account.rowCounts.map(\.table))
    }
    for problem in story.problems where redaction.isOfPerson(problem.subject.kind) {
      hide(problem.subject.id)
    }
    for record in story.events.compactMap(\.record) {
      hide(record.key)
      for field in record.fields {
        if redaction.isHidden(field.name, of: record.stream) {
          hide(field.value)
        } else {
          open.insert(field.value)
        }
      }
    }
    open.formUnion(story.problems.map(\.rule))
    spaced = known.filter { $0.key.unicodeScalars.contains(where: SafeWords.isWordEnd) }
      .sorted { $0.key.utf8.count > $1.key.utf8.count }
      .map { (id: $0.key, name: $0.value) }
  }

  private mutating func hide(_ id: String) {
    known[id] = redaction.pseudonyms.name(for: id)
  }

  func redacted(_ story: Investigation) -> Investigation {
    var story = story
    story.id = redaction.pseudonyms.name(for: story.id)
    story.accounts = story.accounts.map(redacted)
    story.notes = story.notes.map { .init(words($0.text), isTrouble: $0.isTrouble) }
    story.problems = story.problems.map(redacted)
    story.lines = story.lines.map {
      .init(account: redaction.pseudonyms.name(for: $0.account), points: $0.points)
    }
    story.events = story.events.map(redacted)
    story.missing = story.missing.map { .init(export: $0.export, reason: words($0.reason)) }
    return story
  }

  private func redacted(_ account: StoryAccount) -> StoryAccount {
    var account = account
    account.id = redaction.pseudonyms.name(for: account.id)
    account.relation = account.relation.map(words)
    account.appUserUUIDs = account.appUserUUIDs.map(redaction.pseudonyms.name)
    account.appleSubs = account.appleSubs.map(redaction.pseudonyms.name)
    account.emails = account.emails.map(redaction.pseudonyms.name)
    account.fate = words(account.fate)
    return account
  }

  private func redacted(_ problem: Investigation.Problem) -> Investigation.Problem {
    var subject = problem.subject
    if redaction.isOfPerson(subject.kind) {
      subject = Subject(kind: subject.kind, id: redaction.pseudonyms.name(for: subject.id))
    }
    return Investigation.Problem(
      rule: problem.rule, severity: problem.severity, subject: subject,
      message: redaction.redacted(problem.message, known: known, open: open), at: problem.at,
      exposure: problem.exposure,
      fingerprint: redaction.pseudonyms.fingerprint(for: problem.fingerprint),
      isResolved: problem.isResolved, disposition: problem.disposition,
      waivers: problem.waivers.map { redaction.redacted($0) })
  }

  private func redacted(_ event: StoryEvent) -> StoryEvent {
    var event = event
    event.account = event.account.map(redaction.pseudonyms.name)
    event.title = words(event.title)
    event.record = event.record.map { record in
      redaction.redacted(record) { redaction.pseudonyms.name(for: $0) }
    }
    return event
  }

  /// A sentence of the tool without ids.
  private func words(_ text: String) -> String {
    var text = text
    for (id, name) in spaced { text = text.replacing(id, with: name) }
    return SafeWords.mapWords(of: text) { word in
      if let name = known[String(word)] { return name }
      guard !word.hasPrefix("~"), !open.contains(String(word)), !SafeWords.isMeasure(word),
        !redaction.safeWords.contains(word), looksLikeID(word)
      else { return String(word) }
      return redaction.pseudonyms.name(for: String(word))
    }
  }

  /// Words of English are letters, with hyphens and apostrophes; field names are letters, too.
  private func looksLikeID(_ word: Substring) -> Bool {
    !word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic
        || "-/!?%×–…’".unicodeScalars.contains(scalar)
    }
  }
}
