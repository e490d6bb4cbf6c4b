internal import AuditPipeline
internal import AuditSample

/// `siwa-audit sample`: writes a made-up export.
struct SampleCommand {
  let cancellation: Cancellation

  /// - Throws: `UsageError` for what can't be done as asked, `PipelineError` where it can't be
  ///   written, `Interrupted` after a signal.
  func run(_ arguments: ParsedArguments) throws -> ExitCode {
    let folder = arguments.operands[0]
    let options = try options(arguments)
    let line = Console.errorIsTerminal ? ProgressLine() : nil
    let summary: Sample.Summary
    do {
      defer { line?.clear() }
      summary = try Sample(options).write(
        to: folder,
        progress: { line?.show(.writing(report: "person \($0) of \(options.accountCount)")) },
        isCancelled: { cancellation.requestedSignal != nil })
    } catch {
      switch error {
      case .request(let text): throw UsageError(message: text)
      case .output(let text): throw PipelineError(.output, text)
      case .stopped:
        try cancellation.check()
        throw PipelineError(.internalError, "the sample stopped unasked")
      }
    }
    let count = summary.expected.findings.count
    Console.out(
      """
      \(folder): \(summary.recordCount) records of \(summary.personCount) people, \
      \(count) finding\(count == 1 ? "" : "s") to expect (expected.json)
      Audit it with: siwa-audit audit \(folder)

      """)
    return .success
  }

  private func options(_ arguments: ParsedArguments) throws -> SampleOptions {
    var options = SampleOptions()
    if let text = arguments.value(.accounts) {
      options.accountCount = try number(text, "--accounts")
    }
    if let text = arguments.value(.days) { options.dayCount = try number(text, "--days") }
    if let text = arguments.value(.seed) { options.seed = try number(text, "--seed") }
    if let text = arguments.value(.platform) {
      guard let platform = Platform(rawValue: text) else {
        throw UsageError(message: "'\(text)' is no platform; write speed or direct")
      }
      options.platform = platform
    }
    for list in arguments.all(.faults) {
      options.faults += list.split(separator: ",").map(String.init)
    }
    return options
  }

  private func number<Number: FixedWidthInteger>(
    _ text: String, _ option: String
  ) throws -> Number {
    guard let number = Number(text) else {
      throw UsageError(message: "'\(text)' is no number for \(option)")
    }
    return number
  }
}
