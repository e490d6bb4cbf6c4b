/// A row of the app's own tables that a finding says should be gone.
package struct RowToDelete: Sendable, Equatable {
  package let table: String
  package let rowID: String
  package let userID: String
  /// The rule that found it.
  package let rule: String

  package init(table: String, rowID: String, userID: String, rule: String) {
    self.table = table
    self.rowID = rowID
    self.userID = userID
    self.rule = rule
  }
}

/// `rows-to-delete.csv`: table, row, user and rule, in the order in which they come.
package enum RowsToDeleteCSV {
  /// Writes what `source` emits; the file is not committed.
  ///
  /// An error that `source` throws of its own comes out as one about the file being written.
  package static func write(
    to file: AtomicFile,
    from source: (_ emit: (RowToDelete) throws(ReportError) -> Void) throws -> Void
  ) throws(ReportError) {
    var text = CSVText()
    text.line(["table", "rowId", "userId", "rule"])
    do {
      try source { (row) throws(ReportError) in
        text.line([row.table, row.rowID, row.userID, row.rule])
        try file.write(text.bytes)
        text.removeAll()
      }
    } catch let error as ReportError {
      throw error
    } catch {
      throw ReportError(path: file.path, action: "reading the rows", reason: "\(error)")
    }
    try file.write(text.bytes)
  }
}
