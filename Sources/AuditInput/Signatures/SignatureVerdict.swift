/// What came of checking a signature; a fact, and never a guess.
package enum SignatureVerdict: Sendable, Equatable {
  case valid
  case invalid(SignatureReason)
  /// There was nothing to check it with, which says nothing about the signature.
  case unchecked(SignatureReason)

  /// The word that is stored.
  package var word: String {
    switch self {
    case .valid: "valid"
    case .invalid: "invalid"
    case .unchecked: "unchecked"
    }
  }

  /// Why it is not valid, as it is stored.
  ///
  /// Nil too where the export has no keys: that would be said of each record, and the report says it
  /// once.
  package var storedReason: String? {
    switch self {
    case .valid: nil
    case .invalid(let reason): reason.rawValue
    case .unchecked(let reason): reason.isAboutExport ? nil : reason.rawValue
    }
  }

  /// The word and the reason, as they go with a record's fields.
  var fields: [RawField] {
    let reason = storedReason.map { RawField(RawField.signatureReason, .text(Array($0.utf8))) }
    return [RawField("signature", .text(Array(word.utf8)))] + (reason.map { [$0] } ?? [])
  }

  /// The verdict on a text and what is signed inside it: the worst of both.
  func joined(with inner: SignatureVerdict) -> SignatureVerdict {
    switch (self, inner) {
    case (.invalid, _), (.unchecked, .valid), (.unchecked, .unchecked), (.valid, .valid): self
    case (.valid, _), (.unchecked, .invalid): inner
    }
  }
}

/// Why a signature is not valid: the end of a sentence that begins with "it does not verify:".
package enum SignatureReason: String, Sendable, CaseIterable {
  // What no key could make good.
  case notJWS = "it is no JWS"
  case innerNotJWS = "the transaction or renewal inside it is no JWS"
  case noAlgorithm = "its header names no algorithm"
  case algorithmNone = "its algorithm is 'none'"
  case sharedSecret = "its algorithm is HS256, whose secret would be a public key"
  case critical = "its header asks for an extension by 'crit'"
  case emptySignature = "it has no signature"

  case altered = "the text was changed, or signed with another key"
  case wrongLength = "its signature has not the length that its algorithm gives"

  // Certificates.
  case noCertificates = "its header has no list 'x5c' of certificates"
  case certificateCount = "its chain has not three certificates"
  case unreadableCertificate = "a certificate of its chain can't be read"
  case foreignRoot = "its chain ends in a root that is neither Apple's nor given in app/"
  case forgedRoot = "its chain bears Apple's name and ends in another key than Apple's"
  case brokenChain = "its certificates have not signed one another"
  case missingMark = "its certificates lack Apple's marks for App Store receipts"
  case wrongKey = "its certificate's key is none of P-256 for signatures"
  case outOfDate = "a certificate of its chain was not valid when it was signed"

  // What says nothing about the signature.
  case noKeys = "the export has no app/jwks.json with Apple's keys"
  case noRoots = "its chain does not end in Apple's root, and app/ gives no other"
  case unknownKey = "its key is not in app/jwks.json"
  case otherAlgorithm = "its algorithm is not the one that Apple uses"
  case onlyInner = "it was logged decoded, and only what is inside it is signed"
  case localEnvironment = "it comes from Xcode or local testing, which Apple does not sign"
  case unreadableDate = "its signedDate can't be read"

  /// Whether it is the export that lacks something, not the signed text.
  var isAboutExport: Bool { self == .noKeys || self == .noRoots }
}
