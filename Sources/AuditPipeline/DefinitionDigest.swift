internal import AuditInput
internal import Foundation

/// SHA-256 over the rules, the checklist, the schema and the templates in force: what a report was made by.
enum DefinitionDigest {
  /// - Throws: `PipelineError` where a file can't be read.
  static func of(home: Home, templates: String) throws -> String {
    let digest = Digest()
    for folder in [home.rules, home.checklist, home.schema, templates] {
      for name in try files(in: folder) {
        guard let data = FileManager.default.contents(atPath: folder + "/" + name) else {
          throw PipelineError(.usage, "\(folder)/\(name): error: can't be read")
        }
        digest.update(Array("\(name)\0\(data.count)\0".utf8))
        digest.update(Array(data))
      }
    }
    return digest.finishHex()
  }

  /// Relative paths of all files below, hidden ones left aside, in byte order.
  private static func files(in folder: String) throws -> [String] {
    guard let names = FileManager.default.subpaths(atPath: folder) else {
      throw PipelineError(.usage, "\(folder): error: the folder can't be read")
    }
    var isFolder: ObjCBool = false
    return names.filter { name in
      !name.split(separator: "/").contains { $0.hasPrefix(".") }
        && FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted { $0.utf8Precedes($1) }
  }
}
