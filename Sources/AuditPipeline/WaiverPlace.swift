internal import AuditInput
internal import AuditModel
internal import Foundation

/// Where the waivers of an audit lie: beside its configuration.
struct WaiverPlace {
  /// The file, which need not be there; nil where nothing says where it would be.
  let path: String?

  /// - Parameters:
  ///   - plan: What the exports hold.
  ///   - exports: Folders and files as they were named.
  ///   - configuration: The configuration that was named.
  /// - Throws: `InputError` where an export holds waivers that are not the ones beside the
  ///   configuration: they would be ignored in silence.
  init(plan: ExportPlan, exports: [String], configuration: String?) throws(InputError) {
    guard let configuration else {
      path =
        plan.waiversPath ?? plan.configurationPath.map(Self.beside)
        ?? exports.first { $0 != "-" }.map(Self.inside)
      return
    }
    let path = Self.beside(configuration)
    if let other = plan.waiversPath, Self.resolved(other) != Self.resolved(path) {
      throw InputError(
        path: other, reason: "waivers belong beside the configuration: move them to \(path)")
    }
    self.path = path
  }

  /// The waivers, none where there is no such file.
  func read() throws(InputError) -> [Waiver] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [] }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw InputError(path: path, reason: "the waivers can't be read")
    }
    return try WaiverReader.read(text: Array(data), path: path)
  }

  /// The same file without links, so that what is written replaces no link.
  static func resolved(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  static func beside(_ file: String) -> String {
    guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return ExportPlan.waiversName
    }
    return String(file[...slash]) + ExportPlan.waiversName
  }

  private static func inside(_ export: String) -> String {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: export, isDirectory: &isFolder),
      isFolder.boolValue
    else { return beside(export) }
    return export + (export.hasSuffix("/") ? "" : "/") + ExportPlan.waiversName
  }
}
