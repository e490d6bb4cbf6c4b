/// Something that happened to an account, as one record tells it.
package struct StoryEvent: Sendable, Equatable {
  package enum Tone: String, Sendable, CaseIterable {
    case plain
    /// The person was refused, lost something or could not be reached.
    case trouble
  }

  /// Microseconds since 1970 UTC; nil where the record tells no time.
  package var at: Int64?
  /// The account it happened to; nil where only Apple's ids are known.
  package var account: String?
  package var title: String
  package var tone: Tone
  /// What it moved and the balance after it, units of 1e-8.
  package var amount: Int64?
  package var balance: Int64?
  /// The record; nil for a finding that no record of the story proves.
  package var record: EvidenceRecord?
  /// Whether the record's fields stand at an earlier event: one record may tell several.
  package var isContinued: Bool
  /// The findings pinned here, as positions in `Investigation.problems`.
  package var problems: [Int] = []

  package init(
    at: Int64?, account: String?, title: String, tone: Tone = .plain, amount: Int64? = nil,
    balance: Int64? = nil, record: EvidenceRecord?, isContinued: Bool = false
  ) {
    self.at = at
    self.account = account
    self.title = title
    self.tone = tone
    self.amount = amount
    self.balance = balance
    self.record = record
    self.isContinued = isContinued
  }
}
