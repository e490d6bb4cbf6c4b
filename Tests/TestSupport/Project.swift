internal import Foundation

/// Where the project's own files lie, found from this source file.
package enum Project {
  /// The folder of Package.swift.
  package static let folder: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The text of a file of the project.
  package static func text(_ path: String) throws -> String {
    try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
  }

  /// Paths of all files below a folder of the project, relative to it, in byte order.
  package static func files(in path: String) -> [String] {
    let names = FileManager.default.subpaths(atPath: folder + "/" + path) ?? []
    return names.filter { !isFolder(folder + "/" + path + "/" + $0) }.sorted {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
