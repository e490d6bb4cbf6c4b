/// The public keys that an audit believes: Apple's for identity tokens, as the export gives them,
/// and roots for what the App Store signs.
package struct TrustedKeys: Sendable, Equatable {
  /// A key of Apple's for RS256.
  struct SignInKey: Sendable, Equatable {
    let kid: [UInt8]
    let modulus: [UInt8]
    let exponent: [UInt8]
  }

  /// The SHA-256 of the public key of Apple Root CA - G3 (SPKI, DER). The key is compared, not the
  /// certificate: another one may be issued for it.
  static let appleRoot: [UInt8] = [
    0x9B, 0x21, 0x9D, 0x0F, 0xBF, 0xF3, 0x6A, 0x5F, 0xB3, 0x20, 0x90, 0x57, 0x19, 0x06, 0xBC, 0xEE,
    0xA6, 0x86, 0x17, 0xC8, 0x33, 0xA3, 0xF6, 0x1B, 0x81, 0xE9, 0x62, 0xA8, 0xE6, 0x4D, 0xB8, 0xAF,
  ]

  private(set) var signInKeys: [SignInKey] = []
  /// Digests of the public keys of further roots.
  private(set) var roots: Set<[UInt8]> = []
  /// Whether a set of Apple's keys was given, usable or not.
  private(set) var hasSignInKeys = false

  /// No keys but Apple's root.
  package init() {}

  /// Takes the keys from what the app's own files say: facts `key` and `root`, others are ignored.
  package init(facts: some Sequence<(name: String, value: String)>) {
    for (name, value) in facts {
      switch name {
      case "key": addKey(value)
      case "kid": hasSignInKeys = true
      case "root": addRoot(value)
      default: continue
      }
    }
  }

  /// The same for the same keys, in whatever order; empty where Apple's root is the only one.
  package var digest: String {
    guard hasSignInKeys || !roots.isEmpty else { return "" }
    let texts =
      signInKeys.map { Hex.encode($0.kid + [0] + $0.modulus + [0] + $0.exponent) }
      + roots.map { Hex.encode($0) }
    let lines = texts.map { String(decoding: $0, as: UTF8.self) }.sorted()
    return Digest.sha256Hex(Array(lines.joined(separator: "\n").utf8))
  }

  /// Whether a key signs tokens that end in this root.
  func isRoot(_ keyDigest: [UInt8]) -> Bool {
    keyDigest == Self.appleRoot || roots.contains(keyDigest)
  }

  /// A key of a set of keys, as JSON; keys for another use than RS256 are left out.
  private mutating func addKey(_ text: String) {
    hasSignInKeys = true
    let key: JSONValue
    do throws(JSONError) {
      key = try JSONValue.parse(Array(text.utf8), dialect: .strict)
    } catch {
      return
    }
    guard key.text("kty") == Array("RSA".utf8), let kid = key.text("kid"), !kid.isEmpty,
      [nil, Array("RS256".utf8)].contains(key.text("alg")),
      let modulus = key.text("n").flatMap({ Base64URL.decode($0) }),
      let exponent = key.text("e").flatMap({ Base64URL.decode($0) })
    else { return }
    signInKeys.append(SignInKey(kid: kid, modulus: modulus, exponent: exponent))
  }

  private mutating func addRoot(_ text: String) {
    guard let bytes = Base64URL.decode(text.utf8), let root = Certificate(der: bytes) else {
      return
    }
    roots.insert(root.keyDigest)
  }
}

extension JSONValue {
  /// The bytes of the text under a name; nil where there is none, or something else.
  func text(_ name: String) -> [UInt8]? {
    guard case .string(let text)? = self[name] else { return nil }
    return Array(text.utf8)
  }
}
