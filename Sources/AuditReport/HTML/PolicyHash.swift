internal import CCrypto

/// The hash by which a page's Content-Security-Policy allows its own inline style or script.
enum PolicyHash {
  /// `sha256-` and the base64 of the SHA-256 of the bytes.
  static func source(of bytes: [UInt8]) -> String? {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    guard EVP_Digest(bytes, bytes.count, &digest, &length, EVP_sha256(), nil) == 1, length == 32
    else { return nil }
    // 32 bytes make 44 letters; one more for the terminator that OpenSSL writes.
    var letters = [UInt8](repeating: 0, count: 45)
    guard EVP_EncodeBlock(&letters, digest, 32) == 44 else { return nil }
    return "sha256-" + String(decoding: letters.prefix(44), as: UTF8.self)
  }
}
