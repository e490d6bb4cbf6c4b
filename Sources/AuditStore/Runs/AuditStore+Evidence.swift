package import AuditModel

extension AuditStore {
  /// The record that a finding refers to, every field that it has in the contract's order.
  package func evidence(
    _ reference: EvidenceReference
  ) throws(StoreError) -> EvidenceRecord {
    guard let record = try evidenceIfPresent(reference) else {
      throw refusal(
        "read", "there is no row \(reference.row) of \(reference.stream.rawValue)")
    }
    return record
  }

  /// The user id that a number stands for; nil if there is none.
  package func userText(_ user: Int64) -> String? {
    users.withID(user) { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  func evidenceIfPresent(_ reference: EvidenceReference) throws(StoreError) -> EvidenceRecord? {
    if let reader = evidenceReaders[reference.stream] {
      return try reader.record(row: reference.row, users: users)
    }
    let reader = try EvidenceReader(connection, reference.stream.definition)
    evidenceReaders[reference.stream] = reader
    return try reader.record(row: reference.row, users: users)
  }
}
