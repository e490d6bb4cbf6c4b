internal import AuditPipeline

/// `siwa-audit checklist`: the checklist before App Review.
struct ChecklistCommand {
  let cancellation: Cancellation

  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let outcome = try ProgressLine.during(arguments, cancellation) { try ChecklistRun($0).run() }
    var code = outcome.exitCode
    if code == .findings && arguments.has(.exitZero) { code = .success }
    if !arguments.has(.quiet) || code != .success {
      Console.out(ChecklistSummary(checklist: outcome.checklist, reports: outcome.reports).text)
    }
    return code
  }
}
