import Foundation
import TestSupport

@testable import AuditInput

/// Makes keys, certificates and tokens with the `openssl` command, an authority of its own.
final class Forge {
  /// What a certificate says of itself beside its names.
  enum Kind: String {
    case root = "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n"
    case intermediate = """
      basicConstraints=critical,CA:TRUE
      keyUsage=critical,keyCertSign
      1.2.840.113635.100.6.2.1=DER:05:00

      """
    case plainIntermediate = """
      basicConstraints=critical,CA:TRUE,pathlen:0
      keyUsage=critical,keyCertSign

      """
    case leaf = """
      basicConstraints=critical,CA:FALSE
      keyUsage=critical,digitalSignature
      1.2.840.113635.100.6.11.1=DER:05:00

      """
    case plainLeaf = "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n"
    case noSigner = """
      basicConstraints=critical,CA:FALSE
      keyUsage=critical,keyAgreement
      1.2.840.113635.100.6.11.1=DER:05:00

      """
  }

  struct Failure: Error { let text: String }

  static let isThere: Bool = {
    do {
      return try run(["version"]).count > 0
    } catch {
      return false
    }
  }()

  static let isMissing: String =
    "the command openssl is not there: FORGED SIGNATURES WERE NOT CHECKED"

  private let folder: TemporaryFolder
  private var serial = 1

  init() throws {
    folder = try TemporaryFolder()
  }

  private static func run(_ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(text: arguments.joined(separator: " "))
    }
    return [UInt8](data)
  }

  private func path(_ name: String) -> String { folder.path(name) }

  func key(_ name: String, _ options: [String] = ["EC", "-pkeyopt", "ec_paramgen_curve:P-256"])
    throws
  {
    _ = try Self.run(["genpkey", "-algorithm"] + options + ["-out", path("\(name).key")])
  }

  /// A certificate for the key of its name, base64 of DER; without issuer it signs itself.
  func certificate(
    _ name: String, key: String? = nil, subject: String? = nil, _ kind: Kind, issuer: String? = nil,
    dayCount: Int = 36_500
  ) throws -> String {
    serial += 1
    let request = path("\(name).csr")
    _ = try Self.run(
      [
        "req", "-new", "-key", path("\(key ?? name).key"), "-subj", "/CN=\(subject ?? name)",
        "-out", request,
      ])
    let extensions = try folder.write("\(name).ext", kind.rawValue)
    let signer =
      issuer.map { ["-CA", path("\($0).pem"), "-CAkey", path("\($0).key")] }
      ?? ["-signkey", path("\(key ?? name).key")]
    let certificate = path("\(name).pem")
    _ = try Self.run(
      [
        "x509", "-req", "-in", request, "-sha256", "-days", String(dayCount), "-set_serial",
        String(serial), "-extfile", extensions, "-out", certificate,
      ] + signer)
    return try Data(Self.run(["x509", "-in", certificate, "-outform", "DER"]))
      .base64EncodedString()
  }

  /// The certificate as a PEM file.
  func pem(_ name: String) throws -> String { try folder.text("\(name).pem") }

  /// The signature over a text as the command makes it: of EC keys in DER.
  func signature(_ text: String, key: String) throws -> [UInt8] {
    let file = try folder.write("text", text)
    return try Self.run(["dgst", "-sha256", "-sign", path("\(key).key"), file])
  }

  func hmac(_ text: String, secret: [UInt8]) throws -> [UInt8] {
    let file = try folder.write("text", text)
    let hex = String(decoding: Hex.encode(secret), as: UTF8.self)
    return try Self.run(
      ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(hex)", "-binary", file])
  }

  func publicPEM(_ key: String) throws -> [UInt8] {
    try Self.run(["pkey", "-in", path("\(key).key"), "-pubout"])
  }

  /// The public key of an RSA key as a set of keys has it.
  func jwk(_ key: String, kid: String) throws -> String {
    let line = String(
      decoding: try Self.run(["rsa", "-in", path("\(key).key"), "-noout", "-modulus"]),
      as: UTF8.self)
    let digits = Array(line.utf8).split(separator: UInt8(ascii: "="))[1].filter { $0 > 0x20 }
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    let modulus = String(decoding: Base64URL.encode(bytes), as: UTF8.self)
    return #"{"kty":"RSA","alg":"RS256","kid":"\#(kid)","n":"\#(modulus)","e":"AQAB"}"#
  }

  /// `r` and `s` one behind the other, out of DER.
  static func raw(_ der: [UInt8]) -> [UInt8] {
    var rest = der.dropFirst(2)
    var parts: [UInt8] = []
    for _ in 0..<2 {
      let count = Int(rest[rest.startIndex + 1])
      let digits = rest.dropFirst(2).prefix(count).drop { $0 == 0 }
      parts += [UInt8](repeating: 0, count: 32 - digits.count) + digits
      rest = rest.dropFirst(2 + count)
    }
    return parts
  }

  static func part(_ text: String) -> String {
    String(decoding: Base64URL.encode(Array(text.utf8)), as: UTF8.self)
  }

  static func part(_ bytes: [UInt8]) -> String {
    String(decoding: Base64URL.encode(bytes), as: UTF8.self)
  }
}
