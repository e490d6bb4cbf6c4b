internal import AuditPipeline

/// `siwa-audit waive`: accepts a known finding for a while.
struct WaiveCommand {
  let cancellation: Cancellation

  /// - Throws: `UsageError` for what is missing, `PipelineError` for what the caller can mend.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    guard let reason = arguments.value(.reason) else {
      throw UsageError(message: "a waiver needs --reason TEXT: why the finding may stay")
    }
    guard let until = arguments.value(.until) else {
      throw UsageError(
        message: "a waiver needs --until DATE, like 2026-12-31: the last day on which it counts")
    }
    var options = try AuditOptions(arguments)
    options.exports = Array(arguments.operands.dropFirst())
    Console.out(
      try WaiveRun(options: options, cancellation: cancellation).run(
        WaiveRun.Request(
          fingerprint: arguments.operands[0], reason: reason, until: until,
          by: arguments.value(.by), ticket: arguments.value(.ticket))))
    return .success
  }
}
