/// privacy.raw-token: "a value holds a JWT (three base64url parts whose first decodes to JSON with
/// `alg`), a PEM private key, an Apple refresh token (`r` + 32 hex + `.` digits `.` letters `.`
/// base64url), or a non-empty field named like `appKey`, `X-Speed-App-Key`, `clientSecret`; in any
/// field, known or not".
enum Secrets {
  /// The places `path#field` of one record's secrets: "`path#field` for a field (named as in
  /// inputs.md, unknown ones as written, nested with dots, arrays without index)".
  static func places(in json: PlainJSON, file: String, stream: String) -> Set<String> {
    var found: Set<String> = []
    collect(json, name: "", stream: stream) { found.insert(file + "#" + $0) }
    return found
  }

  private static func collect(
    _ json: PlainJSON, name: String, stream: String, _ add: (String) -> Void
  ) {
    switch json {
    case .object(let members):
      for member in members {
        let known = FieldNames.proper[FieldNames.normalized(member.name)] ?? member.name
        let full = name.isEmpty ? known : name + "." + member.name
        if isExempt(full) { continue }
        collect(member.value, name: full, stream: stream, add)
      }
    case .array(let items):
      for item in items { collect(item, name: name, stream: stream, add) }
    case .string(let text):
      let last = name.split(separator: ".").last.map(String.init) ?? name
      let isNamed = ["appkey", "xspeedappkey", "clientsecret"].contains(
        FieldNames.normalized(last))
      if !text.isEmpty, isNamed || isSecret(text) { add(name) }
    case .null, .bool, .number: return
    }
  }

  /// "other than `payload`, `signedPayload`, `signedTransaction(s)`, `data.signed…`".
  private static func isExempt(_ name: String) -> Bool {
    ["payload", "signedPayload", "signedTransaction", "signedTransactions"].contains(name)
      || name.hasPrefix("data.signed")
  }

  static func isSecret(_ text: String) -> Bool {
    if text.contains("-----BEGIN "), text.contains("PRIVATE KEY-----") { return true }
    let words = text.utf8.split { !isWord($0) && $0 != UInt8(ascii: ".") }
    return words.contains {
      isToken(
        $0.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Array.init))
    }
  }

  private static func isToken(_ parts: [[UInt8]]) -> Bool {
    if parts.count == 3, parts.allSatisfy({ !$0.isEmpty }), let header = decoded(parts[0]),
      let json = try? PlainJSON(String(decoding: header, as: UTF8.self)), json["alg"] != nil
    {
      return true
    }
    guard parts.count == 4, parts.allSatisfy({ !$0.isEmpty }), parts[0].count == 33,
      parts[0][0] == UInt8(ascii: "r")
    else { return false }
    let isHex = parts[0].dropFirst().allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || (0x41...0x46).contains($0)
    }
    let isDigits = parts[1].allSatisfy { (0x30...0x39).contains($0) }
    let isLetters = parts[2].allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0)
    }
    return isHex && isDigits && isLetters
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    value(of: byte) != nil
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: return UInt32(byte) - 0x41
    case 0x61...0x7A: return UInt32(byte) - 0x61 + 26
    case 0x30...0x39: return UInt32(byte) - 0x30 + 52
    case UInt8(ascii: "-"): return 62
    case UInt8(ascii: "_"): return 63
    default: return nil
    }
  }

  /// The bytes of base64url text, nil for any other.
  private static func decoded(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in text {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    return bytes
  }
}
