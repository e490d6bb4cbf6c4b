extension JSONValue {
  /// A value of a row; nil where there is none.
  init?(_ kind: ScannedValue.Kind, _ text: UnsafeBufferPointer<UInt8>) {
    switch kind {
    case .yes: self = .bool(true)
    case .no: self = .bool(false)
    case .number: self = .number(String(decoding: text, as: UTF8.self))
    case .text:
      guard !text.isEmpty else { return nil }
      self = .string(String(decoding: text, as: UTF8.self))
    case .null, .object, .array: return nil
    }
  }
}
