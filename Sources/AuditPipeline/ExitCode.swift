/// What the process tells its caller; where several hold, the largest wins.
package enum ExitCode: Int32, Sendable, Comparable {
  case success = 0
  /// Findings at or above the threshold.
  case findings = 1
  /// Wrong usage or configuration.
  case usage = 2
  /// Input was damaged, or rejected beyond the limit.
  case input = 3
  /// The database or the output could not be used.
  case output = 4
  /// An internal error, or a rule that failed to run.
  case internalError = 70

  package static func < (left: ExitCode, right: ExitCode) -> Bool {
    left.rawValue < right.rawValue
  }
}
