package import AuditModel

/// A record of an export taken apart into the stored fields of its stream.
package struct ShapedRecord: Sendable, Equatable {
  /// The stored records it holds, each a list of present fields in the order of the contract; one,
  /// or one for each event of a notification.
  package var records: [[RawField]] = []
  /// Contract names of the fields that the record has, with a value or without.
  package var knownFields: Set<String> = []
  /// Names beside the payload that are no field of the stream, as written.
  package var unknownFields: [String] = []
  /// What the record was signed with, the outer JWS first.
  package var signed: [JWS] = []
  /// What a raw exchange is about; nil for every other stream.
  package var exchangeKind: ExchangeKind?
}

/// Why a record can't be taken apart.
package struct ShapeError: Error, Sendable, Equatable {
  /// The field to blame, as the contract names it, if one is.
  package let field: String?
  package let reason: String

  package init(field: String?, reason: String) {
    self.field = field
    self.reason = reason
  }
}
