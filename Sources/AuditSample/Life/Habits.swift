/// Harmless oddities of real exports.
struct Habits: Sendable {
  /// Whether Apple sends some notifications twice.
  var hasRepeatedNotifications = false
  /// Whether some UUIDs are in upper case.
  var hasMixedCase = false
  /// Whether the ledger was exported from the newest row to the oldest.
  var hasLedgerReversed = false
  /// Whether some rows of the ledger don't tell the balance after them.
  var hasHiddenBalances = false
  /// Whether a conflict is resolved only the day after, with another token.
  var hasSlowDecisions = false
  /// Whether some rows of the ledger are exported twice.
  var hasRepeatedRows = false

  /// None of them.
  init() {}

  /// Those of a whole life.
  init(random: inout Random) {
    hasRepeatedNotifications = true
    hasMixedCase = true
    hasLedgerReversed = random.happens(15)
    hasHiddenBalances = random.happens(10)
    hasSlowDecisions = random.happens(20)
    hasRepeatedRows = random.happens(10)
  }
}
