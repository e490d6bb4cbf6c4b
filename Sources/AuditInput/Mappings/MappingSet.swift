internal import AuditModel

/// The mappings of a configuration, by the files and tables that they are for.
package struct MappingSet: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// A pattern of file names without `.gz`, or of table names; `*` and `?` stand for others.
    package let pattern: String
    /// None: what it matches is left aside.
    package let mappings: [Mapping]
    /// The whole entry as text, by which a change is seen.
    let text: String
    /// Where a person wrote it: `siwa-audit.json:12`.
    package let place: String?

    package init(
      pattern: String, mappings: [Mapping], text: String = "", place: String? = nil
    ) {
      self.pattern = pattern
      self.mappings = mappings
      self.text = text
      self.place = place
    }

    /// A digest of the mappings, whatever they are for.
    var digest: String { Digest.sha256Hex(Array(text.utf8)) }

    /// The stream whose own names the records have, where the mapping only names it.
    var plainStream: Stream? {
      guard mappings.count == 1, let only = mappings.first, only.isPlain else { return nil }
      return only.stream
    }
  }

  package var entries: [Entry] = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// The entry for a file, by its path relative to the export; the first of several.
  package func entry(forFile path: String) -> Entry? {
    entries.first { Self.matches(pattern: $0.pattern, file: path) }
  }

  /// Whether a pattern is for a file, by its path relative to the export.
  package static func matches(pattern: String, file path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
    let pattern = NamePattern(withoutGzip(Array(pattern.utf8)))
    return pattern.matches(withoutGzip(pattern.hasFolder ? Array(path.utf8) : name))
  }

  /// The entry for a table of a dump, by its name with its schema or without; the first of several.
  package func entry(forTable parts: [String]) -> Entry? {
    let names = [parts.joined(separator: "."), parts.last ?? ""].map { Array($0.utf8) }
    return entries.first { entry in
      let pattern = NamePattern(Array(entry.pattern.utf8))
      return names.contains { pattern.matches($0) }
    }
  }

  /// A digest of everything that the entries say.
  package var digest: String {
    Digest.sha256Hex(Array(entries.map { $0.pattern + "\u{0}" + $0.text }.joined().utf8))
  }

  private static func withoutGzip(_ name: [UInt8]) -> [UInt8] {
    let lowered = name.suffix(3).map { $0 | 0x20 }
    return lowered.elementsEqual(".gz".utf8) ? name.dropLast(3) : name
  }
}

/// A name in which `*` stands for any text and `?` for any character; letter case doesn't count.
struct NamePattern {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes.map(Self.lowered)
  }

  /// Whether it speaks of folders, too.
  var hasFolder: Bool { bytes.contains(UInt8(ascii: "/")) }

  func matches(_ name: [UInt8]) -> Bool {
    var (index, place) = (0, 0)
    // Where to go on when what follows the last star doesn't fit.
    var retry: (index: Int, place: Int)?
    while place < name.count {
      if index < bytes.count, bytes[index] == UInt8(ascii: "*") {
        index += 1
        retry = (index, place)
      } else if index < bytes.count,
        bytes[index] == UInt8(ascii: "?") || bytes[index] == Self.lowered(name[place])
      {
        index += 1
        place += 1
      } else if let last = retry {
        retry = (last.index, last.place + 1)
        (index, place) = (last.index, last.place + 1)
      } else {
        return false
      }
    }
    return bytes[index...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }
}
