import AuditModel
import Foundation
import TestSupport
import Testing

@testable import AuditInput

@Suite struct AppFileTests {
  private func read(_ name: String, _ text: String) throws -> String {
    let folder = try TemporaryFolder()
    try folder.write(name, text)
    let plan = try ExportPlan.make(arguments: [folder.path("")])
    let file = try #require(plan.appFiles.first)
    return Self.written(AppFileReader.read(file))
  }

  private static let sign =
    "<key>com.apple.developer.applesignin</key><array><string>Default</string></array>"
  private static let profile =
    "<key>TeamIdentifier</key><array><string>team</string></array>"
    + "<key>ExpirationDate</key><date>2027-10-01T00:00:00Z</date><key>Entitlements</key><dict>"
    + "<key>application-identifier</key><string>team.com.example</string></dict>"
  private static let schemes =
    "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>"
    + "<array><string>a</string><string>$(B)</string></array></dict></array>"
  private static let expo =
    #"{"expo":{"scheme":["a","b"],"ios":{"usesAppleSignIn":true,"bundleIdentifier":"c"},"#
    + #""plugins":["p",["q",{}]],"extra":{"appKey":"x"}}}"#
  private static let expoFacts =
    "app-json: scheme=a scheme=b bundleId=c usesAppleSignIn=true plugin=p plugin=q"
    + " !expo.extra.appKey named-secret"
  private static let keys =
    #"{"keys":[{"kid":"K","kty":"RSA","n":"AQAB","e":"AQAB","d":"PRIVATE"}]}"#

  private static func plist(_ content: String) -> String {
    "<plist><dict>\(content)</dict></plist>"
  }

  private static func written(_ outcome: AppFileReader.Outcome) -> String {
    switch outcome {
    case .read(let file):
      "\(file.kind.rawValue): "
        + (file.facts.map { "\($0.name)=\($0.value)" }
        + file.leaks.map { "!\($0.field) \($0.kind)" }).joined(separator: " ")
    case .damaged(let reason, _): "damaged: " + reason
    case .notRecognised(let reason, _): "not recognised: " + reason
    }
  }

  @Test(
    "each file says what rules ask for, or that it isn't what its name says",
    arguments: [
      (
        "app/A.entitlements", plist(sign),
        "entitlements: appleSignIn=Default"
      ),
      ("A.ENTITLEMENTS", "<plist><dict/></plist>", "entitlements: "),
      (
        "app/A.entitlements", "<plist><array/></plist>",
        "damaged: is a property list, but no dictionary"
      ),
      ("app/A.entitlements", "", "damaged: is empty"),
      (
        "app/A.mobileprovision", "no envelope",
        "damaged: is no provisioning profile: it holds no property list"
      ),
      (
        "app/A.mobileprovision", "0\u{1}<?xml version=\"1.0\"?>" + plist(profile) + " tail",
        "mobileprovision: expires=2027-10-01T00:00:00Z bundleId=com.example"
      ),
      (
        "app/Info.plist", plist(schemes),
        "info-plist: scheme=a unknownScheme=$(B)"
      ),
      (
        "app.json", "{\"name\":\"Bare\",\"displayName\":\"Bare\"}",
        "not recognised: is no Expo configuration"
      ),
      ("app.json", expo, expoFacts),
      ("app.json", "{", "damaged: is no JSON: line 1: the text ends within an object"),
      (
        "jwks.json", keys,
        "jwks: kid=K key={\"e\":\"AQAB\",\"kid\":\"K\",\"kty\":\"RSA\",\"n\":\"AQAB\"}"
      ),
      ("jwks.json", "{}", "damaged: is no set of keys: it has no list 'keys'"),
      ("app/root.cer", "0\u{3}abc", "damaged: is no certificate"),
      ("app/root.cer", "0\u{3}abcd", "damaged: is no certificate"),
      (
        "app/key.pem", "-----BEGIN EC PRIVATE KEY-----\nMIGH",
        "not recognised: holds a secret, no certificate: it is not kept"
      ),
    ])
  func files(_ name: String, _ text: String, _ expected: String) throws {
    #expect(try read(name, text) == expected)
  }

  @Test("a certificate outside the folder app is none of the app's, a larger file is refused")
  func others() throws {
    let folder = try TemporaryFolder()
    try folder.write("root.cer", "0\u{3}abc")
    try folder.write("app/Info.plist", String(repeating: " ", count: (8 << 20) + 1))
    let plan = try ExportPlan.make(arguments: [folder.path("")])
    #expect(plan.others.map(\.name) == ["root.cer"])
    #expect(
      plan.appFiles.map { Self.written(AppFileReader.read($0)) } == [
        "damaged: is larger than 8 MiB: this is no file of an app's"
      ])
  }

  @Test("secrets in files that are not recognised are named by field, else by file")
  func stray() {
    let token = jws("{}")
    func leaks(_ name: String, _ text: String) -> [String] {
      StrayFileScan.leaks(in: Array(text.utf8), name: name).map {
        "\($0.line) \($0.field) \($0.kind)"
      }
    }
    #expect(leaks("a.json", "{\"a\":[{\"b\":\"\(token)\"}]}") == ["1 a.b jwt"])
    #expect(leaks("a.ndjson", "{\"a\":1}\n{\"app_key\":\"x\"}\n") == ["2 app_key named-secret"])
    #expect(leaks("a.csv", "x,y\n\"1\n2\",\(token)\n") == ["2 y jwt"])
    #expect(leaks("a.log", "first\nsaw \(token)\n") == ["1  jwt"])
    #expect(leaks("a.bin", "\u{0}\(token)") == [])
    #expect(leaks("a.txt", "nothing") == [])
  }

  @Test("real files are read, or say why not", .enabled(if: realData != nil, "\(noRealData)"))
  func realFiles() throws {
    let root = try #require(realData)
    let names = (FileManager.default.enumerator(atPath: root)?.allObjects as? [String]) ?? []
    var read: [AppFileKind: Int] = [:]
    var lists = 0
    for name in names.sorted() {
      let parts = name.split(separator: "/").map(String.init)
      let path = root + "/" + name
      guard let kind = PlannedAppFile.kind(ofPath: parts) else { continue }
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let outcome = AppFileReader.read(PlannedAppFile(path: path, name: name, kind: kind))
      if case .read = outcome { read[kind, default: 0] += 1 }
      guard kind == .entitlements || kind == .infoPlist else { continue }
      let foundation = try? PropertyListSerialization.propertyList(from: data, format: nil)
      let dictionary = foundation as? [String: Any]
      let own = try? PropertyList.parse(Array(data))
      guard case .object(let members)? = own else {
        #expect(dictionary == nil, "\(name): \(outcome)")
        continue
      }
      lists += 1
      #expect(members.map(\.name).sorted() == dictionary?.keys.sorted(), "\(name)")
    }
    #expect(lists >= 8)
    #expect((read[.mobileprovision] ?? 0) >= 4)
    #expect((read[.jwks] ?? 0) >= 1)
    #expect((read[.appJSON] ?? 0) >= 5)
  }
}
