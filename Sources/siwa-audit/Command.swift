/// A command of the tool: its name, its operands, its options and what help says of it.
enum Command: String, CaseIterable, Sendable {
  case audit
  case inspect
  case checklist
  case rules
  case validate
  case sample

  /// The operands as help writes them.
  var operands: String {
    switch self {
    case .audit, .inspect, .checklist: "EXPORT..."
    case .rules: "[ID]"
    case .validate: "REPORT.xml"
    case .sample: "DIR"
    }
  }

  /// How many operands it takes.
  var operandCount: ClosedRange<Int> {
    switch self {
    case .audit, .inspect, .checklist: 0...Int.max
    case .rules: 0...1
    case .validate, .sample: 1...1
    }
  }

  var summary: String {
    switch self {
    case .audit: "read an export, check it, write the report"
    case .inspect: "say how each file would be read and what could be checked; write nothing"
    case .checklist: "judge the 25 items of the checklist before App Review"
    case .rules: "list the rules, or explain one"
    case .validate: "check an XML report against the published schema"
    case .sample: "write a made-up export, with the faults asked for put in"
    }
  }

  var options: [OptionSpecification] {
    switch self {
    case .audit:
      [
        .config, .database, .output, .asOf, .format, .failOn, .exitZero, .stream, .rules,
        .templates, .metrics, .home, .quiet, .verbose, .noColor, .help, .version,
      ]
    case .inspect: [.config, .stream, .rules, .home, .help]
    case .checklist:
      [
        .config, .database, .output, .asOf, .exitZero, .stream, .rules, .templates, .home, .quiet,
        .verbose, .help,
      ]
    case .rules: [.rules, .home, .help]
    case .validate: [.home, .help]
    case .sample: [.accounts, .seed, .days, .faults, .platform, .help]
    }
  }
}
