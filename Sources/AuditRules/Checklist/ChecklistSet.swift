internal import AuditModel
internal import Foundation

/// All items of the checklist, by number.
package struct ChecklistSet: Sendable {
  package let items: [ChecklistFile]

  package init(items: [ChecklistFile]) {
    self.items = items.sorted { $0.number < $1.number }
  }

  /// Reads every `NN-name.sql` of the folder.
  ///
  /// - Throws: `RuleError` for a file that can't be used, or a number that two files have.
  package static func load(directory: String) throws(RuleError) -> ChecklistSet {
    var items: [ChecklistFile] = []
    for name in try RuleSet.names(in: directory).sorted() where name.hasSuffix(".sql") {
      let path = directory + "/" + name
      let digits = name.prefix { $0.isASCII && $0.isNumber }
      guard let number = Int(digits), name.dropFirst(digits.count).hasPrefix("-") else {
        throw RuleError(path: path, reason: "an item's file is named by its number: 05-name.sql")
      }
      if let other = items.first(where: { $0.number == number }) {
        throw RuleError(path: path, reason: "\(other.path) is item \(number) too; rename one")
      }
      items.append(
        try ChecklistFile.parse(try RuleSet.text(of: path), path: path, number: number))
    }
    return ChecklistSet(items: items)
  }
}
