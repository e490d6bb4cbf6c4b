/// What the values of a field look like, and how they are stored.
///
/// The accepted spellings of each type are those of the export contract; the reader turns them
/// into the stored form, so nothing behind it parses text again.
package enum FieldType: Sendable, Equatable {
  /// Any text, compared as bytes; a JSON number's digits as written.
  case text
  /// Text that people or programs wrote freely: addresses within it are shortened.
  case prose
  /// A user id: text that the store replaces by a small number.
  case user
  /// 8-4-4-4-12 hexadecimal digits in any case, stored in lower case.
  case uuid
  /// Text that may be a UUID; if it is one it is stored in lower case, else as it is.
  case token
  /// Microseconds since 1970 UTC.
  case time
  /// Units of 1e-8; beyond eight decimals truncated.
  case amount
  /// 0 or 1.
  case bool
  /// A whole number.
  case integer
  /// One of a few words; any other rejects the record.
  case word([String])
  /// An address, kept as a shortened form (`j…@example.com`) and a keyed hash.
  case email
  /// A person's name, kept only as 1 (present) or absent.
  case presence
  /// A raw nonce: never kept; the reader keeps its length and what the claim looks like beside it.
  case rawNonce
}

/// One field of a stream: its name in the contract and the columns that keep it.
package struct Field: Sendable {
  /// The name of the contract, `camelCase`, nested names with a dot.
  package let name: String
  package let type: FieldType
  package let isRequired: Bool
  /// Other names under which the same field is accepted; the first name wins when both are there.
  package let aliases: [String]
  /// What an absent field means, in its stored form.
  package let absentMeans: DefaultValue?
  /// The columns of the store that hold it, the value itself first.
  package let columns: [Column]

  package enum DefaultValue: Sendable, Equatable {
    case integer(Int64)
    case text(String)
  }
}

/// A column of a stream's table, in the order in which a record batch holds its slots.
package struct Column: Sendable, Equatable {
  package enum Storage: Sendable, Equatable {
    case integer
    case text
    /// Text in a batch, interned to a number by the store.
    case user
  }

  package let name: String
  package let storage: Storage
}

extension Field {
  /// Makes the field and derives its columns from name and type.
  init(
    _ name: String, _ type: FieldType, required: Bool = false, aliases: [String] = [],
    absentMeans: DefaultValue? = nil, column: String? = nil, extra: [Column] = []
  ) {
    self.name = name
    self.type = type
    self.isRequired = required
    self.aliases = aliases
    self.absentMeans = absentMeans
    let base = column ?? Field.columnName(of: name)
    switch type {
    case .text, .prose, .uuid, .token, .word:
      columns = [Column(name: base, storage: .text)] + extra
    case .user:
      let short = base.hasSuffix("_id") ? String(base.dropLast(3)) : base
      columns = [Column(name: short, storage: .user)] + extra
    case .time, .amount, .bool, .integer, .presence:
      columns = [Column(name: base, storage: .integer)] + extra
    case .email:
      columns =
        [
          Column(name: base, storage: .text), Column(name: base + "_hash", storage: .text),
        ] + extra
    case .rawNonce:
      columns = [Column(name: base + "_length", storage: .integer)] + extra
    }
  }

  /// `idempotencyKey` becomes `idempotency_key`, `appUserUUID` becomes `app_user_uuid`.
  static func columnName(of name: String) -> String {
    var result = ""
    var previousWasLower = false
    for scalar in name.unicodeScalars {
      let isUpper = ("A"..."Z").contains(scalar)
      if isUpper && previousWasLower { result.unicodeScalars.append("_") }
      let lower = isUpper ? Unicode.Scalar(scalar.value + 32) ?? scalar : scalar
      result.unicodeScalars.append(scalar == "." ? "_" : lower)
      previousWasLower = !isUpper && scalar != "."
    }
    return result
  }
}
