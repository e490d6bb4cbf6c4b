internal import AuditInput
internal import Foundation

/// The text of `siwa-audit mappings`: the built-in mappings, or one as it stands in its file.
package struct MappingListing {
  private let home: Home

  package init(home: Home) {
    self.home = home
  }

  /// - Throws: `PipelineError` (usage) for a name that no mapping has.
  package func text(name: String?) throws(PipelineError) -> String {
    do {
      let library = try MappingLibrary(home)
      guard let name else { return list(library) }
      guard let text = library.text(named: name) else {
        let hint = library.nearest(name).map { "; did you mean '\($0)'?" } ?? ""
        throw PipelineError(
          .usage, "'\(name)' is no built-in mapping\(hint); 'siwa-audit mappings' lists them")
      }
      return text
    } catch {
      throw PipelineError(wrapping: error)
    }
  }

  private func list(_ library: MappingLibrary) -> String {
    var text = "Write { use: \"NAME\" } behind a file name or a table name in 'mapping'.\n\n"
    for name in library.names {
      text += "  \(name)\n      \(library.summary(named: name))\n"
    }
    return text
  }
}

extension MappingLibrary {
  /// The built-in mappings of a home.
  init(_ home: Home) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: home.mappings)
    var texts: [String: [UInt8]] = [:]
    for name in names where name.hasSuffix(".json5") {
      guard let data = FileManager.default.contents(atPath: home.mappings + "/" + name) else {
        throw InputError(path: "data/mappings/" + name, reason: "can't be read")
      }
      texts[String(name.dropLast(".json5".count))] = Array(data)
    }
    self.init(texts: texts)
  }
}
