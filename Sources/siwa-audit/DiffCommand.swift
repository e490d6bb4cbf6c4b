internal import AuditPipeline

/// `siwa-audit diff`: what changed between two runs.
struct DiffCommand {
  let cancellation: Cancellation

  /// - Throws: `UsageError` for what is no run, `PipelineError` for what the caller can mend.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let runs = try arguments.operands.map { text in
      guard let run = Int64(text), run > 0 else {
        throw UsageError(message: "'\(text)' is no run; runs are numbered from 1")
      }
      return run
    }
    let formats = try arguments.value(.diffFormat).map(Self.formats) ?? [.text]
    let options = try AuditOptions(arguments)
    let outcome = try DiffRun(options: options, cancellation: cancellation)
      .run(runs, formats: formats)
    if let text = outcome.text { Console.out(text) }
    for report in outcome.reports { Console.out(report + "\n") }
    return .success
  }

  private static func formats(_ text: String) throws -> Set<DiffRun.Format> {
    let names = DiffRun.Format.allCases.map(\.rawValue)
    return Set(
      try text.split(separator: ",").map { name in
        guard let format = DiffRun.Format(rawValue: String(name)) else {
          throw UsageError(
            message: "'\(name)' is no format of a diff; choose from "
              + names.joined(separator: ","))
        }
        return format
      })
  }
}
