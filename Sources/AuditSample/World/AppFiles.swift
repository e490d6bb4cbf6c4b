internal import AuditModel

/// The app's own files, as a sound app has them, and the parts of which a fault makes others.
enum AppFiles {
  static let entitlementKey = "com.apple.developer.applesignin"

  /// All files of a sound app by their paths in the export.
  static func sound(_ scene: Scene) -> [String: [UInt8]] {
    [
      "app/App.entitlements": entitlements([
        (entitlementKey, "<array><string>Default</string></array>")
      ]),
      "app/App.mobileprovision": profile(expires: scene.exportedAt + 200 * .day),
      "app/Info.plist": infoPlist(schemes: [Scene.urlScheme]),
      "app/app.json": expo(),
      "app/jwks.json": appleKeys(scene),
    ]
  }

  /// An entitlements file of these keys; the values are property list XML.
  static func entitlements(_ entries: [(key: String, value: String)]) -> [UInt8] {
    Array(propertyList(entries + [("aps-environment", "<string>production</string>")]).utf8)
  }

  /// A provisioning profile: a CMS envelope around a property list.
  ///
  /// It ends at `expires` (microseconds since 1970), and allows Sign in with Apple if it has the
  /// entitlement.
  static func profile(
    bundleId: String = Scene.bundleID, expires: Int64, entitlement: Bool = true
  ) -> [UInt8] {
    var rights =
      "<key>application-identifier</key><string>\(Scene.teamID).\(bundleId)</string>"
    if entitlement {
      rights += "<key>\(entitlementKey)</key><array><string>Default</string></array>"
    }
    let text = propertyList([
      ("Name", "<string>Example</string>"),
      ("TeamIdentifier", "<array><string>\(Scene.teamID)</string></array>"),
      ("CreationDate", "<date>\(Written.time(expires - 365 * .day))</date>"),
      ("ExpirationDate", "<date>\(Written.time(expires))</date>"),
      ("Entitlements", "<dict>\(rights)</dict>"),
    ])
    return envelope(Array(text.utf8))
  }

  static func infoPlist(
    schemes: [String], adding entries: [(key: String, value: String)] = []
  ) -> [UInt8] {
    let list = schemes.map { "<string>\($0)</string>" }.joined()
    let types =
      "<array><dict><key>CFBundleURLSchemes</key><array>\(list)</array></dict></array>"
    return Array(
      propertyList(
        [
          ("CFBundleIdentifier", "<string>\(Scene.bundleID)</string>"),
          ("CFBundleURLTypes", types),
        ] + entries
      ).utf8)
  }

  static func expo(
    bundleId: String = Scene.bundleID, usesAppleSignIn: Bool = true, hasPlugin: Bool = true,
    scheme: String = Scene.urlScheme
  ) -> [UInt8] {
    var expo: [FieldValue.Member] = [
      .init("name", "Example"), .init("scheme", .text(scheme)),
      .init(
        "ios",
        .object([
          .init("bundleIdentifier", .text(bundleId)),
          .init("usesAppleSignIn", .flag(usesAppleSignIn)),
        ])),
    ]
    if hasPlugin { expo.append(.init("plugins", .list(["expo-apple-authentication"]))) }
    return JSONText.pretty(.object([.init("expo", .object(expo))]))
  }

  /// Apple's public keys; the moduli are made up.
  private static func appleKeys(_ scene: Scene) -> [UInt8] {
    var random = Random(seed: scene.seed, stream: .max - 1)
    let keys = Scene.appleKeys.map { kid in
      FieldValue.object([
        .init("kty", "RSA"), .init("kid", .text(kid)), .init("use", "sig"),
        .init("alg", "RS256"), .init("n", .text(random.hex(342))), .init("e", "AQAB"),
      ])
    }
    return JSONText.pretty(.object([.init("keys", .list(keys))]))
  }

  static func propertyList(_ entries: [(key: String, value: String)]) -> String {
    let body = entries.map { "<key>\($0.key)</key>\($0.value)" }.joined(separator: "\n")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
      \(body)
      </dict></plist>

      """
  }

  /// A CMS envelope (RFC 5652, SignedData without signers) around some bytes.
  private static func envelope(_ content: [UInt8]) -> [UInt8] {
    let signedData: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 2]
    let data: [UInt8] = [0x06, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 7, 1]
    let encapsulated = element(0x30, data + element(0xA0, element(0x04, content)))
    let inner = element(0x30, [0x02, 1, 1] + element(0x31, []) + encapsulated + element(0x31, []))
    return element(0x30, signedData + element(0xA0, inner))
  }

  /// A DER element with its length.
  private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count
    if count < 128 { return [tag, UInt8(count)] + content }
    let bytes = [count >> 16 & 255, count >> 8 & 255, count & 255].drop { $0 == 0 }.map(UInt8.init)
    return [tag, 0x80 | UInt8(bytes.count)] + bytes + content
  }
}
