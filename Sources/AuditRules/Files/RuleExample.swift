package import AuditModel

/// Export records and what a rule says of them: its test and its documentation.
package struct RuleExample: Sendable, Equatable {
  package enum Expectation: Sendable, Equatable {
    /// The ids of the subjects it finds, in the order of their bytes.
    case fires([String])
    case quiet
    case notEvaluated
  }

  /// A file of one of the example's exports.
  package struct File: Sendable, Equatable {
    /// Relative to the export folder.
    package let path: String
    package var text: String
  }

  /// What comes in one night.
  package struct Export: Sendable, Equatable {
    package var files: [File] = []
    /// The text of `siwa-audit.json`; nil: as the night before, at first an empty object.
    package var configuration: String?
  }

  package let name: String
  package let line: Int
  package var expectation: Expectation
  /// One a night, in order.
  package var exports: [Export]
  /// As written; nil: the default of the contract.
  package var asOf: String?
  /// The severity every finding has, where the example says so.
  package var severity: Severity?
  /// The kind of every finding's subject, where the example says so.
  package var kind: Subject.Kind?
  /// The message of the first finding, where the example says so.
  package var message: String?
}
