internal import CCrypto

/// A SHA-256 over bytes that come in pieces.
package final class Digest {
  package static let byteCount = 32

  private var context = SHA256_CTX()

  package init() {
    siwa_sha256_init(&context)
  }

  package func update(_ bytes: UnsafeRawBufferPointer) {
    siwa_sha256_update(&context, bytes.baseAddress, bytes.count)
  }

  package func update(_ bytes: [UInt8]) {
    siwa_sha256_update(&context, bytes, bytes.count)
  }

  /// The 32 bytes, once; the object then begins anew.
  package func finish() -> [UInt8] {
    let digest = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      siwa_sha256_final(&context, buffer.baseAddress)
      count = Self.byteCount
    }
    siwa_sha256_init(&context)
    return digest
  }

  /// The digest in lower-case hexadecimal digits, once; the object then begins anew.
  package func finishHex() -> String {
    String(decoding: Hex.encode(finish()), as: UTF8.self)
  }

  /// The 32 bytes of a SHA-256 over bytes at hand.
  package static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    let digest = Digest()
    digest.update(bytes)
    return digest.finish()
  }

  /// A SHA-256 over bytes at hand, in lower-case hexadecimal digits.
  package static func sha256Hex(_ bytes: [UInt8]) -> String {
    String(decoding: Hex.encode(sha256(bytes)), as: UTF8.self)
  }
}
