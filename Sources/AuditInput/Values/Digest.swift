internal import CCrypto

/// A SHA-256 over bytes that come in pieces.
///
/// libcrypto fails here only when there is no memory; that stops the program, as Swift's own
/// allocations do.
package final class Digest {
  package static let byteCount = 32

  private let context: OpaquePointer

  package init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1
    else { preconditionFailure("no memory for a SHA-256") }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  package func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    precondition(EVP_DigestUpdate(context, start, bytes.count) == 1)
  }

  package func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The 32 bytes, once; the object then begins anew.
  package func finish() -> [UInt8] {
    let digest = [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
      precondition(EVP_DigestFinal_ex(context, buffer.baseAddress, nil) == 1)
      count = Self.byteCount
    }
    precondition(EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1)
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
