/// Hands texts to a C function as an array of C strings that ends with NULL.
func withCStrings<Result>(
  _ texts: [String],
  _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  var bytes: [CChar] = []
  var offsets: [Int] = []
  for text in texts {
    offsets.append(bytes.count)
    bytes.append(contentsOf: text.utf8CString)
  }
  return bytes.withUnsafeBufferPointer { buffer in
    var pointers: [UnsafePointer<CChar>?] = offsets.map { buffer.baseAddress?.advanced(by: $0) }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}
