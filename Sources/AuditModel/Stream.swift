/// A kind of export file: what one of its records tells.
package enum Stream: String, CaseIterable, Sendable {
  case sessions
  case attempts
  case accounts
  case links
  case ledger
  case balances
  case purchases
  case notifications
  case deletions
  case applecalls
  case mail
  case rows
  case exchanges
}

extension Stream: Comparable {
  package static func < (left: Stream, right: Stream) -> Bool {
    left.rawValue < right.rawValue
  }
}
