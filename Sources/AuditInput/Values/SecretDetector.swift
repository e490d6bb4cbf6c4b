#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Recognises tokens and keys among the values of an export, so that they are named, never kept.
///
/// An ordinary value costs one or two searches by the C library and no allocation.
package enum SecretDetector {
  package enum Kind: String, Sendable, CaseIterable {
    case jwt
    case privateKey = "private-key"
    case refreshToken = "refresh-token"
    /// Any value of a field that is named like a secret.
    case namedSecret = "named-secret"
  }

  /// The shortest text that can hold any of them: `{"alg":1}`, `{}` and two dots.
  private static let shortest = 17
  private static let dot = CInt(UInt8(ascii: "."))
  /// Characters of `{"alg":1}`.
  private static let shortestHeader = 12
  /// Longer headers are none: three certificates take 8 KiB.
  private static let headerLimit = 65_536
  /// Headers looked for in front of one dot; beyond that the text is made to hurt.
  private static let attemptLimit = 64

  /// The secret that a value holds anywhere within it, or nil.
  package static func kind(of value: UnsafeBufferPointer<UInt8>) -> Kind? {
    guard value.count >= shortest, let start = value.baseAddress else { return nil }
    if let kind = dottedToken(in: value, start) { return kind }
    return holdsPrivateKey(value) ? .privateKey : nil
  }

  /// The secret that a value holds anywhere within it, or nil.
  package static func kind(of value: [UInt8]) -> Kind? {
    value.withUnsafeBufferPointer { kind(of: $0) }
  }

  /// Whether a field is named like one that holds a secret, in any spelling: `appKey`,
  /// `X-Speed-App-Key`, `clientSecret`. Only the last part of a nested name counts.
  package static func isSecretName(_ path: some Collection<UInt8>) -> Bool {
    var name: [UInt8] = []
    for byte in path {
      if byte == UInt8(ascii: ".") {
        name.removeAll(keepingCapacity: true)
      } else if byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 25 {
        name.append(byte | 0x20)
      }
    }
    return secretNames.contains { $0.elementsEqual(name) }
  }

  /// Whether tokens are expected in a field: `payload`, and wherever it stands `signedPayload`,
  /// `signedTransaction`, `signedTransactions` and `data.signed…`, in any spelling. What Apple signs
  /// opens nothing.
  package static func isExempt(_ path: some Collection<UInt8>) -> Bool {
    var parts: [[UInt8]] = [[]]
    for byte in path {
      if byte == UInt8(ascii: ".") {
        parts.append([])
      } else if byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 25 {
        parts[parts.count - 1].append(byte | 0x20)
      }
    }
    guard let name = parts.popLast() else { return false }
    if let parent = parts.last, parent.elementsEqual("data".utf8), name.starts(with: "signed".utf8)
    {
      return true
    }
    return signedNames.contains { $0.elementsEqual(name) }
      || parts.isEmpty && name.elementsEqual("payload".utf8)
  }

  private static let secretNames = [
    "appkey", "xappkey", "speedappkey", "xspeedappkey", "clientsecret", "appleclientsecret",
  ].map { Array($0.utf8) }

  private static let signedNames = [
    "signedpayload", "signedtransaction", "signedtransactions",
  ].map { Array($0.utf8) }

  /// Three parts of base64url between dots, the first of them a JOSE header; or a refresh token.
  private static func dottedToken(
    in value: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>
  ) -> Kind? {
    var from = 0
    while from < value.count, let hit = memchr(start + from, dot, value.count - from) {
      let index = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(hit))
      if isRefreshToken(value, firstDot: index) { return .refreshToken }
      if hasRun(before: index, value) {
        let secondDot = endOfRun(value, from: index + 1)
        if secondDot > index + 1, secondDot < value.count, value[secondDot] == UInt8(ascii: "."),
          holdsHeader(UnsafeBufferPointer(rebasing: value[startOfRun(value, to: index)..<index]))
        {
          return .jwt
        }
      }
      from = index + 1
    }
    return nil
  }

  /// Whether as many base64url characters as the shortest header has stand before a dot.
  private static func hasRun(before index: Int, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index >= shortestHeader else { return false }
    for offset in 1...shortestHeader where !Base64URL.isCharacter(value[index - offset]) {
      return false
    }
    return true
  }

  /// The first of the base64url characters right before `end`, as far back as a header reaches.
  private static func startOfRun(_ value: UnsafeBufferPointer<UInt8>, to end: Int) -> Int {
    var index = end
    while index > 0, end - index < headerLimit, Base64URL.isCharacter(value[index - 1]) {
      index -= 1
    }
    return index
  }

  /// The first byte from `start` on that is no base64url character.
  private static func endOfRun(_ value: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < value.count, Base64URL.isCharacter(value[index]) { index += 1 }
    return index
  }

  /// Whether the end of a run decodes to a JSON object with `alg`, whatever stands before it.
  private static func holdsHeader(_ run: UnsafeBufferPointer<UInt8>) -> Bool {
    var attempts = 0
    for index in 0...max(0, run.count - shortestHeader) where mayStartObject(run, at: index) {
      attempts += 1
      guard attempts <= attemptLimit else { return false }
      guard let text = Base64URL.decode(run[index...]) else { continue }
      if isHeader(text) { return true }
    }
    return false
  }

  private static func isHeader(_ text: [UInt8]) -> Bool {
    do throws(JSONError) {
      return try JSONValue.parse(text, dialect: .strict, allowsDuplicates: true)["alg"] != nil
    } catch {
      return false
    }
  }

  /// Whether a brace, or white space and a brace, may be encoded here.
  private static func mayStartObject(_ run: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    run[index] == UInt8(ascii: "e")
      && (run[index + 1] == UInt8(ascii: "y") || run[index + 1] == UInt8(ascii: "w"))
  }

  /// `r`, 32 hexadecimal digits, a dot, digits, a dot, letters, a dot, base64url.
  private static func isRefreshToken(
    _ value: UnsafeBufferPointer<UInt8>, firstDot: Int
  ) -> Bool {
    guard firstDot >= 33, value[firstDot - 33] == UInt8(ascii: "r") else { return false }
    for byte in value[(firstDot - 32)..<firstDot] {
      guard byte &- 48 <= 9 || (byte | 0x20) &- 97 <= 5 else { return false }
    }
    var index = firstDot + 1
    let digits = index
    while index < value.count, value[index] &- 48 <= 9 { index += 1 }
    guard index > digits, index < value.count, value[index] == UInt8(ascii: ".") else {
      return false
    }
    index += 1
    let letters = index
    while index < value.count, (value[index] | 0x20) &- 97 <= 25 { index += 1 }
    guard index > letters, index + 1 < value.count, value[index] == UInt8(ascii: ".") else {
      return false
    }
    return Base64URL.isCharacter(value[index + 1])
  }

  /// Whether a PEM header of a private key stands anywhere in the value.
  private static func holdsPrivateKey(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    let begin: StaticString = "-----BEGIN"
    let end: StaticString = "PRIVATE KEY-----"
    guard let start = value.baseAddress else { return false }
    var from = 0
    while from < value.count, let hit = memchr(start + from, 0x20, value.count - from) {
      let space = UnsafeRawPointer(start).distance(to: UnsafeRawPointer(hit))
      from = space + 1
      let dashes = space - begin.utf8CodeUnitCount
      guard dashes >= 0, memcmp(start + dashes, begin.utf8Start, begin.utf8CodeUnitCount) == 0
      else { continue }
      // The words of an algorithm may stand between: `EC `, `RSA `, `ENCRYPTED `.
      while from < value.count, isUpperOrSpace(value[from]) { from += 1 }
      let key = from - (end.utf8CodeUnitCount - 5)
      if key > space, from + 5 <= value.count,
        memcmp(start + key, end.utf8Start, end.utf8CodeUnitCount) == 0
      {
        return true
      }
    }
    return false
  }

  private static func isUpperOrSpace(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "A") < 26 || byte == UInt8(ascii: " ")
  }
}
