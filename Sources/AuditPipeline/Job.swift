/// What every job that reads an export is given, and how its errors come out.
package struct Job {
  package let options: AuditOptions
  let cancellation: Cancellation
  let progress: (RunProgress) -> Void
  let log: (String) -> Void

  /// - Parameters:
  ///   - options: What the command line asks for.
  ///   - cancellation: Set by a signal.
  ///   - progress: Called often, from the calling thread or a rule's.
  ///   - log: Called with a line on each step, for `--verbose`.
  package init(
    options: AuditOptions, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void = { _ in }, log: @escaping (String) -> Void = { _ in }
  ) {
    self.options = options
    self.cancellation = cancellation
    self.progress = progress
    self.log = log
  }

  /// Does the work.
  ///
  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  func run<Outcome>(_ work: () throws -> Outcome) throws -> Outcome {
    do {
      return try work()
    } catch let error as Interrupted {
      throw error
    } catch {
      // A statement that a signal interrupted fails with an error of SQLite's.
      try cancellation.check()
      throw PipelineError(wrapping: error)
    }
  }
}
