internal import AuditInput
internal import AuditModel
internal import AuditRules
internal import Foundation

/// What an audit reads: the plan of files, the configuration, and the name of the data set.
struct AuditInputs {
  let plan: ExportPlan
  /// The same without what the configuration's mappings say.
  let unmappedPlan: ExportPlan
  let configuration: Configuration
  let waivers: [Waiver]
  let dataSetName: String

  /// - Parameters:
  ///   - options: What the command line asks for.
  ///   - rules: The rules that the configuration may name.
  ///   - isStarting: Whether an empty configuration is none yet: a shell makes the file before the
  ///     program that is to fill it reads the export.
  /// - Throws: `InputError` where the exports or the configuration can't be used.
  init(options: AuditOptions, rules: RuleSet, isStarting: Bool = false) throws {
    let found = try ExportPlan.make(
      arguments: options.exports,
      streamOverrides: options.streamOverrides.map {
        StreamOverride(stream: $0.stream, path: $0.path)
      }, isConfigurationGiven: options.configuration != nil, ownFiles: Self.ownFiles(options))
    let path = options.configuration ?? found.configurationPath
    configuration = try Self.configuration(path, MappingLibrary(options.home), isStarting)
    try Self.checkOverrides(configuration, path: path ?? "", rules: rules)
    unmappedPlan = found
    plan = found.mapped(by: configuration.mapping)
    waivers = try WaiverPlace(
      plan: plan, exports: options.exports, configuration: options.configuration
    ).read()
    dataSetName = Self.name(configuration, exports: options.exports)
  }

  /// What to say where no file belongs to a stream.
  var nothingRecognised: String {
    let names = plan.others.map(\.name) + plan.files.map(\.name)
    let seen = names.prefix(3).map(Printable.text).joined(separator: ", ")
    return "error: no file of the export is recognised\(seen.isEmpty ? "" : " (\(seen))");"
      + " name files after their stream (ledger.ndjson) or use --stream NAME=FILE"
  }

  /// The same, with where to look further.
  var nothingRecognisedYet: String {
    nothingRecognised + "; 'siwa-audit inspect' says what they look like"
  }

  /// What an earlier run may have left where this one writes to.
  private static func ownFiles(_ options: AuditOptions) -> [String] {
    let folder = URL(fileURLWithPath: options.output).resolvingSymlinksInPath()
    let reports = ReportStage.names.map { folder.appendingPathComponent($0).path }
    let database =
      options.database.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
      ?? folder.appendingPathComponent(OutputFolder.databaseName).path
    return reports + ["", ".lock", "-journal"].map { database + $0 }
  }

  private static func configuration(
    _ path: String?, _ mappings: MappingLibrary, _ isStarting: Bool
  ) throws -> Configuration {
    guard let path else { return Configuration() }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(path: path, reason: "the configuration can't be read")
    }
    if data.isEmpty {
      guard !isStarting else { return Configuration() }
      throw InputError(
        path: path, reason: "is empty: 'siwa-audit init' proposes a configuration; else remove it")
    }
    return try ConfigurationReader.read(text: Array(data), path: path, mappings: mappings)
  }

  /// A rule that is misspelt would go on firing, or not, without a word.
  private static func checkOverrides(
    _ configuration: Configuration, path: String, rules: RuleSet
  ) throws(InputError) {
    let known = rules.rules.map(\.rule.id)
    let named = [
      ("severity", configuration.severity.keys.sorted()), ("off", configuration.off.keys.sorted()),
    ]
    .flatMap { key, ids in ids.map { (key, $0) } }
    guard let (key, id) = named.first(where: { !known.contains($0.1) }) else { return }
    let hint = NearestName.find(id, among: known).map { "; did you mean '\($0)'?" } ?? ""
    throw InputError(
      path: path, reason: "'\(key)' names '\(Printable.text(id))', which is no rule\(hint)")
  }

  /// `name` of the configuration, else app id, else bundle ids, else the export folder's name.
  private static func name(_ configuration: Configuration, exports: [String]) -> String {
    if let name = configuration.name ?? configuration.app.appId { return name }
    if let ids = configuration.app.bundleIds, !ids.isEmpty { return ids.joined(separator: ", ") }
    let path = exports.first { $0 != "-" } ?? "export"
    return URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent
  }
}
