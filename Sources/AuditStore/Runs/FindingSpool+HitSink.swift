extension FindingSpool: HitSink {
  /// Forgets every hit of a rule that failed while it ran.
  package func discard(rule: String) throws(StoreError) {
    try remove(rule: rule)
  }
}
