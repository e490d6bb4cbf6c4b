import Testing

@testable import AuditInput

@Suite("Digests, base64url, addresses and nonces")
struct DigestTests {
  @Test("A digest is the SHA-256 of the bytes, in one piece or in many")
  func digests() {
    // FIPS 180-4, the example of one block, and the digest of nothing.
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    #expect(Digest.sha256Hex(Array("abc".utf8)) == abc)
    #expect(Digest.sha256Hex([]) == empty)
    let digest = Digest()
    for byte in "abc".utf8 { digest.update([byte]) }
    #expect(digest.finishHex() == abc)
    #expect(digest.finishHex() == empty)
  }

  @Test("Base64url is read strictly")
  func base64URL() {
    // RFC 4648, section 10.
    let table = [
      ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"),
      ("fooba", "Zm9vYmE"), ("foobar", "Zm9vYmFy"),
    ]
    for (plain, encoded) in table {
      #expect(Base64URL.encode(Array(plain.utf8)) == Array(encoded.utf8))
      #expect(Base64URL.decode(Array(encoded.utf8)) == Array(plain.utf8))
    }
    #expect(Base64URL.decode(Array("-_8".utf8)) == [0xFB, 0xFF])
    for wrong in ["Zg==", "Zg=", "Z", "Zm9vY", "Zm 8", "Zm8\n", "+/8", "Zh", "Zm9"] {
      #expect(Base64URL.decode(Array(wrong.utf8)) == nil, "\(wrong)")
    }
  }

  @Test(
    "An address is kept as its first character and domain",
    arguments: [
      ("jdoe42@privaterelay.appleid.com", "j…@privaterelay.appleid.com"),
      ("JDoe42@PrivateRelay.AppleID.com", "j…@privaterelay.appleid.com"),
      ("j@example.com", "j…@example.com"), ("@example.com", "…@example.com"), ("", "…"),
      ("not an address", "n…"), ("\"a@b\"@example.com", "\"…@example.com"),
      ("Émile@example.com", "é…@example.com"), ("𝒳x@example.com", "𝒳…@example.com"),
    ])
  func addressForms(address: String, form: String) {
    #expect(EmailForm(key: [1])(address).form == form)
  }

  @Test("The hash of an address depends on the key and not on letter case")
  func addressHashes() {
    // RFC 4231, test case 2, cut to 16 bytes.
    let known = EmailForm(key: Array("Jefe".utf8))("what do ya want for nothing?")
    #expect(known.hash == "5bdcc146bf60754e6a042426089575c7")
    let lower = EmailForm(key: [1, 2])("a@example.com").hash
    #expect(EmailForm(key: [1, 2])("A@Example.COM").hash == lower)
    #expect(EmailForm(key: [1, 3])("a@example.com").hash != lower)
    #expect(EmailForm(key: [])("a@example.com").hash.utf8.count == EmailForm.hashDigitCount)
  }

  // Of the nonces `nonce-00…0` and `nonce-00…1`, by Python's hashlib and base64; the base64 of the
  // first has no character that tells it from base64url.
  static let nonces: [(Int, String, NonceForm)] = [
    (0, "3c40f3bcf6b84463c0b84ad05529db33627568fd73596d1c22381212b1615a1c", .match),
    (0, "3C40F3BCF6B84463C0B84AD05529DB33627568FD73596D1C22381212B1615A1C", .upperCase),
    (0, "3c40F3bcf6b84463c0b84ad05529db33627568fd73596d1c22381212b1615a1c", .upperCase),
    (0, "PEDzvPa4RGPAuErQVSnbM2J1aP1zWW0cIjgSErFhWhw", .base64URL),
    (0, "PEDzvPa4RGPAuErQVSnbM2J1aP1zWW0cIjgSErFhWhw=", .base64),
    (0, "nonce-00000000000000000000000000", .raw),
    (0, "0d1278f76252dff80188fd202cf3093ad35e2f5c5d980a8b226d8aebc15af1e9", .doubleHash),
    (0, "2cffb20bc5edf790ed39d3b074623c95ed9466867747c02b21ae23aed60f8784", .doubleHash),
    (0, "266b6d1fa796214e44aff90c1987a54fa996010b6ff15235d0558da527bc0be8", .other),
    (0, "NONCE-00000000000000000000000000", .other),
    (0, "", .other),
    (1, "JmttH6eWIU5Er_kMGYelT6mWAQtv8VI10FWNpSe8C-g", .base64URL),
    (1, "JmttH6eWIU5Er_kMGYelT6mWAQtv8VI10FWNpSe8C-g=", .base64URL),
    (1, "JmttH6eWIU5Er/kMGYelT6mWAQtv8VI10FWNpSe8C+g=", .base64),
    (1, "JmttH6eWIU5Er/kMGYelT6mWAQtv8VI10FWNpSe8C+g", .base64),
    (1, "JmttH6eWIU5Er/kMGYelT6mWAQtv8VI10FWNpSe8C+h=", .other),
  ]

  @Test("A nonce claim is known by its form", arguments: nonces)
  func nonceForms(number: Int, claim: String, form: NonceForm) {
    let raw = "nonce-" + String(repeating: "0", count: 25) + String(number)
    #expect(NonceForm(claim: Array(claim.utf8), rawNonce: Array(raw.utf8)) == form)
    let hash = Digest.sha256Hex(Array(raw.utf8))
    for written in [hash, hash.uppercased()] {
      #expect(NonceForm(claim: Array(claim.utf8), hash: Array(written.utf8)) == form)
    }
    #expect(NonceForm(claim: Array(claim.utf8), hash: Array(hash.utf8.dropLast())) == nil)
    #expect(NonceForm(claim: Array(claim.utf8), hash: Array("g\(hash.dropLast())".utf8)) == nil)
  }
}
