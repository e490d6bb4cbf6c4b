internal import AuditModel

/// The mappings that come with the program: one file each, in the form of the configuration.
package struct MappingLibrary: Sendable {
  static let folder = "data/mappings/"

  private let texts: [String: [UInt8]]

  /// No mappings at all.
  package init() {
    texts = [:]
  }

  /// - Parameter texts: The files by their names without extension.
  package init(texts: [String: [UInt8]]) {
    self.texts = texts
  }

  /// All names, in byte order.
  package var names: [String] {
    texts.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The file as it is; nil where there is none of that name.
  package func text(named name: String) -> String? {
    texts[name].map { String(decoding: $0, as: UTF8.self) }
  }

  /// What the first line of the file says it is for.
  package func summary(named name: String) -> String {
    let line = texts[name, default: []].prefix { $0 != 0x0A }
    return String(decoding: line.drop { $0 == UInt8(ascii: "/") || $0 == 0x20 }, as: UTF8.self)
  }

  /// The name that was probably meant.
  package func nearest(_ name: String) -> String? { NearestName.find(name, among: names) }

  /// The mappings of a file.
  package func mappings(named name: String) throws(InputError) -> [Mapping]? {
    guard let value = try value(named: name) else { return nil }
    return try MappingReader(library: MappingLibrary()).mappings(value)
  }

  /// The content of a file; nil where there is none of that name.
  func value(named name: String) throws(InputError) -> ConfigurationValue? {
    guard let text = texts[name] else { return nil }
    let path = "\(Self.folder)\(name).json5"
    do throws(JSONError) {
      let tree = try JSONValue.parse(text, dialect: .json5)
      return ConfigurationValue(path: path, name: name, key: name, line: 1, value: tree)
    } catch {
      throw InputError(path: path, line: error.line, reason: error.reason)
    }
  }
}
