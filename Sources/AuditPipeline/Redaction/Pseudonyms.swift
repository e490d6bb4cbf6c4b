internal import AuditInput

/// Stands for ids of people in reports that leave the house: one id is one pseudonym in every
/// format and every night, and without the key nobody can try ids out.
struct Pseudonyms {
  private static let digitCount = 12
  private let digest: KeyedDigest

  init(key: [UInt8]) {
    digest = KeyedDigest(key: key)
  }

  /// `~3f9a2c41d0b7`.
  func name(for id: String) -> String {
    "~" + digest.hex(of: Array(id.utf8), digitCount: Self.digitCount)
  }

  /// A fingerprint that can't be made from rule and subject by who has no key.
  func fingerprint(for fingerprint: String) -> String {
    digest.hex(of: Array(fingerprint.utf8), digitCount: 16)
  }
}
