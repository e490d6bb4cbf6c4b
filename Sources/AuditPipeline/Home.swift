#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the rules, the schema and the templates lie: plain files that a user can open and change.
package struct Home: Sendable, Equatable {
  package let path: String

  package init(path: String) {
    self.path = path
  }

  package var rules: String { path + "/data/rules" }
  package var checklist: String { path + "/data/checklist" }
  package var mappings: String { path + "/data/mappings" }
  package var schema: String { path + "/data/schema" }
  package var reportSchema: String { path + "/data/schema/report.xsd" }
  package var investigationSchema: String { path + "/data/schema/investigation.xsd" }
  package var diffSchema: String { path + "/data/schema/diff.xsd" }
  package var checklistSchema: String { path + "/data/schema/checklist.xsd" }
  package var templates: String { path + "/templates" }

  /// The folder in force: the option, else `SIWA_AUDIT_HOME`, else the nearest ancestor of the
  /// executable that holds `data/rules`, else `<prefix>/share/siwa-audit`.
  ///
  /// - Throws: `PipelineError` (usage) naming every place that was tried.
  package static func locate(
    option: String?, environment: String?, executable: String?
  ) throws(PipelineError) -> Home {
    if let chosen = option ?? environment {
      guard isFolder(chosen + "/data/rules") else {
        throw PipelineError(
          .usage, "\(chosen): error: no folder data/rules in it; name the folder that holds it")
      }
      return Home(path: chosen)
    }
    var tried: [String] = []
    if let executable {
      var folder = parent(executable)
      while !folder.isEmpty {
        if isFolder(folder + "/data/rules") { return Home(path: folder) }
        tried.append(folder)
        folder = parent(folder)
      }
      let shared = parent(parent(executable)) + "/share/siwa-audit"
      if isFolder(shared + "/data/rules") { return Home(path: shared) }
      tried.append(shared)
    }
    throw PipelineError(
      .usage,
      "error: the rules were not found; use --home DIR or SIWA_AUDIT_HOME (looked in "
        + tried.joined(separator: ", ") + ")")
  }

  /// The path of the running executable, links resolved; nil where the system does not tell.
  package static func executablePath() -> String? {
    #if os(Linux)
      let link = "/proc/self/exe"
    #else
      guard let link = CommandLine.arguments.first else { return nil }
    #endif
    guard let resolved = realpath(link, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(path[..<slash])
  }

  private static func isFolder(_ path: String) -> Bool {
    var info = stat()
    return stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR
  }
}
