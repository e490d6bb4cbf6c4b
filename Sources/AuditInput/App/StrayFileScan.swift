internal import AuditModel

/// Looks for secrets in files that belong to no stream.
package enum StrayFileScan {
  /// A secret is looked for in so much of a file.
  private static let byteLimit = 8 << 20
  /// A byte that no text holds, looked for in so much of a file.
  private static let probe = 4096

  /// The secrets of a file; nil where it holds none, is no text, or can't be read.
  package static func scan(_ file: UnrecognisedFile) -> StrayFile? {
    guard let path = file.path else { return nil }
    let bytes: [UInt8]
    do throws(Damage) {
      bytes = try RawFile(path: path).prefix(byteLimit)
    } catch {
      return nil
    }
    let leaks = leaks(in: bytes, name: file.name.lowercased())
    return leaks.isEmpty ? nil : StrayFile(name: file.name, leaks: leaks)
  }

  static func leaks(in bytes: [UInt8], name: String) -> [Leak] {
    if bytes.starts(with: "bplist".utf8) || name.hasSuffix(".plist") {
      do throws(PropertyList.Failure) {
        return SecretDetector.leaks(in: try PropertyList.parse(bytes))
      } catch {
        return whole(bytes)
      }
    }
    guard !bytes.prefix(probe).contains(0) else { return [] }
    if let tree = tree(bytes, firstLine: 1) { return SecretDetector.leaks(in: tree) }
    let rows = name.hasSuffix(".csv") ? table(bytes, UInt8(ascii: ",")) : []
    let tabs = name.hasSuffix(".tsv") ? table(bytes, UInt8(ascii: "\t")) : []
    let found = rows + tabs + lines(bytes)
    return found.isEmpty ? whole(bytes) : found
  }

  /// A secret anywhere in a file without fields.
  private static func whole(_ bytes: [UInt8]) -> [Leak] {
    guard let kind = SecretDetector.kind(of: bytes) else { return [] }
    return [Leak(line: 1, field: "", kind: kind.rawValue)]
  }

  private static func tree(_ bytes: [UInt8], firstLine: Int) -> JSONValue? {
    let first = bytes.first { $0 > 0x20 }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
    do throws(JSONError) {
      return try JSONValue.parse(
        bytes, dialect: .strict, firstLine: firstLine, allowsDuplicates: true)
    } catch {
      return nil
    }
  }

  /// Secrets in the objects of a file that has one a line.
  private static func lines(_ bytes: [UInt8]) -> [Leak] {
    var leaks: [Leak] = []
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.first == UInt8(ascii: "{") {
      if let tree = tree(Array(line), firstLine: index + 1) {
        leaks += SecretDetector.leaks(in: tree, firstLine: index + 1)
      }
    }
    return leaks
  }

  /// Secrets in the cells of a table whose first line names its columns.
  private static func table(_ bytes: [UInt8], _ separator: UInt8) -> [Leak] {
    var header: [String]?
    var leaks: [Leak] = []
    for (line, cells) in rows(bytes, separator) {
      guard let names = header else {
        header = cells.map { String(decoding: $0, as: UTF8.self) }
        continue
      }
      for (name, cell) in zip(names, cells) where !cell.isEmpty {
        guard !SecretDetector.isExempt(name.utf8) else { continue }
        let named = SecretDetector.isSecretName(name.utf8) ? SecretDetector.Kind.namedSecret : nil
        if let kind = SecretDetector.kind(of: cell) ?? named {
          leaks.append(Leak(line: line, field: name, kind: kind.rawValue))
        }
      }
    }
    return leaks
  }

  private static func rows(
    _ bytes: [UInt8], _ separator: UInt8
  ) -> [(line: Int, cells: [[UInt8]])] {
    var rows: [(line: Int, cells: [[UInt8]])] = []
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var (line, start) = (1, 1)
    for byte in bytes {
      if byte == 0x0A { line += 1 }
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if isQuoted {
        cell.append(byte)
      } else if byte == separator {
        cells.append(cell)
        cell = []
      } else if byte == 0x0A {
        rows.append((start, cells + [cell]))
        (cells, cell, start) = ([], [], line)
      } else if byte != 0x0D {
        cell.append(byte)
      }
    }
    return rows + [(start, cells + [cell])]
  }
}
