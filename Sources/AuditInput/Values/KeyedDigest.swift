internal import CCrypto

/// HMAC-SHA256 (RFC 2104) under one key, ready for many short texts.
package struct KeyedDigest {
  private static let blockByteCount = 64

  /// The states of the two hashes behind the key's block.
  private let inner: SHA256_CTX
  private let outer: SHA256_CTX

  package init(key: [UInt8]) {
    let short = key.count > Self.blockByteCount ? Digest.sha256(key) : key
    let block = short + [UInt8](repeating: 0, count: Self.blockByteCount - short.count)
    var inner = SHA256_CTX()
    var outer = SHA256_CTX()
    siwa_sha256_init(&inner)
    siwa_sha256_update(&inner, block.map { $0 ^ 0x36 }, block.count)
    siwa_sha256_init(&outer)
    siwa_sha256_update(&outer, block.map { $0 ^ 0x5C }, block.count)
    self.inner = inner
    self.outer = outer
  }

  /// Writes the 32 bytes of a text's code.
  func code(of text: [UInt8], into digest: UnsafeMutableBufferPointer<UInt8>) {
    var state = inner
    siwa_sha256_update(&state, text, text.count)
    siwa_sha256_final(&state, digest.baseAddress)
    state = outer
    siwa_sha256_update(&state, digest.baseAddress, Digest.byteCount)
    siwa_sha256_final(&state, digest.baseAddress)
  }

  /// The first digits of a text's code in lower-case hexadecimal, at most 64.
  package func hex(of text: [UInt8], digitCount: Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Digest.byteCount) { digest in
      code(of: text, into: digest)
      var digits: [UInt8] = []
      for byte in digest { Hex.append(byte, to: &digits) }
      return String(decoding: digits.prefix(digitCount), as: UTF8.self)
    }
  }
}
