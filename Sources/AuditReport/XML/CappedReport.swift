/// The report that HTML is made of: the whole document with the first findings of each rule.
///
/// Its size is bounded by the number of rules, so a million findings cost the HTML no more than
/// a few thousand.
package struct CappedReport: Sendable, Equatable {
  /// At most this many findings a rule.
  package static let findingsPerRule = 200

  /// The document, of the same schema as `report.xml`.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var findingCount = 0
}
