package import AuditModel

/// What reading a file hands over while it goes on.
package enum FileEvent: Sendable {
  case records(RecordBatch)
  case rejects([Reject])
}

/// A value that is a secret: where it stands, never what it is.
package struct Leak: Sendable, Equatable {
  package let line: Int
  /// The field as the contract names it, unknown ones as written; nested with dots.
  package let field: String
  /// `jwt`, `private-key`, `refresh-token` or `named-secret`.
  package let kind: String

  package init(line: Int, field: String, kind: String) {
    self.line = line
    self.field = field
    self.kind = kind
  }
}

/// What came of the records of one stream in a file.
package struct StreamSummary: Sendable, Equatable {
  /// Records read, whatever came of them.
  package var records = 0
  /// Contract names of the fields whose name occurred, with values or without.
  package var knownFields: Set<String> = []
  /// Whether the file says that there is more of the stream than it holds (`hasMore: true`).
  package var isIncomplete = false
  /// Whether the file holds a page of a history: the next page may be in the next such file, so
  /// only the last one's `isIncomplete` speaks for the stream.
  package var holdsPage = false

  package init() {}

  /// Adds what another part of the same file holds of the stream.
  mutating func add(_ other: StreamSummary) {
    records += other.records
    knownFields.formUnion(other.knownFields)
    isIncomplete = isIncomplete || other.isIncomplete
    holdsPage = holdsPage || other.holdsPage
  }
}

/// What came of one file, known when its last byte was read.
package struct FileSummary: Sendable, Equatable {
  package var sha256 = ""
  package var byteCount = 0
  /// Records read, whatever came of them.
  package var records = 0
  package var rejected = 0
  /// Records that a mapping's `where` left out.
  package var leftOut = 0
  /// The streams that it feeds, also those of which it has no record: raw exchanges are records of
  /// their own until derivation takes them apart.
  package var streams: [Stream: StreamSummary] = [:]
  /// Names that are no field of the stream, sorted.
  package var unknownFields: [String] = []
  /// Tables of a dump that nobody asked for, sorted.
  package var otherTables: [String] = []
  /// Whether anything in it is ours: a dump may hold no table of a stream.
  package var isRecognised = true
  /// What mappings look for and no record has.
  package var mappingProblems: [MappingProblem] = []
  /// Entries of the mappings, by their patterns, that a table of a dump was read with or left aside.
  package var usedPatterns: Set<String> = []
  package var leaks: [Leak] = []
  /// How many raw exchanges there are of each kind.
  package var exchangeKinds: [ExchangeKind: Int] = [:]
  /// Why nothing of the file may be kept.
  package var damage: String?
  /// Whether the damage is that the system could not read it, no fault of the export.
  package var isReadFailure = false

  package init() {}
}
