import AuditModel
import Foundation
import TestSupport
import Testing

/// What leaves the house when pseudonyms are asked for, on an export in which every rule fires.
@Suite struct RedactionTests {
  let tool = Tool()
  let folder: TemporaryFolder
  private static let formats = "html,xml,junit,sarif,csv,json,text"
  private static let reports = [
    "report.html", "report.xml", "report.txt", "junit.xml", "report.sarif", "findings.csv",
    "findings.json", "rows-to-delete.csv",
  ]
  /// Fields whose values tell people apart.
  private static let personal: Set<String> = [
    "id", "userId", "localUserId", "speedUserId", "appUserUUID", "appleSub", "sub", "idTokenSub",
    "transactionId", "originalTransactionId", "adjustmentId", "idempotencyKey", "sessionId",
    "operationId", "tokenId", "speedTokenId", "previousUserId", "newUserId", "newAppUserUUID",
    "nonce", "codeHash", "to", "email", "rowId", "movedFrom", "appAccountToken",
  ]

  init() throws {
    folder = try TemporaryFolder()
    let made = try tool.run("sample", folder.path("e"), "--accounts", "10", "--faults", "all")
    #expect(made.code == 0)
  }

  private func audit(into output: String, _ options: String...) throws {
    let result = try tool.run(
      [
        "audit", folder.path("e"), "--output", folder.path(output), "--format", Self.formats,
        "--exit-zero",
      ] + options)
    #expect(result.code == 0, "\(result.errors)")
  }

  /// Every id of a person in the export that no ordinary word is.
  private func ids() throws -> Set<String> {
    var ids: Set<String> = []
    func walk(_ value: Any, name: String) {
      switch value {
      case let object as [String: Any]: for (key, value) in object { walk(value, name: key) }
      case let list as [Any]: for value in list { walk(value, name: name) }
      case let text as String where text.utf8.count > 5 && Self.personal.contains(name):
        ids.insert(text)
      default: break
      }
    }
    for stream in AuditModel.Stream.allCases {
      let path = "e/\(stream.rawValue).ndjson"
      guard FileManager.default.fileExists(atPath: folder.path(path)) else { continue }
      for line in try folder.text(path).split(separator: "\n") {
        walk(try JSONSerialization.jsonObject(with: Data(line.utf8)), name: "")
      }
    }
    return ids
  }

  private func words(of text: String) -> Set<Substring> {
    Set(
      text.unicodeScalars.split { scalar in
        !(scalar.properties.isAlphabetic || scalar.properties.numericType != nil
          || "_.@:-".unicodeScalars.contains(scalar))
      }.map { Substring($0) })
  }

  @Test("no report holds an id of a person, and all formats have the same pseudonyms")
  func hidden() throws {
    try folder.write("key", String(repeating: "k", count: 32))
    try audit(into: "plain")
    try audit(into: "out", "--redact-key", folder.path("key"))
    let ids = try ids()
    #expect(ids.count > 500)
    for name in Self.reports {
      let words = words(of: try folder.text("out/\(name)"))
      #expect(ids.filter { words.contains(Substring($0)) }.sorted() == [], "\(name)")
    }
    let plain = words(of: try folder.text("plain/report.xml"))
    #expect(ids.contains { plain.contains(Substring($0)) })

    let xml = try folder.text("out/report.xml")
    let user = try #require(
      xml.split(separator: "user=\"~").dropFirst().first?.split(separator: "\"").first)
    #expect(try folder.text("out/findings.json").contains("\"user\":\"~\(user)\""))
  }

  @Test("the same key gives the same pseudonyms, another one others; a short key is refused")
  func keys() throws {
    try folder.write("key", String(repeating: "k", count: 32))
    try folder.write("other", String(repeating: "o", count: 32))
    try folder.write("short", "k")
    try audit(into: "one", "--redact-key", folder.path("key"))
    try audit(into: "two", "--redact-key", folder.path("key"))
    try audit(into: "three", "--redact-key", folder.path("other"))
    try audit(into: "own", "--redact")
    let one = try folder.text("one/findings.json")
    #expect(try folder.text("two/findings.json") == one)
    #expect(try folder.text("three/findings.json") != one)
    #expect(try folder.text("own/findings.json") != one)
    let refused = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("o"), "--redact-key",
      folder.path("short"))
    #expect(refused.code == 2)
    #expect(refused.errors.contains("has 1 bytes; make one with at least 16"))
  }
}
