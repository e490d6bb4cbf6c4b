internal import CCrypto

/// An X.509 certificate.
final class Certificate {
  let handle: OpaquePointer

  /// Nil unless the bytes are one certificate, to the last of them.
  init?(der: [UInt8]) {
    let read = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var next = buffer.baseAddress
      guard let certificate = d2i_X509(nil, &next, buffer.count) else { return nil }
      guard let start = buffer.baseAddress, let next, next - start == buffer.count else {
        X509_free(certificate)
        return nil
      }
      return certificate
    }
    guard let read else {
      ERR_clear_error()
      return nil
    }
    handle = read
  }

  /// How a certificate begins in a PEM file.
  static let beginning = "-----BEGIN CERTIFICATE-----"

  private init(handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { X509_free(handle) }

  /// The certificates of a PEM file, which may have text between them; none where one is broken.
  static func list(pem: [UInt8]) -> [Certificate] {
    guard let source = BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else { return [] }
    defer {
      BIO_free(source)
      ERR_clear_error()
    }
    var certificates: [Certificate] = []
    while let next = PEM_read_bio_X509(source, nil, nil, nil) {
      certificates.append(Certificate(handle: next))
    }
    // One without an end swallows the next; that is no reading of either.
    return certificates.count == pem.ranges(of: Array(beginning.utf8)).count ? certificates : []
  }

  /// The certificate's own bytes.
  var der: [UInt8] {
    Self.encoded { i2d_X509(handle, $0) }
  }

  /// The SHA-256 of its public key (SPKI, DER).
  var keyDigest: [UInt8] {
    let key = X509_get_X509_PUBKEY(handle)
    return Digest.sha256(Self.encoded { i2d_X509_PUBKEY(key, $0) })
  }

  /// The time for which it was issued, in microseconds since 1970 UTC; nil if that can't be read.
  var validity: ClosedRange<Int64>? {
    guard let start = Self.microseconds(X509_get0_notBefore(handle)),
      let end = Self.microseconds(X509_get0_notAfter(handle)), start <= end
    else { return nil }
    // The last second is part of it.
    return start...(end + 999_999)
  }

  /// Whether it has an extension of that identifier, in dotted digits.
  func hasExtension(_ identifier: String) -> Bool {
    guard let object = OBJ_txt2obj(identifier, 1) else { return false }
    defer { ASN1_OBJECT_free(object) }
    return X509_get_ext_by_OBJ(handle, object, -1) >= 0
  }

  /// Whether it calls itself, or its issuer, a root of Apple's.
  var bearsApplesName: Bool {
    [X509_get_subject_name(handle), X509_get_issuer_name(handle)].contains { name in
      var buffer = [CChar](repeating: 0, count: 1024)
      guard X509_NAME_oneline(name, &buffer, Int32(buffer.count)) != nil else { return false }
      let text = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return text.firstRange(of: Array("Apple Root CA".utf8)) != nil
    }
  }

  private static func encoded(
    _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8] {
    let count = Int(write(nil))
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      var next = buffer.baseAddress
      initializedCount = max(0, Int(write(&next)))
    }
  }

  private static func microseconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_STRING_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return (Int64(days) * 86_400 + Int64(seconds)) * 1_000_000
  }
}
