internal import AuditModel

/// What a text column says of a person; texts of one kind are compared with each other.
struct PersonText: Hashable, Sendable {
  let name: String

  static let user = PersonText(name: "user")
  static let sub = PersonText(name: "sub")
  static let uuid = PersonText(name: "uuid")
  static let session = PersonText(name: "session")
  /// The shortened form of an address; known by the hash beside it.
  static let address = PersonText(name: "address")
  static let transaction = PersonText(name: "transaction_id")
  /// Those that a person is looked up by.
  static let ids = [user, sub, uuid, session]

  /// Columns whose text numbers an event or was written freely: an id of a person may be part of it.
  private static let free: Set<String> = [
    "adjustment_id", "idempotency_key", "operation_id", "transaction_id",
    "original_transaction_id", "row_id", "error", "source", "reason", "end_reason", "action",
    "result", "client_error",
  ]

  /// Whether only a part of the text may name a person.
  var isFree: Bool { !(Self.ids + [.address]).contains(self) }

  /// The kind of a column; nil for words of the contract, hashes and numbers.
  static func of(_ column: Column, in table: String) -> PersonText? {
    switch column.storage {
    case .integer: return nil
    case .user: return .user
    case .text: break
    }
    switch column.name {
    case "apple_sub", "sub", "id_token_sub": return .sub
    case "app_user_uuid", "new_app_user_uuid", "app_account_token": return .uuid
    case "session_id": return .session
    case "id": return table == "session" ? .session : PersonText(name: table + ".id")
    case "email", "address": return .address
    default: return free.contains(column.name) ? PersonText(name: column.name) : nil
    }
  }

  /// The kind of a finding's subject; nil where it names nobody.
  static func of(_ kind: Subject.Kind) -> PersonText? {
    switch kind {
    case .user: .user
    case .sub: .sub
    case .uuid: .uuid
    case .session: .session
    case .address: .address
    case .transaction: .transaction
    case .adjustment: PersonText(name: "adjustment_id")
    case .key: PersonText(name: "idempotency_key")
    case .attempt: PersonText(name: "attempt.id")
    case .link: PersonText(name: "link.id")
    case .deletion: PersonText(name: "deletion.id")
    case .applecall: PersonText(name: "applecall.id")
    case .notification: PersonText(name: "notification.id")
    case .nonce, .code, .secret, .file, .scheme, .app: nil
    }
  }
}
