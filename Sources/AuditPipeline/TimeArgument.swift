internal import AuditInput

extension AuditOptions {
  /// A time as every input may write it; nil where it is none.
  ///
  /// - Returns: Microseconds since 1970 UTC.
  package static func microseconds(of text: String) -> Int64? {
    Array(text.utf8).withUnsafeBufferPointer { ValueParser.time($0, isNumber: false) }
  }
}
