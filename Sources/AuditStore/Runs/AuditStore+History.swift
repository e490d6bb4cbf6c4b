package import AuditModel

extension AuditStore {
  /// Findings of the last complete runs before this one, oldest first.
  package func trend(limit: Int) throws(StoreError) -> [Audit.TrendPoint] {
    let query = try connection.prepare(
      """
      SELECT as_of, critical, high, medium, low FROM run
      WHERE is_complete = 1 AND run < ?1
      ORDER BY run DESC
      LIMIT ?2
      """)
    query.bind(1, runNumber)
    query.bind(2, Int64(limit))
    var points: [Audit.TrendPoint] = []
    while try query.step() {
      points.append(
        Audit.TrendPoint(asOf: query.integer(0), bySeverity: KeptRun.severities(query, from: 1)))
    }
    return points.reversed()
  }

  /// Forgets all runs but the newest ones and the one that the next run compares with, and the
  /// resolved findings that none of the runs kept had open.
  ///
  /// Records and open findings stay.
  package func keepRuns(_ count: Int) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      let old = try connection.prepare(
        """
        SELECT run FROM run
        WHERE run NOT IN (SELECT run FROM run ORDER BY run DESC LIMIT ?1)
          AND run IS NOT (SELECT max(run) FROM run WHERE is_complete = 1)
        """)
      old.bind(1, Int64(count))
      var runs: [Int64] = []
      while try old.step() { runs.append(old.integer(0)) }
      guard !runs.isEmpty else { return }
      for table in ["run_stream", "rule_outcome", "run"] {
        let removal = try connection.prepare("DELETE FROM \(table) WHERE run = ?1")
        for run in runs {
          removal.bind(1, run)
          try removal.run()
        }
      }
      try connection.execute(
        """
        DELETE FROM finding
        WHERE resolved_run IS NOT NULL
          AND NOT EXISTS (
            SELECT 1 FROM run WHERE run >= finding.first_run AND run < finding.resolved_run);
        DELETE FROM finding_past
        WHERE finding NOT IN (SELECT finding FROM finding)
          OR NOT EXISTS (SELECT 1 FROM run WHERE run < finding_past.until_run);
        """)
    }
  }
}

extension KeptRun {
  /// Four columns, worst severity first.
  static func severities(_ query: Statement, from column: Int32) -> [Severity: Int] {
    var counts: [Severity: Int] = [:]
    for (index, severity) in Severity.allCases.reversed().enumerated() {
      counts[severity] = Int(query.integer(column + Int32(index)))
    }
    return counts
  }
}
