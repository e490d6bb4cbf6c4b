import Foundation
import Testing

@testable import AuditInput

@Suite("Signatures of the App Store", .enabled(if: Forge.isThere, "\(Forge.isMissing)"))
struct StoreSignatureTests {
  private static let day: Int64 = 86_400_000
  /// The certificates of a test begin when it runs.
  private static let tomorrow = Int64(Date().timeIntervalSince1970) * 1000 + day

  private let forge: Forge
  private let check: SignatureCheck
  private let chain: [String]

  init() throws {
    forge = try Forge()
    for name in ["root", "intermediate", "leaf", "other"] { try forge.key(name) }
    chain = [
      try forge.certificate("root", .root),
      try forge.certificate("intermediate", .intermediate, issuer: "root"),
      try forge.certificate("leaf", .leaf, issuer: "intermediate"),
    ].reversed()
    check = Self.check(roots: [chain[2]])
  }

  private static func check(roots: [String]) -> SignatureCheck {
    let facts = roots.map { root in
      (name: "root", value: Forge.part(Base64.decode(Array(root.utf8)) ?? []))
    }
    return SignatureCheck(TrustedKeys(facts: facts))
  }

  private func header(_ certificates: [String], algorithm: String = "ES256") -> String {
    let list = certificates.map { "\"\($0)\"" }.joined(separator: ",")
    return #"{"alg":"\#(algorithm)","x5c":[\#(list)]}"#
  }

  private func payload(_ signedDate: String) -> String {
    #"{"transactionId":"1","signedDate":\#(signedDate),"environment":"Production"}"#
  }

  private func verdict(
    _ certificates: [String]? = nil, header: String? = nil, payload: String? = nil,
    key: String = "leaf", form: ([UInt8]) -> [UInt8] = Forge.raw, check: SignatureCheck? = nil
  ) throws -> SignatureVerdict {
    let text =
      Forge.part(header ?? self.header(certificates ?? chain)) + "."
      + Forge.part(payload ?? self.payload(String(Self.tomorrow)))
    let jws = try JWS(
      Array((text + "." + Forge.part(form(try forge.signature(text, key: key)))).utf8))
    return (check ?? self.check).verdict(appStore: jws)
  }

  @Test("What the leaf signed in time is valid, also under a new certificate of the root")
  func genuine() throws {
    for _ in 0..<3 { #expect(try verdict() == .valid) }
    #expect(try verdict(payload: payload("\(Self.tomorrow).25")) == .valid)
    #expect(try verdict(payload: #"{"transactionId":"1"}"#) == .valid)
    let renewed = try forge.certificate("renewed", key: "root", subject: "root", .root)
    #expect(try verdict([chain[0], chain[1], renewed]) == .valid)
  }

  @Test("Forged texts are refused one by one, each for its reason")
  func forgedTexts() throws {
    let elsewhere = #""jwk":{"kty":"EC"},"jku":"https://example.com","#
    let x5c = header(chain).dropFirst(#"{"alg":"ES256","#.utf8.count)
    #expect(try verdict(header: header(chain, algorithm: "none")) == .invalid(.algorithmNone))
    #expect(try verdict(header: header(chain, algorithm: "HS256")) == .invalid(.sharedSecret))
    #expect(try verdict(header: header(chain, algorithm: "RS256")) == .unchecked(.otherAlgorithm))
    #expect(try verdict(header: "{" + x5c) == .invalid(.noAlgorithm))
    #expect(
      try verdict(header: #"{"alg":"ES256","crit":["b64"],"b64":false,"# + x5c)
        == .invalid(.critical))
    #expect(try verdict(form: { _ in [] }) == .invalid(.emptySignature))
    #expect(try verdict(form: { $0 }) == .invalid(.wrongLength))
    #expect(try verdict(form: { Forge.raw($0) + [0] }) == .invalid(.wrongLength))
    #expect(try verdict(form: { _ in .init(repeating: 0, count: 64) }) == .invalid(.altered))
    #expect(
      try verdict(form: { Array(Forge.raw($0).suffix(32) + Forge.raw($0).prefix(32)) })
        == .invalid(.altered))
    #expect(
      try verdict(header: #"{"alg":"ES256","# + elsewhere + x5c, key: "other")
        == .invalid(.altered))
    #expect(try verdict(key: "intermediate") == .invalid(.altered))
    #expect(try verdict() == .valid)
  }

  @Test("A certificate out of date when the text was signed is no proof")
  func outOfDate() throws {
    let short = try forge.certificate(
      "short", key: "leaf", .leaf, issuer: "intermediate", dayCount: 2)
    let others = [short] + chain.dropFirst()
    #expect(try verdict(others) == .valid)
    let late = payload(String(Self.tomorrow + 5 * Self.day))
    #expect(try verdict(payload: late) == .valid)
    #expect(try verdict(others, payload: late) == .invalid(.outOfDate))
    #expect(try verdict(payload: payload("1000000000000")) == .invalid(.outOfDate))
    #expect(try verdict(payload: payload("9000000000000")) == .invalid(.outOfDate))
    #expect(try verdict(payload: payload("\"soon\"")) == .unchecked(.unreadableDate))
  }

  @Test("Chains that are not three certificates in order are refused")
  func shapes() throws {
    let (leaf, intermediate, root) = (chain[0], chain[1], chain[2])
    let urlForm = leaf.utf8.map {
      $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
    }
    let table: [(chain: [String], reason: SignatureReason)] = [
      ([leaf, intermediate, root, root], .certificateCount),
      ([leaf, intermediate, intermediate, root], .certificateCount),
      ([leaf, intermediate], .certificateCount),
      ([leaf], .certificateCount),
      ([], .noCertificates),
      ([root, intermediate, leaf], .foreignRoot),
      ([leaf, root, intermediate], .foreignRoot),
      ([intermediate, leaf, root], .brokenChain),
      ([leaf, root, root], .brokenChain),
      ([leaf, leaf, root], .brokenChain),
      ([leaf + "\\n", intermediate, root], .unreadableCertificate),
      ([leaf, " " + intermediate, root], .unreadableCertificate),
      ([leaf, intermediate, root + "===="], .unreadableCertificate),
      ([leaf, intermediate, "AAAA" + root], .unreadableCertificate),
      ([leaf, intermediate, ""], .unreadableCertificate),
      ([String(decoding: urlForm, as: UTF8.self), intermediate, root], .unreadableCertificate),
    ]
    for (number, row) in table.enumerated() {
      #expect(try verdict(row.chain) == .invalid(row.reason), "row \(number + 1)")
    }
    // Equal as strings, with the sign for Kelvin in the place of a K, but not the same bytes.
    #expect(try verdict() == .valid)
    if let place = leaf.firstIndex(of: "K") {
      var other = leaf
      other.replaceSubrange(place...place, with: "\u{212A}")
      #expect(try verdict([other, intermediate, root]) == .invalid(.unreadableCertificate))
    }
    for text in [#"{"alg":"ES256"}"#, #"{"alg":"ES256","x5c":"AAAA"}"#] {
      #expect(try verdict(header: text) == .invalid(.noCertificates))
    }
  }

  @Test("Certificates without Apple's marks, of other keys or other uses are refused")
  func kinds() throws {
    let plain = try forge.certificate("plain", key: "leaf", .plainLeaf, issuer: "intermediate")
    let noSigner = try forge.certificate("agree", key: "leaf", .noSigner, issuer: "intermediate")
    #expect(try verdict([plain] + chain.dropFirst()) == .invalid(.missingMark))
    #expect(try verdict([noSigner] + chain.dropFirst()) == .invalid(.wrongKey))

    try forge.key("middle")
    let middle = try forge.certificate("middle", .plainIntermediate, issuer: "root")
    let below = try forge.certificate("below", key: "leaf", .leaf, issuer: "middle")
    #expect(try verdict([below, middle, chain[2]]) == .invalid(.missingMark))

    // A leaf is no authority.
    let child = try forge.certificate("child", key: "other", .leaf, issuer: "leaf")
    #expect(try verdict([child, chain[0], chain[2]], key: "other") == .invalid(.brokenChain))

    try forge.key("wide", ["EC", "-pkeyopt", "ec_paramgen_curve:P-384"])
    let wide = try forge.certificate("wide", .leaf, issuer: "intermediate")
    #expect(
      try verdict([wide] + chain.dropFirst(), key: "wide", form: { _ in [1] })
        == .invalid(.wrongKey))
    try forge.key("rsa", ["RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
    let rsa = try forge.certificate("rsa", .leaf, issuer: "intermediate")
    #expect(
      try verdict([rsa] + chain.dropFirst(), key: "rsa", form: { $0 }) == .invalid(.wrongKey))
  }

  @Test("A chain of another authority with the same names is refused")
  func forgedChain() throws {
    let names = ["evilroot": "root", "evilmiddle": "intermediate", "evilleaf": "leaf"]
    for name in names.keys.sorted() { try forge.key(name) }
    let root = try forge.certificate("evilroot", subject: "root", .root)
    let middle = try forge.certificate(
      "evilmiddle", subject: "intermediate", .intermediate, issuer: "evilroot")
    let leaf = try forge.certificate("evilleaf", subject: "leaf", .leaf, issuer: "evilmiddle")
    #expect(try verdict([leaf, middle, root], key: "evilleaf") == .invalid(.foreignRoot))
    #expect(try verdict([leaf, middle, chain[2]], key: "evilleaf") == .invalid(.brokenChain))
    #expect(try verdict([leaf, chain[1], chain[2]], key: "evilleaf") == .invalid(.brokenChain))
    let own = Self.check(roots: [root])
    #expect(try verdict([leaf, middle, root], key: "evilleaf", check: own) == .valid)
  }

  @Test("Without roots a foreign chain is unchecked, but one that bears Apple's name is forged")
  func noRoots() throws {
    let check = SignatureCheck()
    #expect(try verdict(check: check) == .unchecked(.noRoots))
    #expect(try verdict([chain[0]], check: check) == .unchecked(.noRoots))
    #expect(try verdict(header: #"{"alg":"ES256"}"#, check: check) == .unchecked(.noRoots))
    #expect(
      try verdict(header: header(chain, algorithm: "none"), check: check)
        == .invalid(.algorithmNone))
    try forge.key("fake")
    let fake = try forge.certificate("fake", subject: "Apple Root CA - G3", .root)
    try forge.key("fakemiddle")
    let middle = try forge.certificate("fakemiddle", .intermediate, issuer: "fake")
    let leaf = try forge.certificate("fakeleaf", key: "leaf", .leaf, issuer: "fakemiddle")
    #expect(try verdict([leaf, middle, fake], check: check) == .invalid(.forgedRoot))
    #expect(try verdict([leaf, middle], check: check) == .invalid(.certificateCount))
  }

  @Test("Xcode and local testing are unchecked and said so", arguments: ["Xcode", "LocalTesting"])
  func local(environment: String) throws {
    for payload in [
      #"{"environment":"\#(environment)"}"#, #"{"data":{"environment":"\#(environment)"}}"#,
    ] {
      #expect(try verdict(payload: payload) == .unchecked(.localEnvironment))
      #expect(
        try verdict(header: header(chain, algorithm: "none"), payload: payload)
          == .invalid(.algorithmNone))
    }
  }

  @Test("Roots are read from PEM files with several of them, and from DER")
  func rootFiles() throws {
    _ = try forge.certificate("second", key: "other", .root)
    let pem = "subject=root\n" + (try forge.pem("second")) + "\n" + (try forge.pem("root"))
    let content = try AppFileContent(.certificate, Array(pem.utf8))
    #expect(content.facts.map(\.name) == ["root", "root"])
    let facts = content.facts.map { (name: $0.name, value: $0.value) }
    #expect(try verdict(check: SignatureCheck(TrustedKeys(facts: facts))) == .valid)

    let der = try #require(Base64.decode(Array(chain[2].utf8)))
    #expect(try AppFileContent(.certificate, der).facts == [content.facts[1]])
    #expect(throws: Damage.self) {
      try AppFileContent(.certificate, der + [0])
    }
    let broken = pem.replacing("-----END CERTIFICATE-----\n\n", with: "")
    #expect(throws: Damage.self) {
      try AppFileContent(.certificate, Array(broken.utf8))
    }
  }

  @Test("A notification is invalid if what is inside it is, and a log's own word is kept")
  func inner() throws {
    func token(_ payload: String, key: String = "leaf") throws -> String {
      let text = Forge.part(header(chain)) + "." + Forge.part(payload)
      return text + "." + Forge.part(Forge.raw(try forge.signature(text, key: key)))
    }
    func body(_ member: String, _ inner: String) throws -> String {
      try token(
        #"{"notificationType":"REFUND","notificationUUID":"n","signedDate":\#(Self.tomorrow),"#
          + #""data":{"environment":"Production","\#(member)":"\#(inner)"}}"#)
    }
    func stored(_ record: String) throws -> String {
      return signature(of: try NotificationShape.shape(try json(record), check: check))
    }
    let good = try token(payload(String(Self.tomorrow)))
    let bad = try token(payload(String(Self.tomorrow)), key: "other")
    let altered = "invalid: the text was changed, or signed with another key"
    for member in ["signedTransactionInfo", "signedRenewalInfo"] {
      #expect(try stored(#"{"signedPayload":"\#(try body(member, good))"}"#) == "valid")
      #expect(try stored(#"{"signedPayload":"\#(try body(member, bad))"}"#) == altered)
      #expect(
        try stored(#"{"signedPayload":"\#(try body(member, good + "="))"}"#)
          == "invalid: the transaction or renewal inside it is no JWS")
    }
    let refused = try body("signedTransactionInfo", bad)
    #expect(try stored(#"{"signedPayload":"\#(refused)","signature":"valid"}"#) == "valid")
    let decoded = #"{"notificationType":"REFUND","notificationUUID":"n","data":{"#
    #expect(
      try stored(decoded + #""signedTransactionInfo":"\#(good)"}}"#)
        == "unchecked: it was logged decoded, and only what is inside it is signed")
    #expect(try stored(decoded + #""signedTransactionInfo":"\#(bad)"}}"#) == altered)
    #expect(try stored(decoded + #""signedTransactionInfo":"x"}}"#) == "none")
    #expect(try stored(decoded + "}}") == "none")

    let purchase = try PurchaseShape.shape(
      try json(#"{"userId":"u","productId":"p","signedTransaction":"\#(bad)"}"#), check: check)
    #expect(signature(of: purchase) == altered)
  }

  private func signature(of shaped: ShapedRecord) -> String {
    let words = ["signature", RawField.signatureReason].compactMap { name -> String? in
      guard case .text(let text)? = shaped.records[0].first(where: { $0.name == name })?.value
      else { return nil }
      return String(decoding: text, as: UTF8.self)
    }
    return words.isEmpty ? "none" : words.joined(separator: ": ")
  }
}
