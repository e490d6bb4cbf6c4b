internal import AuditModel
internal import AuditReport
internal import AuditRules
internal import Foundation

/// Replaces what tells people apart in a finding by pseudonyms, and leaves what tells the fault.
struct Redaction {
  /// Fields that hold words of the contract, times, amounts or names of the app itself.
  private static let openFields: Set<String> = [
    "method", "role", "outcome", "kind", "payer", "status", "keep", "iss", "aud", "alg", "kid",
    "productId", "bundleId", "environment", "type", "subtype", "source", "signature", "channel",
    "accountKind", "endpoint", "grantType", "tokenTypeHint", "secretKid", "secretIss", "secretAud",
    "secretSub", "secretAlg", "table", "category", "state", "offerType", "endReason",
    "redirectScheme", "action", "result", "secretIat", "signatureReason", "revocationReason",
  ]

  let pseudonyms: Pseudonyms
  let safeWords: SafeWords

  func redacted(_ finding: Finding) -> Finding {
    var known: [String: String] = [:]
    func hide(_ text: String) -> String {
      let name = pseudonyms.name(for: text)
      known[text] = name
      return name
    }
    var finding = finding
    finding.fingerprint = pseudonyms.fingerprint(for: finding.fingerprint)
    finding.user = finding.user.map(hide)
    if isOfPerson(finding.subject.kind) {
      finding.subject = Subject(kind: finding.subject.kind, id: hide(finding.subject.id))
    }
    var open: Set<String> = []
    finding.evidence = finding.evidence.map { record in
      for field in record.fields where !isHidden(field.name, of: record.stream) {
        open.insert(field.value)
      }
      return redacted(record, hide: hide)
    }
    finding.message = redacted(finding.message, known: known, open: open)
    return finding
  }

  /// The record with `hide` over its key and every value that tells people apart.
  func redacted(_ record: EvidenceRecord, hide: (String) -> String) -> EvidenceRecord {
    let fields = record.fields.map { field in
      isHidden(field.name, of: record.stream)
        ? EvidenceRecord.NamedValue(name: field.name, value: hide(field.value)) : field
    }
    return EvidenceRecord(
      stream: record.stream, place: record.place, key: hide(record.key), fields: fields)
  }

  func redacted(_ use: WaiverUse) -> WaiverUse {
    WaiverUse(waiver: redacted(use.waiver), state: use.state, findingCount: use.findingCount)
  }

  /// The waiver without what its owner wrote of it, which may name anybody, and the ticket as a
  /// pseudonym: whoever has the key finds it again.
  func redacted(_ waiver: Waiver) -> Waiver {
    var waiver = waiver
    waiver.fingerprint = waiver.fingerprint.map(pseudonyms.fingerprint(for:))
    waiver.subject = waiver.subject.map { pseudonyms.name(for: $0) }
    waiver.reason = "not shown"
    waiver.by = nil
    waiver.ticket = waiver.ticket.map { pseudonyms.name(for: $0) }
    return waiver
  }

  func redacted(_ row: RowToDelete) -> RowToDelete {
    RowToDelete(
      table: row.table, rowID: pseudonyms.name(for: row.rowID),
      userID: pseudonyms.name(for: row.userID), rule: row.rule)
  }

  func isHidden(_ field: String, of stream: AuditModel.Stream) -> Bool {
    guard !Self.openFields.contains(field) else { return false }
    switch stream.definition.field(named: field)?.type {
    case .time, .amount, .bool, .integer, .presence, .rawNonce, .word: return false
    case .text, .prose, .user, .uuid, .token, .email, nil: return true
    }
  }

  func isOfPerson(_ kind: Subject.Kind) -> Bool {
    switch kind {
    case .secret, .file, .scheme, .app: false
    case .attempt, .nonce, .session, .user, .sub, .uuid, .link, .adjustment, .key, .transaction,
      .deletion, .code, .applecall, .notification, .address:
      true
    }
  }

  /// A message whose words are the rule's own, measures, or open values; all others are hidden.
  func redacted(_ message: String, known: [String: String], open: Set<String>) -> String {
    var text = message
    // Ids with blanks in them go first, whole.
    for (id, name) in known.sorted(by: { $0.key.utf8.count > $1.key.utf8.count })
    where id.unicodeScalars.contains(where: SafeWords.isWordEnd) {
      text = text.replacing(id, with: name)
    }
    return SafeWords.mapWords(of: text) { word in
      if let name = known[String(word)] { return name }
      if word.hasPrefix("~") || safeWords.contains(word) || SafeWords.isMeasure(word)
        || open.contains(String(word))
      {
        return String(word)
      }
      return pseudonyms.name(for: String(word))
    }
  }
}

extension Redaction {
  private static let shortestKey = 16

  /// The redaction that the options ask for; nil where reports show everything.
  ///
  /// Without a key file the key is the data set's own, the one that addresses are hashed with.
  ///
  /// - Throws: `PipelineError` (usage) where the key file can't be used.
  init?(_ options: AuditOptions, rules: RuleSet, emailKey: [UInt8]) throws {
    guard options.isRedacted else { return nil }
    var key = Array("redaction".utf8) + emailKey
    if let path = options.redactKey {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw PipelineError(.usage, "\(path): error: the key can't be read; name another file")
      }
      guard data.count >= Self.shortestKey else {
        throw PipelineError(
          .usage,
          "\(path): error: the key has \(data.count) bytes; make one with at least "
            + "\(Self.shortestKey), like: head -c 32 /dev/urandom > \(path)")
      }
      key = Array(data)
    }
    let views = options.home.schema + "/views.sql"
    let text = FileManager.default.contents(atPath: views) ?? Data()
    pseudonyms = Pseudonyms(key: key)
    safeWords = SafeWords(rules: rules, views: String(decoding: text, as: UTF8.self))
  }
}

/// The findings of a run as reports show them: redacted where that is wanted.
struct ShownFindings: FindingSequence {
  let findings: any FindingSequence
  let redaction: Redaction?

  func forEachFinding(_ body: (Finding) throws -> Void) throws {
    guard let redaction else { return try findings.forEachFinding(body) }
    try findings.forEachFinding { finding in try body(redaction.redacted(finding)) }
  }
}
