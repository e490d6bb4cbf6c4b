/// Reads a planned file: its records go out in batches while it is read, the rest at its end.
package struct FileReader: Sendable {
  private let configuration: Configuration
  private let emailKey: [UInt8]

  /// Makes a reader for all files of an audit.
  ///
  /// - Parameters:
  ///   - configuration: What tells whether a signature can be valid.
  ///   - emailKey: The key of the hashes that addresses are compared by.
  package init(configuration: Configuration, emailKey: [UInt8]) {
    self.configuration = configuration
    self.emailKey = emailKey
  }

  /// Reads a file to its end.
  ///
  /// A file is all or nothing: where the summary names a damage, what was handed out before is to
  /// be dropped. Memory is bounded whatever the file holds.
  ///
  /// - Parameters:
  ///   - file: The file, as planned.
  ///   - emit: Takes batches of records and of rejects, in the order of the file. What it throws
  ///     ends the reading and is thrown on.
  /// - Returns: What came of the file.
  package func read(
    _ file: PlannedFile, emit: (FileEvent) throws -> Void
  ) rethrows -> FileSummary {
    var job = FileJob(file, shape: file.content.makeShape(), emailKey: emailKey)
    var goesOn = true
    while goesOn {
      goesOn = job.advance()
      while let batch = job.takeBatch() { try emit(.records(batch)) }
      if let rejects = job.takeRejects() { try emit(.rejects(rejects)) }
    }
    return job.finish()
  }
}
