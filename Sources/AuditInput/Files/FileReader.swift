/// Reads a planned file: its records go out in batches while it is read, the rest at its end.
package struct FileReader: Sendable {
  private let configuration: Configuration
  private let emailKey: [UInt8]
  private let keys: TrustedKeys

  /// Makes a reader for all files of an audit.
  ///
  /// - Parameters:
  ///   - configuration: What the export's owner set.
  ///   - emailKey: The key of the hashes that addresses are compared by.
  ///   - keys: What signatures are checked with.
  package init(
    configuration: Configuration, emailKey: [UInt8], keys: TrustedKeys = TrustedKeys()
  ) {
    self.keys = keys
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
    let check = SignatureCheck(keys)
    var job = FileJob(
      file, shape: file.content.makeShape(check: check), emailKey: emailKey, check: check)
    var goesOn = true
    while goesOn {
      goesOn = job.advance()
      while let batch = job.takeBatch() { try emit(.records(batch)) }
      if let rejects = job.takeRejects() { try emit(.rejects(rejects)) }
    }
    return job.finish()
  }
}
