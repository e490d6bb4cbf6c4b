internal import AuditModel
internal import Foundation

/// All rules of one or more folders, by id.
package struct RuleSet: Sendable {
  package let rules: [RuleFile]

  package init(rules: [RuleFile]) {
    self.rules = rules.sorted { $0.rule.id.utf8.lexicographicallyPrecedes($1.rule.id.utf8) }
  }

  /// Reads every `<area>/<fault>.sql` of the folders.
  ///
  /// - Parameters:
  ///   - directories: Folders with the tool's own rules.
  ///   - custom: Folders with rules of the owner, which run in a sandbox.
  /// - Returns: The rules, by id.
  /// - Throws: `RuleError` for the first file that can't be used, a folder that can't be read, or
  ///   an id that two files give.
  package static func load(
    directories: [String], custom: [String] = []
  ) throws(RuleError) -> RuleSet {
    var rules: [RuleFile] = []
    for folder in directories { rules += try load(folder, isCustom: false) }
    for folder in custom { rules += try load(folder, isCustom: true) }
    var places: [String: String] = [:]
    for file in rules {
      if let other = places[file.rule.id] {
        throw RuleError(
          path: file.path, reason: "\(other) is the rule \(file.rule.id) too; rename one of them")
      }
      places[file.rule.id] = file.path
    }
    return RuleSet(rules: rules)
  }

  /// The rule of that id.
  package func rule(_ id: String) -> RuleFile? {
    rules.first { $0.rule.id == id }
  }

  private static func load(
    _ folder: String, isCustom: Bool
  ) throws(RuleError) -> [RuleFile] {
    var rules: [RuleFile] = []
    for area in try names(in: folder) where isWord(area) && isFolder(folder + "/" + area) {
      for name in try names(in: folder + "/" + area) where name.hasSuffix(".sql") {
        let path = folder + "/" + area + "/" + name
        let fault = String(name.dropLast(4))
        guard isWord(fault) else {
          throw RuleError(
            path: path, reason: "a rule's name has lower-case letters, digits and hyphens only")
        }
        rules.append(
          try RuleFileParser.parse(
            try text(of: path), path: path, id: area + "." + fault, isCustom: isCustom))
      }
    }
    return rules
  }

  static func names(in folder: String) throws(RuleError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw RuleError(path: folder, reason: "the folder can't be read")
    }
  }

  static func text(of path: String) throws(RuleError) -> String {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw RuleError(path: path, reason: "the file can't be read")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw RuleError(path: path, reason: "the file is no UTF-8")
    }
    return text
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func isWord(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }
}
