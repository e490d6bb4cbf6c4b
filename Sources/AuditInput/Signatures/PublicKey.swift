internal import CCrypto

/// A public key, made ready once to verify signatures over a SHA-256.
final class PublicKey {
  private enum Algorithm { case rs256, es256 }

  private static let smallestModulusBits: Int32 = 2048
  private static let largestModulusBits: Int32 = 16384
  /// The bytes of r and of s.
  private static let scalarSize = 32

  private let key: OpaquePointer
  private let context: OpaquePointer
  private let algorithm: Algorithm

  /// A key for RS256; nil for numbers that are none, or too small to be safe.
  init?(rsaModulus modulus: [UInt8], exponent: [UInt8]) {
    guard modulus.count <= Int(Self.largestModulusBits) / 8 + 1, exponent.count <= 8,
      let last = exponent.last, last & 1 == 1, exponent != [1],
      let key = siwa_rsa_key(
        modulus, Int32(modulus.count), exponent, Int32(exponent.count))
    else {
      ERR_clear_error()
      return nil
    }
    guard EVP_PKEY_get_bits(key) >= Self.smallestModulusBits,
      let context = Self.context(key),
      EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1
    else {
      EVP_PKEY_free(key)
      return nil
    }
    self.key = key
    self.context = context
    algorithm = .rs256
  }

  /// A key for ES256; nil where the certificate has another, or none for signatures.
  init?(of certificate: Certificate) {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    guard X509_get_key_usage(certificate.handle) & UInt32(KU_DIGITAL_SIGNATURE) != 0,
      let key = X509_get_pubkey(certificate.handle)
    else { return nil }
    guard EVP_PKEY_is_a(key, "EC") == 1,
      EVP_PKEY_get_group_name(key, &name, name.count, &count) == 1,
      name.prefix(count).map({ UInt8(bitPattern: $0) }) == Array("prime256v1".utf8),
      let context = Self.context(key)
    else {
      EVP_PKEY_free(key)
      ERR_clear_error()
      return nil
    }
    self.key = key
    self.context = context
    algorithm = .es256
  }

  deinit {
    EVP_PKEY_CTX_free(context)
    EVP_PKEY_free(key)
  }

  private static func context(_ key: OpaquePointer) -> OpaquePointer? {
    guard let context = EVP_PKEY_CTX_new(key, nil) else { return nil }
    guard EVP_PKEY_verify_init(context) == 1,
      EVP_PKEY_CTX_set_signature_md(context, EVP_sha256()) == 1
    else {
      EVP_PKEY_CTX_free(context)
      return nil
    }
    return context
  }

  /// The bytes of every signature that the key makes.
  var signatureSize: Int {
    switch algorithm {
    case .rs256: Int(EVP_PKEY_get_size(key))
    case .es256: 2 * Self.scalarSize
    }
  }

  /// Whether a signature, in the form of a JWS, is this key's over the text.
  func verifies(_ signature: [UInt8], over text: [UInt8]) -> Bool {
    guard signature.count == signatureSize else { return false }
    let encoded: [UInt8]
    switch algorithm {
    case .rs256: encoded = signature
    case .es256:
      let parts =
        Self.number(signature.prefix(Self.scalarSize))
        + Self.number(signature.suffix(Self.scalarSize))
      encoded = [0x30, UInt8(parts.count)] + parts
    }
    let digest = Digest.sha256(text)
    guard EVP_PKEY_verify(context, encoded, encoded.count, digest, digest.count) == 1 else {
      ERR_clear_error()
      return false
    }
    return true
  }

  /// An INTEGER in DER.
  private static func number(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
    return [0x02, UInt8(digits.count)] + digits
  }
}
