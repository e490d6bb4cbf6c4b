package import AuditModel

/// One rule: what it says of itself, its query and its examples, all read from one file.
package struct RuleFile: Sendable {
  package let path: String
  package let rule: Rule
  package let needs: Needs
  /// Streams that make it better but that it can do without.
  package let uses: [Stream]
  /// The kind of its subjects; a `kind` column of the query overrides it.
  package let subjectKind: Subject.Kind
  package let message: MessageTemplate
  /// One SELECT without its semicolon.
  package let query: String
  /// The line on which the query starts.
  package let queryLine: Int
  package let examples: [RuleExample]
  /// Whether the owner wrote it: it then runs in a sandbox.
  package let isCustom: Bool
}
