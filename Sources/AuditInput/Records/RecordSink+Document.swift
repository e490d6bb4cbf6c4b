internal import AuditModel

/// What the shape of a document or a header tells of its stream.
extension RecordSink {
  /// Whether an object is a record, not something around an array of records.
  func isRecord(_ survey: JSONSurvey) -> Bool {
    if let isShaped = isRecordOfShape(survey) { return isShaped }
    let forms = Set(
      survey.members.compactMap { member -> [UInt8]? in
        let form = member.form
        let isList = member.elementByte != nil
        return isList && !Self.listNames.contains(form) ? nil : form
      })
    switch stream {
    case .notifications: return !forms.isDisjoint(with: Self.notificationNames)
    case .exchanges: return forms.isSuperset(of: Self.exchangeNames)
    case .purchases:
      return !forms.isDisjoint(with: Self.transactionNames) || holdsRequired(forms)
    case .sessions, .attempts, .accounts, .links, .ledger, .balances, .deletions, .applecalls,
      .mail, .rows:
      return holdsRequired(forms)
    }
  }

  private func holdsRequired(_ forms: Set<[UInt8]>) -> Bool {
    let found = Set(forms.compactMap(names.number(ofNormalised:)))
    return missing(found) == nil
  }

  /// The array that holds the records: the only one with objects in it, or an empty one.
  func onlyArray(_ survey: JSONSurvey) throws(Damage) -> JSONSurvey.Member? {
    let arrays = survey.members.filter { $0.elementByte != nil }
    let full = arrays.filter { $0.elementByte == UInt8(ascii: "{") }
    if let first = full.first, let second = full.dropFirst().first {
      throw Damage(
        "holds more than one array of objects: \(Self.quoted(first)) and \(Self.quoted(second))")
    }
    if let only = full.first { return only }
    let areEmpty = arrays.allSatisfy { $0.elementByte == UInt8(ascii: "]") }
    return areEmpty ? arrays.first : nil
  }

  static func quoted(_ member: JSONSurvey.Member) -> String {
    "'\(RejectReason.shown(String(decoding: member.name, as: UTF8.self)))'"
  }

  /// Looks at a member beside the array: a page of a history may say that there is more.
  mutating func noteMember(_ member: JSONSurvey.Member) {
    guard member.form == Array("hasmore".utf8) else { return }
    notePage(hasMore: member.firstByte == UInt8(ascii: "t"))
  }

  /// The contract name of a required field that no column holds, or nil.
  func missingColumn(_ numbers: [Int], _ paths: PathTable) -> String? {
    guard !isRouted else { return nil }
    let found = Set(numbers.filter { $0 >= 0 })
    let tells = paths.nodes.contains { $0.isUnderstood }
    switch stream {
    case .notifications: return tells || !found.isEmpty ? nil : "payload"
    case .exchanges:
      let written = paths.nodes.indices.filter { paths.nodes[$0].isUnderstood }.map {
        FieldNames.normalised(Array(paths.writtenName(of: Int32($0)).utf8))
      }
      return ExchangeParts.requiredNames.first {
        !written.contains(FieldNames.normalised(Array($0.utf8)))
      }
    case .purchases: return tells ? nil : missing(found)
    case .sessions, .attempts, .accounts, .links, .ledger, .balances, .deletions, .applecalls,
      .mail, .rows:
      return missing(found)
    }
  }

  private func missing(_ found: Set<Int>) -> String? {
    for (index, field) in stream.definition.fields.enumerated() where field.isRequired {
      let own = names.starts[index]..<names.starts[index + 1]
      if found.isDisjoint(with: own) { return field.name }
    }
    return nil
  }

  private static let listNames = forms(["events", "signedTransactions"])
  private static let transactionNames = forms([
    "signedTransaction", "signedTransactionInfo", "signedTransactions",
  ])
  private static let exchangeNames = forms(Array(ExchangeParts.requiredNames))
  private static let notificationNames = forms([
    "payload", "signedPayload", "events", "notificationType", "notificationUUID", "jti",
    "eventTime", "type",
  ])

  private static func forms(_ names: [String]) -> Set<[UInt8]> {
    Set(names.map { FieldNames.normalised(Array($0.utf8)) })
  }
}
