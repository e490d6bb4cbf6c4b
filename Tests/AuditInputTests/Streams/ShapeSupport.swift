import Foundation

@testable import AuditInput

/// A compact JWS with a signature that nobody made.
func jws(_ payload: String, header: String = #"{"alg":"RS256","kid":"k"}"#) -> String {
  let parts = [header, payload, "sig"].map {
    String(decoding: Base64URL.encode(Array($0.utf8)), as: UTF8.self)
  }
  return parts.joined(separator: ".")
}

func json(_ text: String) throws(JSONError) -> JSONValue {
  try JSONValue.parse(Array(text.utf8), dialect: .strict)
}

/// One stored record a line, `name=value`, numbers with `#` and booleans with `?` before them.
func written(_ shaped: ShapedRecord) -> String {
  shaped.records.map { fields in
    fields.map { field in
      guard field.name != RawField.signatureReason else { return "" }
      return switch field.value {
      case .null: "\(field.name)=null"
      case .bool(let bool): "\(field.name)=?\(bool)"
      case .number(let digits): "\(field.name)=#\(String(decoding: digits, as: UTF8.self))"
      case .text(let text): "\(field.name)=\(String(decoding: text, as: UTF8.self))"
      }
    }.filter { !$0.isEmpty }.joined(separator: " ")
  }.joined(separator: "\n")
}

/// The folder of real files that aren't part of the project.
let realData = ProcessInfo.processInfo.environment["SIWA_AUDIT_REALDATA"]

let noRealData: String = "SIWA_AUDIT_REALDATA is not set: the REAL FILES WERE NOT CHECKED"

func realFile(_ path: String) throws -> String {
  let folder = realData ?? ""
  return try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
}

let appleResources =
  "apple+app-store-server-library-swift/Tests/AppStoreServerLibraryTests/resources/"
