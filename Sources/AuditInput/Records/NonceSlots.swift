internal import AuditModel

/// Says what a nonce claim looks like where only the hash of the raw nonce is known.
struct NonceSlots {
  private let nonce: Int
  private let hash: Int
  private let form: Int

  /// Nil for a stream without these columns.
  init?(_ definition: StreamDefinition) {
    guard let nonce = definition.slot(ofColumn: "nonce"),
      let hash = definition.slot(ofColumn: "raw_nonce_sha256"),
      let form = definition.slot(ofColumn: "nonce_form")
    else { return nil }
    self.nonce = nonce
    self.hash = hash
    self.form = form
  }

  /// Keeps the form of the record at hand if it is one of the usual mistakes.
  func settle(_ row: RowBuffer) {
    let (claim, hash) = (row.slots[nonce], row.slots[hash])
    guard row.slots[form].isAbsent, claim.isText, hash.isText else { return }
    let (claimed, known) = (row.text(of: claim), row.text(of: hash))
    guard !claimed.elementsEqual(known),
      let mistake = NonceForm(claim: Array(claimed), hash: Array(known)), mistake != .match
    else { return }
    row.keep(Array(mistake.rawValue.utf8), at: form)
  }
}
