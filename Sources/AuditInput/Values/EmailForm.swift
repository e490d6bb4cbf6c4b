/// What is kept of an address: a shortened form to show and a keyed hash to compare.
///
/// Both are over the address in lower case, so one mailbox is one hash. The key comes from the data
/// set, so hashes of two data sets can't be joined. Not for use from two threads at once.
package final class EmailForm {
  /// Hexadecimal digits of a hash: the first 16 bytes of an HMAC-SHA256.
  package static let hashDigitCount = 32

  private let digest: KeyedDigest
  private var lowered: [UInt8] = []

  package init(key: [UInt8]) {
    digest = KeyedDigest(key: key)
  }

  /// Appends `j…@privaterelay.appleid.com` to `form`, and the hash's hexadecimal digits to `hash`.
  ///
  /// The text must be valid UTF-8. Text without `@` keeps its first character only.
  package func append(
    _ address: UnsafeBufferPointer<UInt8>, form: inout [UInt8], hash: inout [UInt8]
  ) {
    lower(address)
    let at = lowered.lastIndex(of: UInt8(ascii: "@"))
    let local = lowered[..<(at ?? lowered.endIndex)]
    form.append(contentsOf: local.prefix(Self.firstCharacterByteCount(local)))
    form.append(contentsOf: "…".utf8)
    if let at { form.append(contentsOf: lowered[at...]) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Digest.byteCount) { digest in
      self.digest.code(of: lowered, into: digest)
      for byte in digest.prefix(Self.hashDigitCount / 2) { Hex.append(byte, to: &hash) }
    }
  }

  /// A text with every address in it shortened: `no such user: j…@example.com`.
  ///
  /// An address is what stands around an `@` up to white space, quotes, brackets and commas.
  package func shortened(within text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var hash: [UInt8] = []
    var word = text.startIndex
    for index in 0...text.count {
      guard index == text.count || Self.delimiters.contains(text[index]) else { continue }
      let part = UnsafeBufferPointer(rebasing: text[word..<index])
      if part.contains(UInt8(ascii: "@")) {
        append(part, form: &result, hash: &hash)
      } else {
        result += part
      }
      if index < text.count { result.append(text[index]) }
      word = index + 1
    }
    return result
  }

  private static let delimiters = Array(" \t\r\n\"'`<>()[]{},;:=".utf8)

  /// The form and the hash of an address at hand.
  package func callAsFunction(_ address: String) -> (form: String, hash: String) {
    var form: [UInt8] = []
    var hash: [UInt8] = []
    Array(address.utf8).withUnsafeBufferPointer { append($0, form: &form, hash: &hash) }
    return (String(decoding: form, as: UTF8.self), String(decoding: hash, as: UTF8.self))
  }

  private func lower(_ address: UnsafeBufferPointer<UInt8>) {
    lowered.removeAll(keepingCapacity: true)
    guard address.allSatisfy({ $0 < 0x80 }) else {
      lowered.append(contentsOf: String(decoding: address, as: UTF8.self).lowercased().utf8)
      return
    }
    for byte in address {
      lowered.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }
  }

  private static func firstCharacterByteCount(_ text: ArraySlice<UInt8>) -> Int {
    guard let first = text.first else { return 0 }
    return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
  }
}
