/// How the records of a file are written.
package enum FileFormat: Sendable, Equatable {
  /// One object a line.
  case lines
  /// One array of objects, one object, or an object that holds one array.
  case json
  /// Cells between delimiters, under a header row.
  case table
  /// A database dump.
  case dump

  /// The format that a file name's extension tells, whatever packs it.
  package init?(name: String) {
    var parts = name.lowercased().utf8.split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count > 1, parts.last.map({ $0.elementsEqual("gz".utf8) }) == true {
      parts.removeLast()
    }
    guard parts.count > 1, let last = parts.last else { return nil }
    switch String(decoding: Array(last), as: UTF8.self) {
    case "ndjson", "jsonl": self = .lines
    case "json": self = .json
    case "csv", "tsv": self = .table
    case "sql": self = .dump
    default: return nil
    }
  }
}
