/// What the contract says of one stream: its fields, its natural key and its table.
package struct StreamDefinition: Sendable {
  package let stream: Stream
  /// The table that holds its records; `row` is its primary key, `file` and `line` its place.
  package let table: String
  package let fields: [Field]
  /// Names of the fields that make a record the same record when it is read again.
  package let identity: [String]
  /// Whether a known key with other values stands beside the older record instead of replacing it.
  package let isImmutable: Bool
  /// The columns of all fields in order: the slots of a record in a batch.
  package let columns: [Column]

  init(
    _ stream: Stream, table: String, identity: [String], immutable: Bool = false,
    _ fields: [Field]
  ) {
    self.stream = stream
    self.table = table
    self.fields = fields
    self.identity = identity
    self.isImmutable = immutable
    columns = fields.flatMap(\.columns)
  }

  /// The field of that contract name.
  package func field(named name: String) -> Field? {
    fields.first { $0.name == name }
  }

  /// The slot index of a column.
  package func slot(ofColumn name: String) -> Int? {
    columns.firstIndex { $0.name == name }
  }
}

extension Stream {
  /// The contract of this stream.
  package var definition: StreamDefinition {
    switch self {
    case .sessions: StreamDefinition.sessions
    case .attempts: StreamDefinition.attempts
    case .accounts: StreamDefinition.accounts
    case .links: StreamDefinition.links
    case .ledger: StreamDefinition.ledger
    case .balances: StreamDefinition.balances
    case .purchases: StreamDefinition.purchases
    case .notifications: StreamDefinition.notifications
    case .deletions: StreamDefinition.deletions
    case .applecalls: StreamDefinition.applecalls
    case .mail: StreamDefinition.mail
    case .rows: StreamDefinition.rows
    case .exchanges: StreamDefinition.exchanges
    }
  }
}
