import AuditModel
import Foundation
import TestSupport
import Testing

/// Secrets in every field of every file, and then nowhere.
@Suite struct CanaryTests {
  private static func encoded(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
      .replacing("/", with: "_")
  }

  /// What each secret is, and a part of it that stands nowhere else.
  private static let secrets: [(value: String, mark: String)] = [
    (
      encoded(#"{"alg":"RS256","kid":"CANARYHEAD"}"#) + "." + encoded(#"{"sub":"CANARYBODY"}"#)
        + ".CANARYSIGNATURE", "CANARYSIGNATURE"
    ),
    ("-----BEGIN PRIVATE KEY-----CANARYPEMKEY-----END PRIVATE KEY-----", "CANARYPEMKEY"),
    ("r0123456789abcdef0123456789abcdef.0.mvut.CANARYREFRESH", "CANARYREFRESH"),
  ]
  private static let appKey = "CANARYAPPKEY"

  private static func sample(_ field: Field) -> String {
    switch field.type {
    case .time: return "\"2026-10-01T08:00:00Z\""
    case .amount: return "\"1.00\""
    case .bool: return "true"
    case .integer: return "200"
    case .uuid: return "\"52d937f2-52c5-55b3-894b-ac3a33fdabd5\""
    case .word(let words): return "\"\(words.first ?? "value")\""
    case .text, .prose, .token, .email, .user, .presence, .rawNonce: return "\"value\""
    }
  }

  /// A record of the stream; the named field holds the secret.
  private static func record(
    _ stream: AuditModel.Stream, id: Int, secretIn name: String, _ secret: String
  ) -> String {
    var members = stream.definition.fields.filter(\.isRequired).map {
      ($0.name, $0.name == "id" || $0.name == "rowId" ? "\"\(id)\"" : sample($0))
    }
    members.removeAll { $0.0 == name }
    members.append((name, "\"\(secret)\""))
    return "{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}\n"
  }

  private func writeStreams(_ folder: TemporaryFolder) throws -> Int {
    var fieldCount = 0
    for stream in AuditModel.Stream.allCases {
      var text = ""
      var id = 0
      for name in stream.definition.fields.map(\.name) + ["unknownField", "deep.inside"] {
        fieldCount += 1
        for secret in Self.secrets {
          id += 1
          text += Self.record(stream, id: id, secretIn: name, secret.value)
        }
      }
      text += Self.record(stream, id: 9999, secretIn: "appKey", Self.appKey)
      try folder.write("in/\(stream.rawValue).ndjson", text)
    }
    return fieldCount
  }

  private func writeOthers(_ folder: TemporaryFolder) throws {
    let head = "<plist version=\"1.0\"><dict>"
    let keys = Self.secrets.enumerated().map {
      "<key>k\($0.offset)</key><string>\($0.element.value)</string>"
    }.joined()
    let types =
      "<key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>"
      + "\(Self.secrets[0].value)</string></array></dict></array>"
    let tail = "<key>appKey</key><string>\(Self.appKey)</string></dict></plist>"
    try folder.write("in/app/Info.plist", head + keys + types + tail)
    let sign = "<key>com.apple.developer.applesignin</key><string>\(Self.secrets[0].value)</string>"
    try folder.write("in/app/A.entitlements", head + sign + tail)
    let bundle = "<key>application-identifier</key><string>\(Self.secrets[0].value)</string>"
    try folder.write(
      "in/app/A.mobileprovision",
      "0<?xml version=\"1.0\"?>\(head)<key>Entitlements</key><dict>\(bundle)</dict>\(tail)")
    let jsonSecret = Self.secrets[0].value
    try folder.write(
      "in/app/app.json",
      "{\"expo\":{\"scheme\":\"\(jsonSecret)\",\"plugins\":[\"\(jsonSecret)\"],"
        + "\"ios\":{\"bundleIdentifier\":\"\(jsonSecret)\"},\"extra\":{\"appKey\":\"\(Self.appKey)\"}}}"
    )
    try folder.write(
      "in/app/jwks.json", "{\"keys\":[{\"kid\":\"\(jsonSecret)\",\"d\":\"\(Self.appKey)\"}]}")
    try folder.write("in/app/broken.entitlements", "<plist>" + Self.secrets[0].value)
    try folder.write("in/app/key.pem", Self.secrets[1].value)
    for (index, secret) in Self.secrets.enumerated() {
      try folder.write("in/notes\(index).txt", "text \(secret.value) text")
      try folder.write("in/other\(index).json", "{\"a\":\"\(secret.value)\"}")
      try folder.write("in/table\(index).csv", "a,appKey\n\(secret.value),\(Self.appKey)\n")
    }
  }

  @Test("a secret in any field of any file is named, and stands in nothing that is written")
  func canaries() throws {
    let folder = try TemporaryFolder()
    let fieldCount = try writeStreams(folder)
    #expect(fieldCount > 150)
    try writeOthers(folder)
    let result = try Tool().run(
      "audit", folder.path("in"), "--output", folder.path("out"), "--format", "html,xml,json,csv",
      "--verbose")
    let inspected = try Tool().run("inspect", folder.path("in"))

    var places: [(name: String, text: Data)] = [
      ("output", Data((result.output + inspected.output).utf8)),
      ("errors", Data((result.errors + inspected.errors).utf8)),
    ]
    let names = FileManager.default.enumerator(atPath: folder.path("out"))?.allObjects ?? []
    for case let name as String in names {
      places.append((name, try Data(contentsOf: URL(fileURLWithPath: folder.path("out/" + name)))))
    }
    #expect(places.count >= 6)
    for (name, text) in places {
      for mark in Self.secrets.map(\.mark) + [Self.appKey, "CANARYHEAD", "CANARYBODY"] {
        #expect(text.firstRange(of: Data(mark.utf8)) == nil, "\(mark) stands in \(name)")
      }
    }

    let subjects = try folder.text("out/findings.json").split(separator: "\n").filter {
      $0.contains("\"privacy.raw-token\"")
    }
    for wanted in [
      "app/Info.plist#k0", "app/Info.plist#k1", "app/Info.plist#k2", "app/Info.plist#appKey",
      "app/app.json#expo.extra.appKey", "app/broken.entitlements", "app/key.pem", "notes0.txt",
      "notes1.txt", "notes2.txt", "other0.json#a", "table0.csv#a", "table0.csv#appKey",
    ] {
      #expect(subjects.contains { $0.contains("\"\(wanted)\"") }, "\(wanted)")
    }
    for stream in AuditModel.Stream.allCases {
      for field in ["unknownField", "deep.inside", "appKey"] {
        let wanted = "\"\(stream.rawValue).ndjson#\(field)\""
        #expect(subjects.contains { $0.contains(wanted) }, "\(wanted)")
      }
    }
  }
}
