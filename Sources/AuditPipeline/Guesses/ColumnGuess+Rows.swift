internal import AuditModel

extension ColumnGuess {
  /// Words in the names of tables whose rows may stay when their user goes, or are no belongings.
  private static let lasting = [
    "log", "audit", "event", "token", "session", "device", "notification", "revocation", "revoke",
    "invoice", "order", "payment", "receipt", "migration", "subscription", "deletion", "deleted",
  ]

  /// A mapping of a table that is no stream, but has an id, a user and the time when a row was made.
  ///
  /// Only the app's own tables are taken, and none whose name tells of something else.
  func rows(of table: [String]) -> MappingDraft? {
    guard let name = table.last, table.count == 1 || table.first == "public", hints.isEmpty,
      !Self.lasting.contains(where: FieldSynonyms.plain(name).contains),
      let rowID = part("rowId", ["id", "uuid"]), let user = part("userId", ["userid", "ownerid"]),
      let created = part("createdAt", ["createdat", "insertedat"])
    else { return nil }
    var draft = MappingDraft(.rows)
    let constant = MappingDraft.Part(field: "table", column: "=" + name, isOwnName: false)
    let updated = part("updatedAt", ["updatedat", "modifiedat"])
    draft.parts = [constant, rowID, user, created] + (updated.map { [$0] } ?? [])
    return draft
  }

  private func part(_ field: String, _ names: [String]) -> MappingDraft.Part? {
    names.lazy.compactMap { columns[$0] }.first { !$0.isContainer }
      .map { .init(field: field, column: $0.name, isOwnName: false) }
  }
}
