/// The report that HTML is made of: the whole document with the first findings of each rule.
///
/// Its size is bounded by `PageBudget`, so a million findings cost the HTML no more than a few
/// thousand. All evidence of these findings is in it; the tree made of it leaves out some.
package struct CappedReport: Sendable, Equatable {
  /// The document, of the same schema as `report.xml`.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var findingCount = 0
}
