internal import AuditModel

/// The facts and secrets in the bytes of one of the app's own files.
struct AppFileContent {
  private(set) var facts: [AppFile.Fact] = []
  private(set) var leaks: [Leak] = []
  /// Why the file is none of the app's, where its name says so and its content doesn't.
  private(set) var otherwise: String?

  private static let signIn = "com.apple.developer.applesignin"

  init(_ kind: AppFileKind, _ bytes: [UInt8]) throws(Damage) {
    switch kind {
    case .entitlements:
      let list = try dictionary(bytes)
      addSignIn(list)
    case .infoPlist: addSchemes(try dictionary(bytes))
    case .mobileprovision:
      guard let content = PropertyList.content(ofEnvelope: bytes) else {
        throw Damage("is no provisioning profile: it holds no property list")
      }
      addProfile(try dictionary(content))
    case .appJSON: addExpo(try json(bytes))
    case .jwks: try addKeys(try json(bytes))
    case .certificate: try addCertificate(bytes)
    }
  }

  private mutating func dictionary(_ bytes: [UInt8]) throws(Damage) -> JSONValue {
    let list: JSONValue
    do throws(PropertyList.Failure) {
      list = try PropertyList.parse(bytes)
    } catch {
      throw Damage(error.reason)
    }
    guard case .object = list else { throw Damage("is a property list, but no dictionary") }
    leaks += SecretDetector.leaks(in: list)
    return list
  }

  private mutating func json(_ bytes: [UInt8]) throws(Damage) -> JSONValue {
    do throws(JSONError) {
      let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let tree = try JSONValue.parse(
        hasMark ? Array(bytes.dropFirst(3)) : bytes, dialect: .strict)
      leaks += SecretDetector.leaks(in: tree)
      return tree
    } catch {
      throw Damage("is no JSON: line \(error.line): \(error.reason)")
    }
  }

  /// A fact is kept only where its value is no secret.
  private mutating func add(_ name: String, _ value: String, time: Int64? = nil) {
    guard SecretDetector.kind(of: Array(value.utf8)) == nil else { return }
    facts.append(AppFile.Fact(name, value, time: time))
  }

  // MARK: Property lists

  private mutating func addSignIn(_ entitlements: JSONValue) {
    switch entitlements[Self.signIn] {
    case nil: return
    case .array([.string("Default")]): add("appleSignIn", "Default")
    case .array(let elements):
      add(
        "appleSignIn",
        elements.count == 1 ? "a list of another item" : "a list of \(elements.count) items")
    case .string: add("appleSignIn", "a text, no list")
    case .bool: add("appleSignIn", "a yes or no, no list")
    case .number: add("appleSignIn", "a number, no list")
    case .object: add("appleSignIn", "a dictionary, no list")
    case .null: add("appleSignIn", "data, no list")
    }
  }

  private mutating func addProfile(_ profile: JSONValue) {
    if case .string(let written)? = profile["ExpirationDate"] {
      var text = written
      if let time = text.withUTF8({ ValueParser.time($0, isNumber: false) }) {
        add("expires", written, time: time)
      }
    }
    guard let entitlements = profile["Entitlements"] else { return }
    addSignIn(entitlements)
    for name in ["application-identifier", "com.apple.application-identifier"] {
      if case .string(let identifier)? = entitlements[name] {
        add("bundleId", Self.bundleID(identifier, of: profile))
        return
      }
    }
  }

  /// An application identifier without the prefix before it: a team's or an app's own.
  private static func bundleID(_ identifier: String, of profile: JSONValue) -> String {
    guard let dot = identifier.utf8.firstIndex(of: UInt8(ascii: ".")) else { return identifier }
    let prefix = String(identifier[..<dot])
    let known = ["ApplicationIdentifierPrefix", "TeamIdentifier"].contains { name in
      guard case .array(let prefixes)? = profile[name] else { return false }
      return prefixes.contains(.string(prefix))
    }
    let looksLikeOne =
      prefix.utf8.count == 10
      && prefix.utf8.allSatisfy { $0 &- 48 <= 9 || $0 &- 65 < 26 }
    return known || looksLikeOne
      ? String(identifier[identifier.utf8.index(after: dot)...]) : identifier
  }

  private mutating func addSchemes(_ list: JSONValue) {
    if case .string(let bundleID)? = list["CFBundleIdentifier"] { add("ownBundleId", bundleID) }
    guard case .array(let types)? = list["CFBundleURLTypes"] else { return }
    for type in types {
      switch type["CFBundleURLSchemes"] {
      case .array(let schemes)?: for scheme in schemes { addScheme(scheme) }
      case let scheme?: addScheme(scheme)
      case nil: continue
      }
    }
  }

  private mutating func addScheme(_ value: JSONValue) {
    guard case .string(let scheme) = value, !scheme.isEmpty else { return }
    let isOpen = scheme.unicodeScalars.contains("$")
    add(isOpen ? "unknownScheme" : "scheme", scheme)
  }

  // MARK: JSON

  private mutating func addExpo(_ tree: JSONValue) {
    guard case .object(let members) = tree else {
      otherwise = "is no object: this is no Expo configuration"
      return
    }
    var expo = tree
    if case .object? = tree["expo"] {
      expo = tree["expo"] ?? tree
    } else if !members.contains(where: { ["slug", "ios", "plugins", "scheme"].contains($0.name) }) {
      otherwise = "is no Expo configuration"
      return
    }
    for value in [expo["scheme"], expo["ios"]?["scheme"]] {
      if case .array(let schemes)? = value {
        for scheme in schemes { addScheme(scheme) }
      } else if let value {
        addScheme(value)
      }
    }
    if case .string(let bundleID)? = expo["ios"]?["bundleIdentifier"] { add("bundleId", bundleID) }
    if expo["ios"]?["usesAppleSignIn"] == .bool(true) { add("usesAppleSignIn", "true") }
    guard case .array(let plugins)? = expo["plugins"] else { return }
    for plugin in plugins {
      switch plugin {
      case .string(let name): add("plugin", name)
      case .array(let parts):
        if case .string(let name)? = parts.first { add("plugin", name) }
      case .null, .bool, .number, .object: continue
      }
    }
  }

  private mutating func addKeys(_ tree: JSONValue) throws(Damage) {
    guard case .array(let keys)? = tree["keys"] else {
      throw Damage("is no set of keys: it has no list 'keys'")
    }
    for key in keys {
      guard case .string(let kid)? = key["kid"] else { continue }
      add("kid", kid)
      // Only what is public is kept.
      let parts = ["alg", "crv", "e", "kid", "kty", "n", "x", "y"].compactMap { name -> String? in
        guard case .string(let text)? = key[name],
          text.utf8.allSatisfy({ Base64URL.isCharacter($0) })
        else { return nil }
        return "\"\(name)\":\"\(text)\""
      }
      add("key", "{" + parts.joined(separator: ",") + "}")
    }
  }

  private mutating func addCertificate(_ bytes: [UInt8]) throws(Damage) {
    if let kind = SecretDetector.kind(of: bytes) {
      leaks.append(Leak(line: 1, field: "", kind: kind.rawValue))
      otherwise = "holds a secret, no certificate: it is not kept"
      return
    }
    let isText = bytes.firstRange(of: Array(Certificate.beginning.utf8)) != nil
    let certificates =
      isText ? Certificate.list(pem: bytes) : Certificate(der: bytes).map { [$0] } ?? []
    guard !certificates.isEmpty else { throw Damage("is no certificate") }
    for certificate in certificates {
      add("root", String(decoding: Base64URL.encode(certificate.der), as: UTF8.self))
    }
  }
}
