/// What an identity token's nonce claim looks like beside the raw nonce.
package enum NonceForm: String, Sendable, CaseIterable {
  /// The lower-case hexadecimal SHA-256 of the raw nonce, as it should be.
  case match
  case upperCase = "upper-case"
  case base64URL = "base64url"
  case base64
  /// The raw nonce itself.
  case raw
  /// The hash of the hash, of its digits or of its bytes.
  case doubleHash = "double-hash"
  case other

  package init(claim: [UInt8], rawNonce: [UInt8]) {
    let digest = Digest.sha256(rawNonce)
    let hex = Hex.encode(digest)
    if claim == hex {
      self = .match
    } else if claim == rawNonce {
      self = .raw
    } else if claim.count == hex.count, Self.lowered(claim) == hex {
      self = .upperCase
    } else {
      self = Self.mistake(claim, digest: digest, hex: hex)
    }
  }

  /// The same where only the hash of the raw nonce is known; nil where that is no SHA-256 in
  /// hexadecimal digits of either case.
  package init?(claim: [UInt8], hash: [UInt8]) {
    let hex = Self.lowered(hash)
    guard let digest = Hex.decode(hex), digest.count == 32 else { return nil }
    if claim == hex {
      self = .match
    } else if claim.count == hex.count, Self.lowered(claim) == hex {
      self = .upperCase
    } else if Digest.sha256(claim) == digest {
      self = .raw
    } else {
      self = Self.mistake(claim, digest: digest, hex: hex)
    }
  }

  private static func mistake(_ claim: [UInt8], digest: [UInt8], hex: [UInt8]) -> NonceForm {
    if let form = base64Form(claim, of: digest) { return form }
    let isTwice =
      claim == Hex.encode(Digest.sha256(hex)) || claim == Hex.encode(Digest.sha256(digest))
    return isTwice ? .doubleHash : .other
  }

  /// 43 characters are base64url and 44 base64, where no character tells the two apart.
  private static func base64Form(_ claim: [UInt8], of digest: [UInt8]) -> NonceForm? {
    guard claim.count == 43 || (claim.count == 44 && claim.last == UInt8(ascii: "=")) else {
      return nil
    }
    var urlForm = claim.count == 44 ? Array(claim.dropLast()) : claim
    var form: NonceForm? = nil
    for index in urlForm.indices {
      switch urlForm[index] {
      case UInt8(ascii: "+"):
        urlForm[index] = UInt8(ascii: "-")
        form = .base64
      case UInt8(ascii: "/"):
        urlForm[index] = UInt8(ascii: "_")
        form = .base64
      case UInt8(ascii: "-"), UInt8(ascii: "_"):
        form = .base64URL
      default: continue
      }
    }
    guard urlForm == Base64URL.encode(digest) else { return nil }
    return form ?? (claim.count == 43 ? .base64URL : .base64)
  }

  private static func lowered(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }
  }
}
