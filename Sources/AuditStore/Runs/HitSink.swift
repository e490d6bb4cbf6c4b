/// Where the rules' hits go while the rules run.
///
/// Called by one thread at a time. Hits of one rule come in the order of their subjects; those
/// of several rules may come mixed.
package protocol HitSink: AnyObject {
  func add(_ hit: RuleHit) throws(StoreError)

  /// Forgets every hit of a rule that failed while it ran.
  func discard(rule: String) throws(StoreError)
}
