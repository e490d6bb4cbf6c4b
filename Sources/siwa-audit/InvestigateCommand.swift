internal import AuditPipeline

/// `siwa-audit investigate`: one account's whole story.
struct InvestigateCommand {
  let cancellation: Cancellation

  /// - Throws: `UsageError` for a format that a story has not, `PipelineError` for what the caller
  ///   can mend, `Interrupted` after a signal.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    var options = try AuditOptions(arguments)
    options.exports = []
    if let other = options.formats.subtracting(InvestigationRun.formats).map(\.rawValue).min() {
      throw UsageError(message: "'\(other)' is no form of a story; choose from html,xml,text")
    }
    let outcome = try InvestigationRun(
      id: arguments.operands[0], options: options, cancellation: cancellation
    ).run()
    if !arguments.has(.quiet) {
      let pages = outcome.reports.enumerated().map { index, path in
        (index == 0 ? "\nPages  " : "       ") + path + "\n"
      }
      Console.out(outcome.summary + pages.joined())
    }
    return .success
  }
}
