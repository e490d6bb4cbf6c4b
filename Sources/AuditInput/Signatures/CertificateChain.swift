internal import CCrypto

/// The certificates of a JWS of the App Store, checked once for all that carry the same.
struct CertificateChain {
  private enum State {
    case good(PublicKey, validity: ClosedRange<Int64>)
    case bad(SignatureReason, claimsApple: Bool)
  }

  /// Marks the leaf that signs what the App Store tells a server.
  private static let leafMark = "1.2.840.113635.100.6.11.1"
  /// Marks the intermediate authority that issues such leaves.
  private static let intermediateMark = "1.2.840.113635.100.6.2.1"

  private let state: State

  /// - Parameters:
  ///   - certificates: As the header has them, base64 of DER, the leaf first.
  ///   - keys: The roots that are believed.
  init(_ certificates: [String], trusting keys: TrustedKeys) {
    let read = certificates.prefix(8).map { text in
      Base64.decode(text.utf8).flatMap { Certificate(der: $0) }
    }
    let claimsApple = read.contains {
      $0.map { $0.bearsApplesName || $0.keyDigest == TrustedKeys.appleRoot } ?? false
    }
    do throws(Fault) {
      state = try Self.good(read, count: certificates.count, keys)
    } catch {
      let isForged = claimsApple && error.reason == .foreignRoot
      state = .bad(isForged ? .forgedRoot : error.reason, claimsApple: claimsApple)
    }
  }

  private struct Fault: Error {
    let reason: SignatureReason
  }

  private static func good(
    _ read: [Certificate?], count: Int, _ keys: TrustedKeys
  ) throws(Fault) -> State {
    guard count == 3 else { throw Fault(reason: .certificateCount) }
    guard let leaf = read[0], let intermediate = read[1], let root = read[2] else {
      throw Fault(reason: .unreadableCertificate)
    }
    guard keys.isRoot(root.keyDigest) else { throw Fault(reason: .foreignRoot) }
    guard siwa_chain_error(leaf.handle, intermediate.handle, root.handle) == X509_V_OK else {
      ERR_clear_error()
      throw Fault(reason: .brokenChain)
    }
    guard leaf.hasExtension(leafMark), intermediate.hasExtension(intermediateMark) else {
      throw Fault(reason: .missingMark)
    }
    guard let key = PublicKey(of: leaf) else { throw Fault(reason: .wrongKey) }
    guard let first = leaf.validity, let second = intermediate.validity,
      let third = root.validity
    else { throw Fault(reason: .unreadableCertificate) }
    let start = max(first.lowerBound, second.lowerBound, third.lowerBound)
    let end = min(first.upperBound, second.upperBound, third.upperBound)
    guard start <= end else { throw Fault(reason: .outOfDate) }
    return .good(key, validity: start...end)
  }

  /// Whether the leaf signed a JWS while all three were valid.
  ///
  /// - Parameters:
  ///   - jws: The text and its signature.
  ///   - signedAt: Its own date, in microseconds; nil where it has none: that the three were ever
  ///     valid together is then enough.
  ///   - hasOtherRoots: Whether the export gives roots: without them a chain that says nothing of
  ///     Apple can't be judged.
  /// - Returns: The verdict, of which the certificates' part was found before.
  func verdict(
    on jws: JWS, signedAt: Int64?, hasOtherRoots: Bool
  ) -> SignatureVerdict {
    switch state {
    case .bad(let reason, let claimsApple):
      return claimsApple || hasOtherRoots ? .invalid(reason) : .unchecked(.noRoots)
    case .good(let key, let validity):
      guard jws.signature.count == key.signatureSize else { return .invalid(.wrongLength) }
      guard key.verifies(jws.signature, over: jws.signedText) else { return .invalid(.altered) }
      if let signedAt, !validity.contains(signedAt) { return .invalid(.outOfDate) }
      return .valid
    }
  }
}
