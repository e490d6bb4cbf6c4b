/// Where the histories come from that the product is held against the oracle on.
enum HistorySource: String, CaseIterable {
  /// Balances, links and deletions, with sessions around them.
  case money
  /// Sign-ins, purchases and notifications, with links and deletions around them.
  case world

  func history(seed: UInt64) -> History {
    switch self {
    case .money: HistoryGenerator.history(seed: seed)
    case .world: HistoryGenerator.world(seed: seed)
    }
  }
}
