internal import AuditPipeline

/// `siwa-audit checklist`: the checklist before App Review.
struct ChecklistCommand {
  let cancellation: Cancellation

  /// - Throws: `PipelineError` for what the caller can mend, `Interrupted` after a signal.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let line = Console.errorIsTerminal ? ProgressLine() : nil
    let options = try AuditOptions(arguments)
    let outcome: ChecklistRun.Outcome
    do {
      defer { line?.clear() }
      outcome = try ChecklistRun(
        options: options, cancellation: cancellation, progress: { line?.show($0) },
        log: { if arguments.has(.verbose) { Console.error($0) } }
      ).run()
    }
    var code = outcome.exitCode
    if code == .findings && arguments.has(.exitZero) { code = .success }
    if !arguments.has(.quiet) || code != .success {
      Console.out(ChecklistSummary(checklist: outcome.checklist, reports: outcome.reports).text)
    }
    return code
  }
}
