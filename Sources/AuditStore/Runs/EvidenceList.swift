internal import AuditModel

/// The records of a finding as the store keeps them: `[["ledger",12],["links",3]]`.
enum EvidenceList {
  static func text(_ references: [EvidenceReference]) -> String {
    let parts = references.map { "[\"\($0.stream.rawValue)\",\($0.row)]" }
    return "[" + parts.joined(separator: ",") + "]"
  }

  /// At most the first `limit` records; nil if the text is not one that `text` writes.
  static func references(_ text: String, limit: Int = .max) -> [EvidenceReference]? {
    var bytes = Array(text.utf8)[...]
    var references: [EvidenceReference] = []
    guard take("[", from: &bytes) else { return nil }
    if take("]", from: &bytes) { return bytes.isEmpty ? [] : nil }
    repeat {
      if references.count == limit { return references }
      guard take("[\"", from: &bytes), let quote = bytes.firstIndex(of: UInt8(ascii: "\"")),
        let stream = Stream(rawValue: String(decoding: bytes[..<quote], as: UTF8.self))
      else { return nil }
      bytes = bytes[quote...]
      guard take("\",", from: &bytes), let end = bytes.firstIndex(of: UInt8(ascii: "]")),
        let row = Int64(String(decoding: bytes[..<end], as: UTF8.self))
      else { return nil }
      bytes = bytes[end...].dropFirst()
      references.append(EvidenceReference(stream: stream, row: row))
    } while take(",", from: &bytes)
    return take("]", from: &bytes) && bytes.isEmpty ? references : nil
  }

  private static func take(_ token: StaticString, from bytes: inout ArraySlice<UInt8>) -> Bool {
    let wanted = UnsafeBufferPointer(start: token.utf8Start, count: token.utf8CodeUnitCount)
    guard bytes.starts(with: wanted) else { return false }
    bytes = bytes.dropFirst(wanted.count)
    return true
  }
}
