extension FindingSpool: HitSink {
  package func add(_ hit: RuleHit) throws(StoreError) {
    try add([hit])
  }

  package func discard(rule: String) throws(StoreError) {
    try remove(rule: rule)
  }
}
