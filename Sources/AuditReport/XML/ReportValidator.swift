internal import CReport

/// Checks a report against the published schema while it streams by.
package enum ReportValidator {
  /// One thing that is wrong with a document.
  package struct Issue: Sendable, Equatable {
    /// The line in the document, from 1, where there is one.
    package let line: Int?
    package let reason: String
  }

  /// The first issues of the report, at most 100; none where it is valid.
  ///
  /// `schema` is the path of `report.xsd`. Throws where one of the files can't be read or the
  /// schema is none.
  package static func validate(
    _ path: String, schema: String
  ) throws(ReportError) -> [Issue] {
    let bytes = try InputBytes.read(schema, limit: 1 << 22, action: "reading the schema")
    let log = ReportLog()
    let check = bytes.withUnsafeBytes { raw in
      creport_check_new(raw.baseAddress?.assumingMemoryBound(to: CChar.self), raw.count, log.handle)
    }
    guard let check else {
      throw ReportError(
        path: schema, action: "reading the schema", reason: log.reason(or: "out of memory"))
    }
    defer { creport_check_free(check) }
    try InputBytes.forEachChunk(of: path, action: "reading the report") { chunk in
      let bytes = chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
      return creport_check_push(check, bytes, Int32(chunk.count)) == 0
    }
    guard creport_check_finish(check) != 1 else { return [] }
    let issues = log.issues
    return issues.isEmpty ? [Issue(line: nil, reason: "it is no whole XML document")] : issues
  }
}
