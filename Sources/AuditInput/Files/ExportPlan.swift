package import AuditModel

/// What the arguments of an audit name: the files to read, in order, and everything else.
package struct ExportPlan: Sendable, Equatable {
  /// The files of all streams, in the byte order of their paths relative to the export.
  package let files: [PlannedFile]
  /// The app's own files, in the same order.
  package let appFiles: [PlannedAppFile]
  /// Everything that is not read, in the same order; nothing is dropped in silence.
  package let others: [UnrecognisedFile]
  /// The configuration that lies in an export, or nil.
  package let configurationPath: String?
  /// The waivers that lie beside it, or nil.
  package let waiversPath: String?

  package static let configurationName = "siwa-audit.json"
  package static let waiversName = "siwa-audit.waivers.json"

  /// `others` as a report lists them.
  package var unrecognised: [InputFile] {
    others.map { InputFile(path: $0.name, stream: nil, outcome: $0.outcome) }
  }

  /// Finds what the arguments name.
  ///
  /// - Parameters:
  ///   - arguments: Folders and single files; all of them are one export.
  ///   - streamOverrides: Files whose stream is given, whatever they are called; `-` is standard
  ///     input.
  ///   - isConfigurationGiven: Whether the configuration is named elsewhere, so that those in the
  ///     exports don't count.
  ///   - ownFiles: Files that the program itself writes, by their paths without links. The output
  ///     folder may lie in an export, and `rows-to-delete.csv` is no export of rows.
  ///   - otherLimit: Files and folders of no stream that an argument may hold: more are no export but a
  ///     whole disk, which would be walked for minutes.
  /// - Returns: The plan; nothing was read but names.
  /// - Throws: An argument that can't be used, or two configurations that differ.
  package static func make(
    arguments: [String], streamOverrides: [StreamOverride] = [],
    isConfigurationGiven: Bool = false, ownFiles: [String] = [], otherLimit: Int = 20_000
  ) throws(InputError) -> ExportPlan {
    var survey = ExportSurvey(
      argumentCount: arguments.count, ownFiles: ownFiles, otherLimit: otherLimit)
    for override in streamOverrides { try survey.add(override) }
    for argument in arguments { try survey.add(argument) }
    return try survey.plan(isConfigurationGiven: isConfigurationGiven)
  }

  /// The entries of a configuration's mappings that are for no file of the plan, and for no table of
  /// its dumps: `patterns` are those that the dumps were read with.
  ///
  /// - Parameters:
  ///   - mappings: All entries; the first one that fits a file or a table is the one it is for.
  ///   - patterns: What the summaries of the dumps say; nil where a dump was not read this time, so
  ///     that only entries with the name of a format can be judged.
  /// - Returns: A problem for each that a person wrote.
  package func unusedEntries(of mappings: MappingSet, patterns: Set<String>?) -> [MappingProblem] {
    var used = patterns ?? []
    for path in files.map(\.relativePath) + others.map(\.relativePath) {
      if let entry = mappings.entry(forFile: path) { used.insert(entry.pattern) }
    }
    return mappings.entries.compactMap { entry in
      guard let place = entry.place, !used.contains(entry.pattern),
        patterns != nil || FileFormat(name: entry.pattern) != nil
      else { return nil }
      return MappingProblem(
        place: place,
        reason: "the mapping '\(RejectReason.shown(entry.pattern))' is for no file of the export "
          + "and for no table of a dump")
    }
  }

  /// The same plan with what the mappings of a configuration say of its files.
  ///
  /// A mapping goes before the name of a file, and `--stream` before both. The app's own files and
  /// the configuration are what they are.
  package func mapped(by mappings: MappingSet) -> ExportPlan {
    guard !mappings.isEmpty else { return self }
    var files: [PlannedFile] = []
    var others: [UnrecognisedFile] = []
    for file in self.files where !file.isStandardInput {
      switch file.mapped(by: mappings) {
      case nil:
        others.append(
          UnrecognisedFile(
            path: file.path, name: file.name,
            outcome: .notRecognised("is left aside by its mapping"),
            relativePath: file.relativePath))
      case let mapped?: files.append(mapped)
      }
    }
    for other in self.others {
      let name = other.relativePath.utf8.split(separator: UInt8(ascii: "/")).last ?? "".utf8[...]
      let ownNames = [Self.configurationName, Self.waiversName]
      let isOwn = ownNames.contains { $0.utf8.elementsEqual(name) }
      guard let path = other.path, !isOwn, let entry = mappings.entry(forFile: other.relativePath),
        !entry.mappings.isEmpty
      else {
        others.append(other)
        continue
      }
      var file = PlannedFile(
        path: path, name: other.name, content: .mapped(entry),
        format: FileFormat(name: other.name))
      file.relativePath = other.relativePath
      files.append(file.mapped(by: mappings) ?? file)
    }
    files.sort { Self.precedes(($0.relativePath, $0.name), ($1.relativePath, $1.name)) }
    others.sort { Self.precedes(($0.relativePath, $0.name), ($1.relativePath, $1.name)) }
    files += self.files.filter(\.isStandardInput)
    return ExportPlan(
      files: files, appFiles: appFiles, others: others, configurationPath: configurationPath,
      waiversPath: waiversPath)
  }

  private static func precedes(_ left: (String, String), _ right: (String, String)) -> Bool {
    let isSame = left.0.utf8.elementsEqual(right.0.utf8)
    let (first, second) = isSame ? (left.1, right.1) : (left.0, right.0)
    return first.utf8.lexicographicallyPrecedes(second.utf8)
  }

  init(
    files: [PlannedFile], appFiles: [PlannedAppFile], others: [UnrecognisedFile],
    configurationPath: String?, waiversPath: String?
  ) {
    self.files = files
    self.appFiles = appFiles
    self.others = others
    self.configurationPath = configurationPath
    self.waiversPath = waiversPath
  }
}

/// A file whose stream is given on the command line: `--stream ledger=FILE`.
package struct StreamOverride: Sendable, Equatable {
  package let stream: Stream
  /// `-` is standard input.
  package let path: String

  package init(stream: Stream, path: String) {
    self.stream = stream
    self.path = path
  }
}
