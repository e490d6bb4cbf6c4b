/// Where the rules' hits go while the rules run; several threads may call it at once.
package protocol HitSink: AnyObject, Sendable {
  /// Takes hits of one rule, in the order of their subjects.
  func add(_ hits: [RuleHit]) throws(StoreError)

  /// Forgets every hit of a rule that failed while it ran.
  func discard(rule: String) throws(StoreError)
}
