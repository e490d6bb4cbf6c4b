internal import AuditModel

/// Reads `siwa-audit.json`, which is JSON5.
package enum ConfigurationReader {
  /// Reads the whole file; every key is optional, and null is the same as no key.
  ///
  /// - Parameters:
  ///   - text: The bytes of the file.
  ///   - path: Its name in error messages.
  ///   - mappings: What `use` in a mapping may name.
  /// - Returns: The configuration, with defaults where a key isn't given.
  /// - Throws: For the first unknown key or wrong value, with its line and the nearest known key.
  package static func read(
    text: [UInt8], path: String, mappings: MappingLibrary = MappingLibrary()
  ) throws(InputError) -> Configuration {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = text.starts(with: byteOrderMark) ? Array(text.dropFirst(3)) : text
    let tree: JSONValue
    do throws(JSONError) {
      tree = try JSONValue.parse(bytes, dialect: .json5)
    } catch {
      throw InputError(path: path, line: error.line, reason: error.reason)
    }
    guard case .object = tree else {
      throw InputError(path: path, line: 1, reason: "the configuration must be an object, { … }")
    }
    let root = ConfigurationValue(path: path, name: "", key: "", line: 1, value: tree)
    var configuration = Configuration()
    try ConfigurationKey.apply(ConfigurationKey.top, of: root, to: &configuration)
    for member in try root.members() where member.name == "mapping" {
      configuration.mapping = try MappingReader(library: mappings).read(member)
    }
    return configuration
  }
}
