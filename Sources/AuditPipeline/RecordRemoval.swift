internal import AuditModel
internal import AuditStore

/// Takes records out of the database of earlier audits: of one person, or before a time.
package struct RecordRemoval {
  private let options: AuditOptions
  private let cancellation: Cancellation

  package init(options: AuditOptions, cancellation: Cancellation) {
    self.options = options
    self.cancellation = cancellation
  }

  /// Removes one person: everything of the user with that id, sub or appUserUUID.
  ///
  /// - Returns: What to print.
  /// - Throws: `PipelineError`: usage where nobody is named so, output where the database can't be
  ///   used.
  package func forget(_ id: String) throws -> String {
    try withStore { store in
      let users = try store.users(named: id)
      guard !users.isEmpty else {
        throw PipelineError(
          .usage,
          "'\(Printable.text(id))' is no user, Apple sub or appUserUUID of the database \(store.path)"
        )
      }
      return text(try store.forget(users: users), of: store)
    }
  }

  /// Removes the records that happened before a time, microseconds since 1970 UTC.
  ///
  /// - Returns: What to print.
  /// - Throws: `PipelineError` (output) where the database can't be used.
  package func prune(before time: Int64) throws -> String {
    try withStore { store in text(try store.prune(before: time), of: store) }
  }

  private func withStore(_ body: (AuditStore) throws -> String) throws -> String {
    do {
      let path = options.database ?? options.output + "/" + OutputFolder.databaseName
      let store = try AuditStore.openExisting(
        path: path, schemaDirectory: options.home.schema,
        isCancelled: { cancellation.requestedSignal != nil })
      return try body(store)
    } catch {
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }

  private func text(_ removal: AuditStore.Removal, of store: AuditStore) -> String {
    var lines: [String] = []
    for (stream, count) in removal.records.sorted(by: { $0.key < $1.key }) {
      lines.append("  \(stream.rawValue) \(count)")
    }
    let summary =
      "\(store.path): \(count(removal.recordCount, "record"))"
      + " and \(count(removal.findings, "finding")) removed"
    let advice =
      removal.recordCount > 0
      ? ["Reports written before still hold them; the next audit writes new ones."] : []
    return ([summary] + lines + advice).joined(separator: "\n") + "\n"
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
