/// A command of the tool: its name, its operands, its options and what help says of it.
enum Command: String, CaseIterable, Sendable {
  case audit
  case inspect
  case `init`
  case checklist
  case investigate
  case diff
  case waive
  case rules
  case mappings
  case validate
  case render
  case sample
  case forget
  case prune

  /// The operands as help writes them.
  var operands: String {
    switch self {
    case .audit, .inspect, .`init`, .checklist: "EXPORT..."
    case .investigate: "ID"
    case .diff: "[RUN [RUN]]"
    case .waive: "FINGERPRINT [EXPORT]"
    case .rules: "[ID]"
    case .mappings: "[NAME]"
    case .validate, .render: "REPORT.xml"
    case .sample: "DIR"
    case .forget: "ID"
    case .prune: ""
    }
  }

  /// How many operands it takes.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .audit, .inspect, .`init`, .checklist: 0...Int.max
    case .diff: 0...2
    case .waive: 1...Int.max
    case .rules, .mappings: 0...1
    case .investigate, .validate, .render, .sample, .forget: 1...1
    case .prune: 0...0
    }
  }

  var summary: String {
    switch self {
    case .audit: "read an export, check it, write the report"
    case .inspect: "say how each file is or could be read, and the next step; write nothing"
    case .`init`: "propose a configuration with mappings from what an export holds; print it"
    case .checklist: "judge the 25 items of the checklist before App Review"
    case .investigate: "tell one account's whole story from the database of an earlier audit"
    case .diff: "say what changed between two runs, else between the last two"
    case .waive: "accept a known finding for a while"
    case .rules: "list the rules, or explain one"
    case .mappings: "list the built-in mappings, or print one as a start"
    case .validate: "check an XML report against the published schema"
    case .render: "make report.html again from an XML report"
    case .sample: "write a made-up export, with the faults asked for put in"
    case .forget: "remove a person from the database of earlier audits"
    case .prune: "remove records from before a time from the database"
    }
  }

  var options: [OptionSpecification] {
    switch self {
    case .audit:
      [
        .config, .database, .output, .asOf, .format, .failOn, .exitZero, .stream, .rules,
        .templates, .redact, .redactKey, .metrics, .keepRuns, .home, .quiet, .verbose, .noColor,
        .help, .version,
      ]
    case .inspect: [.config, .stream, .rules, .home, .help]
    case .`init`: [.config, .stream, .home, .help]
    case .checklist:
      [
        .config, .database, .output, .asOf, .exitZero, .stream, .rules, .templates, .home, .quiet,
        .verbose, .help,
      ]
    case .investigate:
      [
        .database, .output, .storyFormat, .templates, .redact, .redactKey, .home, .quiet, .help,
      ]
    case .diff: [.database, .output, .diffFormat, .templates, .home, .help]
    case .waive:
      [.reason, .until, .by, .ticket, .config, .database, .output, .home, .help]
    case .rules: [.rules, .home, .help]
    case .mappings, .validate: [.home, .help]
    case .render: [.output, .templates, .home, .help]
    case .sample: [.accounts, .seed, .days, .faults, .platform, .help]
    case .forget: [.database, .output, .home, .help]
    case .prune: [.before, .database, .output, .home, .help]
    }
  }
}
