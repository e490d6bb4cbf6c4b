/// A scalar as it stands in an export, before a field's type gives it a meaning.
///
/// Text is unescaped UTF-8 without NUL; a number keeps its digits as written, so that nothing
/// passes through a binary float.
package enum RawValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number([UInt8])
  case text([UInt8])
}

/// A field of a record that was taken apart (a JWS, a decoded payload), by its contract name.
package struct RawField: Sendable, Equatable {
  package let name: String
  package let value: RawValue

  package init(_ name: String, _ value: RawValue) {
    self.name = name
    self.value = value
  }

  /// The name under which the reason of a computed signature goes with a record's fields.
  static let signatureReason = "signatureReason"
}
