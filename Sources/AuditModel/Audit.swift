/// One file of an export and what came of it.
package struct InputFile: Sendable, Equatable {
  package enum Outcome: Sendable, Equatable {
    case read
    /// The same bytes were read before.
    case skipped
    /// Nothing of it was kept, and why.
    case damaged(String)
    /// It belongs to no stream, and why.
    case notRecognised(String)
  }

  package var path: String
  /// What it was read as: a stream, or several with blanks between; nil where it was not.
  package var readAs: String?
  /// The streams that it feeds.
  package var streams: [Stream]
  /// Records read of each stream, where it feeds several.
  package var recordsByStream: [Stream: Int] = [:]
  /// What it is where it is one of the app's own files.
  package var appFile: AppFileKind?
  package var sha256: String
  package var byteCount: Int
  /// Records read: stored + repeated + rejected + left out.
  package var records: Int
  package var stored: Int
  package var repeated: Int
  package var rejected: Int
  package var leftOut: Int
  /// Names found that are no field of the stream, sorted.
  package var unknownFields: [String]
  /// Tables of a dump that nobody asked for, sorted.
  package var otherTables: [String] = []
  package var outcome: Outcome

  package init(
    path: String, readAs: String?, streams: [Stream], appFile: AppFileKind? = nil,
    sha256: String = "",
    byteCount: Int = 0, records: Int = 0, stored: Int = 0, repeated: Int = 0, rejected: Int = 0,
    leftOut: Int = 0,
    unknownFields: [String] = [], outcome: Outcome
  ) {
    self.path = path
    self.readAs = readAs
    self.streams = streams
    self.appFile = appFile
    self.sha256 = sha256
    self.byteCount = byteCount
    self.records = records
    self.stored = stored
    self.repeated = repeated
    self.rejected = rejected
    self.leftOut = leftOut
    self.unknownFields = unknownFields
    self.outcome = outcome
  }

  package init(
    path: String, stream: Stream?, appFile: AppFileKind? = nil, sha256: String = "",
    byteCount: Int = 0, records: Int = 0, stored: Int = 0, repeated: Int = 0, rejected: Int = 0,
    leftOut: Int = 0, unknownFields: [String] = [], outcome: Outcome
  ) {
    self.init(
      path: path, readAs: stream?.rawValue, streams: stream.map { [$0] } ?? [], appFile: appFile,
      sha256: sha256, byteCount: byteCount, records: records, stored: stored, repeated: repeated,
      rejected: rejected, leftOut: leftOut, unknownFields: unknownFields, outcome: outcome)
  }
}

/// A record that was not taken, and why.
package struct Reject: Sendable, Equatable {
  package let place: SourcePlace
  /// The field to blame, as the contract names it, if one is.
  package let field: String?
  package let reason: String

  package init(place: SourcePlace, field: String?, reason: String) {
    self.place = place
    self.field = field
    self.reason = reason
  }
}

/// Everything a report says but the findings themselves, which are streamed beside it.
package struct Audit: Sendable, Equatable {
  package enum Verdict: String, Sendable { case pass, fail }

  package struct Summary: Sendable, Equatable {
    package var verdict: Verdict
    package var findings: Int
    /// Findings by severity, waived ones included.
    package var bySeverity: [Severity: Int]
    package var new: Int
    package var waived: Int
    /// Waived findings by severity; they are among `bySeverity`.
    package var waivedBySeverity: [Severity: Int] = [:]
    /// What the verdict would be if no waiver counted.
    package var verdictWithoutWaivers: Verdict?
    package var resolved: Int
    package var rules: Int
    package var evaluated: Int
    package var notEvaluated: Int
    package var errors: Int

    package init(
      verdict: Verdict, findings: Int, bySeverity: [Severity: Int], new: Int, waived: Int,
      resolved: Int, rules: Int, evaluated: Int, notEvaluated: Int, errors: Int
    ) {
      self.verdict = verdict
      self.findings = findings
      self.bySeverity = bySeverity
      self.new = new
      self.waived = waived
      self.resolved = resolved
      self.rules = rules
      self.evaluated = evaluated
      self.notEvaluated = notEvaluated
      self.errors = errors
    }

    /// Findings that no waiver accepts, by severity.
    package var openBySeverity: [Severity: Int] {
      bySeverity.merging(waivedBySeverity) { $0 - $1 }
    }
  }

  /// The tool's version.
  package var toolVersion: String
  /// Name of the data set.
  package var name: String
  package var appID: String?
  /// `speed` or `direct`.
  package var platform: String
  package var bundleIDs: [String]
  /// The time the audit speaks for, microseconds since 1970 UTC.
  package var asOf: Int64
  /// The threshold of the verdict.
  package var failOn: Severity
  /// Whether this run lacks a stream that the last one had.
  package var isPartial: Bool
  /// SHA-256 over rules, schema and templates.
  package var definitionDigest: String
  /// The files of this run, by path.
  package var files: [InputFile]
  /// The first rejected records of this run, at most 1,000, by place.
  package var rejects: [Reject]
  package var rejectTotal: Int
  /// By severity (worst first), then id.
  package var outcomes: [RuleOutcome]
  package var summary: Summary
  /// What to export one after the other, and how many of the rules each adds to those before it.
  /// What mappings ask for and no file has.
  package var mappingProblems: [MappingProblem] = []
  package var suggestions: [Suggestion]
  /// Findings of earlier complete runs and of this one, oldest first; empty where there are none.
  package var trend: [TrendPoint]
  /// Every waiver and what came of it, in the order of their file.
  package var waivers: [WaiverUse] = []

  package struct Suggestion: Sendable, Equatable {
    package let export: String
    package let ruleCount: Int

    package init(export: String, ruleCount: Int) {
      self.export = export
      self.ruleCount = ruleCount
    }
  }

  package struct TrendPoint: Sendable, Equatable {
    /// The as-of time of the run, microseconds since 1970 UTC.
    package let asOf: Int64
    package let bySeverity: [Severity: Int]

    package init(asOf: Int64, bySeverity: [Severity: Int]) {
      self.asOf = asOf
      self.bySeverity = bySeverity
    }
  }

  package init(
    toolVersion: String, name: String, appID: String?, platform: String, bundleIDs: [String],
    asOf: Int64, failOn: Severity, isPartial: Bool, definitionDigest: String,
    files: [InputFile], rejects: [Reject], rejectTotal: Int, outcomes: [RuleOutcome],
    summary: Summary, suggestions: [Suggestion], trend: [TrendPoint] = []
  ) {
    self.toolVersion = toolVersion
    self.name = name
    self.appID = appID
    self.platform = platform
    self.bundleIDs = bundleIDs
    self.asOf = asOf
    self.failOn = failOn
    self.isPartial = isPartial
    self.definitionDigest = definitionDigest
    self.files = files
    self.rejects = rejects
    self.rejectTotal = rejectTotal
    self.outcomes = outcomes
    self.summary = summary
    self.suggestions = suggestions
    self.trend = trend
  }
}

/// Findings in the order of a report: worst severity first, then rule id, then subject bytes.
///
/// A report reads them one at a time, so that memory does not grow with their number.
package protocol FindingSequence {
  /// Hands each finding to `body`; what `body` throws ends the walk and is thrown on.
  func forEachFinding(_ body: (Finding) throws -> Void) throws
}
