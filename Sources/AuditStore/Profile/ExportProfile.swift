internal import AuditModel

/// What the records of a store tell of the app they come from: the ground of a configuration.
package struct ExportProfile: Sendable, Equatable {
  /// A value and how many records have it.
  package struct Count: Sendable, Equatable {
    package let value: String
    package let count: Int
  }

  /// What a product usually credits, and how many of its purchases do.
  package struct Product: Sendable, Equatable {
    package let id: String
    /// Units of 1e-8.
    package let credit: Int64
    package let usualCount: Int
    package let count: Int
  }

  /// Ids of the app in its own files.
  package var ownBundleIDs: [String] = []
  /// Ids of the app in what Apple signed, the most frequent first.
  package var bundleIDs: [Count] = []
  /// Audiences of identity tokens, and client ids of client secrets, that are none of them.
  package var otherAudiences: [Count] = []
  package var teamIDs: [Count] = []
  package var keyIDs: [Count] = []
  package var urlSchemes: [String] = []
  package var loginMethods: [Count] = []
  package var environments: [Count] = []
  package var products: [Product] = []
  /// Whether links or unlink steps show the platform.
  package var isSpeed = false
  /// When the records begin and end, microseconds since 1970 UTC; nil without any.
  package var oldestAt: Int64?
  package var newestAt: Int64?
}

extension ExportProfile {
  /// Values that are shown of one kind.
  private static let valueLimit = 20

  /// Reads a store that an export was just read into.
  package static func read(from connection: Connection) throws(StoreError) -> ExportProfile {
    func counts(_ sql: String) throws(StoreError) -> [Count] {
      let query = try connection.prepare(
        """
        SELECT value, sum(records) AS records
        FROM (\(sql))
        WHERE value IS NOT NULL
        GROUP BY value
        ORDER BY records DESC, value
        LIMIT \(valueLimit)
        """)
      var counts: [Count] = []
      while try query.step() {
        counts.append(Count(value: query.text(0), count: Int(query.integer(1))))
      }
      return counts
    }
    var profile = ExportProfile()
    profile.bundleIDs = try counts(
      """
      SELECT bundle_id AS value, count(*) AS records FROM purchase GROUP BY value
      UNION ALL SELECT bundle_id, count(*) FROM notification GROUP BY bundle_id
      """)
    profile.ownBundleIDs = try counts(
      """
      SELECT value, 1 AS records FROM app_fact
      WHERE name IN ('bundleId', 'ownBundleId') AND value NOT LIKE '%$%' AND value NOT LIKE '%*%'
      """
    ).map(\.value)
    let audiences = try counts(
      """
      SELECT aud AS value, count(*) AS records FROM attempt
      WHERE outcome = 'accepted' GROUP BY value
      UNION ALL SELECT aud, count(*) FROM notification WHERE source = 'siwa' GROUP BY aud
      UNION ALL SELECT secret_sub, count(*) FROM applecall GROUP BY secret_sub
      """)
    let known = Set(profile.bundleIDs.map(\.value) + profile.ownBundleIDs)
    profile.otherAudiences = audiences.filter { !known.contains($0.value) }
    profile.teamIDs = try counts(
      "SELECT secret_iss AS value, count(*) AS records FROM applecall GROUP BY value")
    profile.keyIDs = try counts(
      "SELECT secret_kid AS value, count(*) AS records FROM applecall GROUP BY value")
    profile.urlSchemes = try counts(
      "SELECT value, 1 AS records FROM app_fact WHERE name = 'scheme'"
    ).map(\.value)
    profile.loginMethods = try counts(
      """
      SELECT method AS value, count(*) AS records FROM session GROUP BY value
      UNION ALL SELECT method, count(*) FROM account GROUP BY method
      """)
    profile.environments = try counts(
      """
      SELECT environment AS value, count(*) AS records FROM purchase GROUP BY value
      UNION ALL SELECT environment, count(*) FROM notification GROUP BY environment
      """)
    profile.products = try products(connection)
    profile.isSpeed =
      try connection.integer(
        """
        SELECT EXISTS (SELECT 1 FROM link)
          OR EXISTS (
            SELECT 1 FROM deletion WHERE unlinked_at IS NOT NULL OR unlink_status IS NOT NULL)
        """) == 1
    try profile.addSpan(connection)
    return profile
  }

  /// The most frequent credit of each product, by product.
  private static func products(_ connection: Connection) throws(StoreError) -> [Product] {
    let query = try connection.prepare(
      """
      WITH credit AS (
        SELECT coalesce(l.product_id, p.product_id) AS product, l.amount, count(*) AS records
        FROM ledger AS l
        LEFT JOIN purchase AS p ON p.transaction_id = l.transaction_id
        WHERE l.kind = 'purchase' AND l.applied = 1 AND l.amount > 0
        GROUP BY product, l.amount)
      SELECT product, amount, max(records), sum(records)
      FROM credit
      WHERE product IS NOT NULL
      GROUP BY product
      ORDER BY product
      """)
    var products: [Product] = []
    while try query.step() {
      products.append(
        Product(
          id: query.text(0), credit: query.integer(1), usualCount: Int(query.integer(2)),
          count: Int(query.integer(3))))
    }
    return products
  }

  private mutating func addSpan(_ connection: Connection) throws(StoreError) {
    for stream in Stream.allCases {
      let definition = stream.definition
      guard definition.columns.contains(where: { $0.name == "at" }) else { continue }
      let query = try connection.prepare("SELECT min(at), max(at) FROM \(definition.table)")
      guard try query.step(), let first = query.optionalInteger(0),
        let last = query.optionalInteger(1)
      else { continue }
      oldestAt = min(oldestAt ?? first, first)
      newestAt = max(newestAt ?? last, last)
    }
  }
}
