package import AuditModel

/// Looking at a file without reading it to its end.
extension FileReader {
  /// What the first records of a file hold, whatever it is read as: one sample, or one a table of a
  /// dump. Empty where the file can't be read at all.
  package func samples(of file: PlannedFile) -> [RecordSample] {
    var sampled = PlannedFile(
      path: file.path, name: file.name, content: .sample, format: file.format)
    sampled.relativePath = file.relativePath
    var job = FileJob(
      sampled, shape: SampleShape(), emailKey: [], check: SignatureCheck(TrustedKeys()))
    job.stop(after: RecordSample.recordLimit)
    while !job.isStopped, job.advance() { drain(&job) { _ in } }
    return job.samples
  }

  /// Reads a file until so many records were seen.
  ///
  /// - Parameters:
  ///   - file: The file, as planned.
  ///   - recordLimit: Raw records, left out or not; of a dump, those of one table.
  ///   - rejects: Takes what was rejected.
  /// - Returns: What came of the start of the file, or of all of it where it is shorter.
  package func readStart(
    of file: PlannedFile, recordLimit: Int, rejects: ([Reject]) -> Void = { _ in }
  ) -> FileSummary {
    let check = SignatureCheck(TrustedKeys())
    var job = FileJob(
      file, shape: file.content.makeShape(check: check), emailKey: [], check: check)
    job.stop(after: recordLimit)
    while !job.isStopped, job.advance() { drain(&job, rejects) }
    drain(&job, rejects)
    return job.summaryOfStart()
  }

  private func drain(_ job: inout FileJob, _ rejects: ([Reject]) -> Void) {
    while job.takeBatch() != nil {}
    if let more = job.takeRejects() { rejects(more) }
  }
}
