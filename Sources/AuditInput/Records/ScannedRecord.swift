/// One record as a format found it: its values and the bytes that they point into.
struct ScannedRecord {
  let values: UnsafeBufferPointer<ScannedValue>
  let bytes: UnsafePointer<UInt8>
  let unescaped: UnsafePointer<UInt8>
  let line: Int

  @inline(__always)
  func text(_ value: ScannedValue) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: (value.isUnescaped ? unescaped : bytes) + Int(value.start),
      count: Int(value.count))
  }

  @inline(__always)
  func isAbsent(_ value: ScannedValue) -> Bool {
    value.kind == .null || (value.kind == .text && value.count == 0)
  }
}
