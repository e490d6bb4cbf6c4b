/// One option of the command line: its name, what it takes, and the line that help shows.
struct OptionSpecification: Sendable {
  /// The name without dashes.
  let name: String
  /// The letter of the short form.
  let letter: Character?
  /// What the value is called in help; nil for a switch.
  let value: String?
  let help: String
  /// Whether it may be given more than once.
  let repeats: Bool

  init(
    _ name: String, letter: Character? = nil, value: String? = nil, repeats: Bool = false,
    _ help: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.repeats = repeats
    self.help = help
  }
}

extension OptionSpecification {
  static let config = OptionSpecification(
    "config", value: "FILE", "the configuration (default: siwa-audit.json in the export)")
  static let database = OptionSpecification(
    "database", value: "FILE", "the database (default: siwa-audit.sqlite in the output folder)")
  static let output = OptionSpecification(
    "output", letter: "o", value: "DIR", "where reports go (default: output)")
  static let asOf = OptionSpecification(
    "as-of", value: "TIME", "the time the audit speaks for (default: export.exportedAt)")
  static let format = OptionSpecification(
    "format", value: "LIST",
    "reports to write: html,xml,junit,sarif,csv,json,text (default: html,xml)")
  static let storyFormat = OptionSpecification(
    "format", value: "LIST", "what to write: html,xml,text (default: html,xml)")
  static let failOn = OptionSpecification(
    "fail-on", value: "[new:]SEVERITY",
    "exit 1 from this severity on: low, medium, high, critical (default: high)")
  static let exitZero = OptionSpecification("exit-zero", "exit 0 where findings would give 1")
  static let stream = OptionSpecification(
    "stream", value: "NAME=FILE", repeats: true, "read FILE as that stream; - is standard input")
  static let rules = OptionSpecification(
    "rules", value: "DIR", repeats: true, "more rules, in the form of the built-in ones")
  static let templates = OptionSpecification(
    "templates", value: "DIR", "stylesheets to use instead of the built-in ones")
  static let before = OptionSpecification(
    "before", value: "TIME", "remove what happened before this time")
  static let redact = OptionSpecification(
    "redact", "show stable pseudonyms instead of ids of people in all reports")
  static let redactKey = OptionSpecification(
    "redact-key", value: "FILE", "the key of the pseudonyms: any file of 16 bytes or more")
  static let metrics = OptionSpecification(
    "metrics", value: "FILE", "write gauges of the run for Prometheus' textfile collector")
  static let home = OptionSpecification(
    "home", value: "DIR", "the folder that holds data/ and templates/")
  static let accounts = OptionSpecification(
    "accounts", value: "N", "persons without a fault (default: 100)")
  static let seed = OptionSpecification(
    "seed", value: "S", "another number gives other histories (default: 1)")
  static let days = OptionSpecification(
    "days", value: "D", "days from the app's beginning to the export (default: 45)")
  static let faults = OptionSpecification(
    "faults", value: "RULE,...", repeats: true,
    "break these rules, all for every one; expected.json says what an audit must find")
  static let platform = OptionSpecification(
    "platform", value: "NAME", "speed, or direct: the own backend talks to Apple (default: speed)")
  static let keepRuns = OptionSpecification(
    "keep-runs", value: "N",
    "keep the newest N runs and the one to compare with (default: all)")
  static let diffFormat = OptionSpecification(
    "format", value: "LIST", "what to write: text,xml,html (default: text)")
  static let reason = OptionSpecification(
    "reason", value: "TEXT", "why the finding may stay (required)")
  static let until = OptionSpecification(
    "until", value: "DATE", "the last day on which the waiver counts (required)")
  static let by = OptionSpecification("by", value: "NAME", "who accepts it")
  static let ticket = OptionSpecification("ticket", value: "ID", "where it is being worked on")
  static let quiet = OptionSpecification(
    "quiet", letter: "q", "print the summary only when the exit code is not 0")
  static let verbose = OptionSpecification("verbose", letter: "v", "say what each step does")
  static let noColor = OptionSpecification("no-color", "no colour on the terminal")
  static let help = OptionSpecification("help", letter: "h", "show this help")
  static let version = OptionSpecification("version", "show the version")
}
