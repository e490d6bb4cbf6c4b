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
    } else if let form = Self.base64Form(claim, of: digest) {
      self = form
    } else if claim == Hex.encode(Digest.sha256(hex)) || claim == Hex.encode(Digest.sha256(digest))
    {
      self = .doubleHash
    } else {
      self = .other
    }
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
