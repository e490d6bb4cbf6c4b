/// One of the accounts of a story: who it is and what became of it.
package struct StoryAccount: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case active
    /// Merged into another account.
    case merged
    /// A link kept the other account; nobody reaches this one any more.
    case unreachable
    case deleting
    case deleted
    /// No session of it is known.
    case unseen
  }

  package enum Locality: String, Sendable, CaseIterable {
    case local, speed, unknown
  }

  package struct RowCount: Sendable, Equatable {
    package let table: String
    package let count: Int

    package init(table: String, count: Int) {
      self.table = table
      self.count = count
    }
  }

  package var id: String
  /// How it came into the story, one clause; nil for the one that was asked for.
  package var relation: String?
  package var locality = Locality.unknown
  package var appUserUUIDs: [String] = []
  package var appleSubs: [String] = []
  package var methods: [String] = []
  package var emails: [String] = []
  package var sessionCount = 0
  /// Microseconds since 1970 UTC, like all times here.
  package var firstSignIn: Int64?
  package var lastSignIn: Int64?
  package var state = State.unseen
  /// What became of it, one clause: `merged into spd_1 at …`.
  package var fate = ""
  /// The balance after the last ledger row in units of 1e-8; nil where it is not known.
  package var balance: Int64?
  package var balanceAt: Int64?
  /// Rows of the owner's database in the last snapshot, by table.
  package var rowCounts: [RowCount] = []

  package init(id: String, relation: String?) {
    self.id = id
    self.relation = relation
  }
}
