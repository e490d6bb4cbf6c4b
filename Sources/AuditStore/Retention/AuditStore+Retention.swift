extension AuditStore {
  /// Puts pseudonyms in the place of those whose accounts ended before a time, within the
  /// transaction that is open.
  ///
  /// Nothing is looked at where nobody became due and nothing new came of those who were.
  ///
  /// - Returns: Whether anything was done.
  func pseudonymise(endedBefore horizon: Int64) throws(StoreError) -> Bool {
    let isDue = try connection.number(
      """
      SELECT EXISTS (
        SELECT user FROM ended_account WHERE ended_at < \(horizon)
        EXCEPT SELECT user FROM pseudonym_user)
      """)
    let hasNews = try hasNewsOfPseudonyms()
    guard isDue == 1 || hasNews else { return false }
    try connection.execute("PRAGMA secure_delete = ON")
    var sweep = try PersonSweep(connection, names: names, endedBefore: horizon)
    try sweep.run()
    names = sweep.names
    users = try UserTable(connection)
    // What they know of keys is that of the ids before.
    writers = [:]
    return true
  }

  /// Whether a file of this run, or of one since the last complete run that was ended before it took
  /// names, told something new of people with pseudonyms.
  private func hasNewsOfPseudonyms() throws(StoreError) -> Bool {
    guard !names.isEmpty else { return false }
    if writers.values.contains(where: \.hasNewsOfPseudonyms) { return true }
    let last = try baseline(before: runNumber) ?? 0
    return try connection.number(
      "SELECT EXISTS (SELECT 1 FROM file WHERE run > \(last) AND file < \(firstFile))") == 1
  }
}
