internal import AuditPipeline
internal import Foundation

/// One line on a terminal that says what the run is doing, for runs longer than a second.
final class ProgressLine {
  private let start = Date.timeIntervalSinceReferenceDate
  private var lastShown: TimeInterval = 0
  private var width = 0

  /// Does a job with its line on the error terminal, where there is one.
  static func during<Outcome>(
    _ arguments: ParsedArguments, _ cancellation: Cancellation, _ work: (Job) throws -> Outcome
  ) throws -> Outcome {
    let line = Console.errorIsTerminal ? ProgressLine() : nil
    defer { line?.clear() }
    return try work(
      Job(
        options: try AuditOptions(arguments), cancellation: cancellation,
        progress: { line?.show($0) },
        log: { if arguments.has(.verbose) { Console.error($0) } }))
  }

  /// Shows the state, at most ten times a second.
  func show(_ progress: RunProgress) {
    let now = Date.timeIntervalSinceReferenceDate
    guard now - start > 1, now - lastShown > 0.1 else { return }
    lastShown = now
    draw(text(of: progress, elapsed: now - start))
  }

  /// Takes the line away.
  func clear() {
    guard width > 0 else { return }
    Console.progress("\r" + String(repeating: " ", count: width) + "\r")
    width = 0
  }

  private func draw(_ text: String) {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    Console.progress("\r" + text + padding)
    width = text.count
  }

  private func text(of progress: RunProgress, elapsed: TimeInterval) -> String {
    switch progress {
    case .looking(let name): return "looking at \(name)"
    case .reading(let name, let bytesRead, let bytesTotal, let records):
      let share = bytesTotal > 0 ? min(1, Double(bytesRead) / Double(bytesTotal)) : 0
      var parts = ["reading \(name)", "\(Int(share * 100)) %"]
      parts.append("\(Int(Double(records) / elapsed)) records/s")
      if share > 0.02 { parts.append("\(Int(elapsed / share - elapsed) + 1) s left") }
      return parts.joined(separator: ", ")
    case .deriving: return "deriving balances and merges"
    case .checking(let rule, let done, let total): return "checking \(rule) (\(done) of \(total))"
    case .writing(let report): return "writing \(report)"
    }
  }
}
