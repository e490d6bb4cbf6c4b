internal import AuditInput
internal import AuditReport
internal import AuditRules
internal import AuditStore

/// Why a command could not do its work, with the exit code that says so.
package struct PipelineError: Error, Sendable, Equatable, CustomStringConvertible {
  package let exitCode: ExitCode
  /// One line for standard error, with the place first where there is one.
  package let description: String

  package init(_ exitCode: ExitCode, _ description: String) {
    self.exitCode = exitCode
    self.description = description
  }
}

/// A signal asked the run to end; everything was rolled back.
package struct Interrupted: Error, Sendable {
  package let signal: Int32
}

extension PipelineError {
  /// The exit code of an error that a stage threw; what no stage throws is an internal error.
  init(wrapping error: any Error) {
    switch error {
    case let error as PipelineError: self = error
    case let error as InputError: self.init(.usage, error.description)
    case let error as RuleError: self.init(.usage, error.description)
    case let error as StoreError: self.init(.output, error.description)
    case let error as ReportError: self.init(.output, error.description)
    default: self.init(.internalError, "internal error: \(error)")
    }
  }
}
