internal import AuditInput
internal import AuditModel
internal import AuditReport

/// The entries of `mapping` that an export suggests.
struct Proposal {
  struct Entry {
    let pattern: String
    let guess: FileGuess
  }

  private(set) var entries: [Entry] = []
  private let library: MappingLibrary

  init(library: MappingLibrary) {
    self.library = library
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Adds what the files of an export were guessed to hold.
  ///
  /// Files of many nights share an entry; one that is mapped otherwise, or not at all, is never
  /// caught by the pattern of another.
  ///
  /// - Parameters:
  ///   - files: Each file by its path, with the guess.
  ///   - others: The paths of all files that are to stay as they are.
  mutating func add(_ files: [(path: String, guess: FileGuess)], others: [String]) {
    let texts = files.map { ($0.path, $0.guess.text(indent: "")) } + others.map { ($0, nil) }
    var seen: Set<String> = []
    for file in files {
      guard let text = file.guess.text(indent: "") else { continue }
      let patterns = [Self.pattern(file.path), Self.name(of: file.path), file.path]
      let fitting = patterns.first { pattern in
        texts.allSatisfy { other, otherText in
          otherText == text || !MappingSet.matches(pattern: pattern, file: other)
        }
      }
      let pattern = fitting ?? file.path
      guard seen.insert(pattern).inserted else { continue }
      entries.append(Entry(pattern: pattern, guess: file.guess))
    }
  }

  mutating func add(tables: [(name: String, FileGuess)]) {
    for (name, guess) in tables where !entries.contains(where: { $0.pattern == name }) {
      if guess.text(indent: "") != nil { entries.append(Entry(pattern: name, guess: guess)) }
    }
  }

  /// The entries as JSON5, one text each, its first line without indent.
  func texts(indent: String) -> [(text: String, remark: String)] {
    entries.map { entry in
      let value = entry.guess.text(indent: indent) ?? "[]"
      return ("\(Self.quoted(entry.pattern)): \(value)", entry.guess.remark)
    }
  }

  /// The same entries as the reader takes them, behind those of a configuration.
  func mappings(after given: MappingSet) throws -> MappingSet {
    guard !isEmpty else { return given }
    let texts = texts(indent: "").map(\.text)
    let own = try Self.mappings("{\n" + texts.joined(separator: ",\n") + "\n}", library)
    var all = given
    all.entries += own.entries
    return all
  }

  static func mappings(_ text: String, _ library: MappingLibrary) throws -> MappingSet {
    try ConfigurationReader.read(
      text: Array("{ mapping: \(text) }".utf8), path: "proposal", mappings: library
    ).mapping
  }

  static func quoted(_ text: String) -> String { JSONText.quoted(text) }

  /// The file's name without `.gz`, with `*` for dates and numbers of four digits and more.
  static func pattern(_ path: String) -> String {
    var result: [UInt8] = []
    var run: [UInt8] = []
    func isDigit(_ byte: UInt8) -> Bool { byte &- 48 <= 9 }
    func flush() {
      var tail: [UInt8] = []
      while let last = run.last, !isDigit(last) {
        tail.insert(last, at: 0)
        run.removeLast()
      }
      result += (run.filter(isDigit).count >= 4 ? [UInt8(ascii: "*")] : run) + tail
      run = []
    }
    for byte in name(of: path).utf8 {
      if isDigit(byte) || (!run.isEmpty && (byte == 0x2D || byte == 0x5F)) {
        run.append(byte)
      } else {
        flush()
        result.append(byte)
      }
    }
    flush()
    return String(decoding: result, as: UTF8.self)
  }

  private static func name(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? []
    let isGzip = name.suffix(3).map { $0 | 0x20 }.elementsEqual(".gz".utf8)
    return String(decoding: isGzip ? name.dropLast(3) : name[...], as: UTF8.self)
  }
}
