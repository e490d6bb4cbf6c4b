internal import AuditInput
internal import AuditModel

/// The pseudonyms that stand in the store for ids of people whose retention is over.
///
/// An id itself is kept nowhere: a keyed digest of it says what stands for it, so that a record read
/// again is the one that is there. A shorter hash tells most texts apart without the digest.
struct PersonNames: Sendable {
  private static let digitCount = 16
  private static let markDigitCount = 32

  private let key: [UInt8]
  private let digest: KeyedDigest
  private var hints: Set<Int64> = []
  private var names: [String: String] = [:]
  private(set) var all: Set<String> = []
  /// What findings about pseudonyms were called before, by what they would be called.
  private(set) var fingerprints: [String: String] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// Reads them from a database; none where an earlier version made it.
  init(_ connection: Connection, emailKey: [UInt8]) throws(StoreError) {
    key = Array("retention".utf8) + emailKey
    digest = KeyedDigest(key: key)
    guard try connection.number("SELECT 1 FROM sqlite_schema WHERE name = 'pseudonym'") == 1 else {
      return
    }
    let list = try connection.prepare("SELECT mark, hint, name FROM pseudonym")
    while try list.step() {
      hints.insert(list.integer(1))
      names[list.text(0)] = list.text(2)
      all.insert(list.text(2))
    }
    let others = try connection.prepare("SELECT fingerprint, original FROM finding_alias")
    while try others.step() { fingerprints[others.text(0)] = others.text(1) }
  }

  /// What stands for a text of that kind; nil where it stands for itself.
  func name(of text: String, _ kind: PersonText) -> String? {
    guard !names.isEmpty else { return nil }
    return name(ofBytes: Array(text.utf8), kind)
  }

  func name(ofBytes text: [UInt8], _ kind: PersonText) -> String? {
    let isHinted = text.withUnsafeBytes { hints.contains(hint($0)) }
    return isHinted ? names[mark(text, kind)] : nil
  }

  func mayHave(_ text: UnsafeRawBufferPointer) -> Bool { hints.contains(hint(text)) }

  /// What stands for an id that a person is looked up by.
  func name(ofID id: String) -> String? {
    guard !names.isEmpty else { return nil }
    for kind in PersonText.ids {
      if let name = name(of: id, kind) { return name }
    }
    return nil
  }

  /// What stands for the id that a question is about: a person's, else that of a record.
  func nameOfAsked(_ id: String) -> String? {
    guard !names.isEmpty else { return nil }
    let lower = String(
      decoding: id.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
    return name(ofID: id) ?? name(of: lower, .uuid) ?? name(ofSubject: id)
  }

  /// What a waiver says, without ids that have a pseudonym.
  func hidden(_ waiver: Waiver) -> Waiver {
    guard !names.isEmpty else { return waiver }
    func hidden(_ text: String) -> String {
      FreeText.mapParts(of: FreeText.mapWords(of: text) { name(ofSubject: $0) }) { name(ofID: $0) }
    }
    var waiver = waiver
    waiver.subject = waiver.subject.map { name(ofSubject: $0) ?? hidden($0) }
    waiver.reason = hidden(waiver.reason)
    waiver.by = waiver.by.map(hidden)
    waiver.ticket = waiver.ticket.map(hidden)
    return waiver
  }

  /// The name that a waiver's subject has in the store.
  func name(ofSubject subject: String) -> String? {
    guard !names.isEmpty else { return nil }
    for kind in Subject.Kind.allCases {
      if let text = PersonText.of(kind), let name = name(of: subject, text) { return name }
    }
    return nil
  }

  /// A new pseudonym for an id, in the form of the id: a UUID for a UUID, an address for an address.
  func newName(for id: String) -> String {
    let bytes = Array(id.utf8)
    if Self.isUUID(bytes) {
      let digits = Array(digest.hex(of: bytes, digitCount: 32).utf8)
      let parts = [
        digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32],
      ]
      return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
    let name = "~" + digest.hex(of: bytes, digitCount: Self.digitCount)
    return bytes.contains(UInt8(ascii: "@")) ? name + "@pseudonym.invalid" : name
  }

  /// Keeps a pseudonym, here and in the database.
  mutating func keep(
    _ name: String, for text: String, _ kind: PersonText, with insert: Statement
  ) throws(StoreError) {
    let bytes = Array(text.utf8)
    let hint = bytes.withUnsafeBytes { self.hint($0) }
    let mark = mark(bytes, kind)
    insert.bind(1, mark)
    insert.bind(2, hint)
    insert.bind(3, name)
    try insert.run()
    hints.insert(hint)
    names[mark] = name
    all.insert(name)
  }

  mutating func keep(fingerprint: String, of original: String) {
    fingerprints[fingerprint] = original
  }

  private func mark(_ text: [UInt8], _ kind: PersonText) -> String {
    digest.hex(of: Array(kind.name.utf8) + [0] + text, digitCount: Self.markDigitCount)
  }

  private func hint(_ text: UnsafeRawBufferPointer) -> Int64 {
    var hash = NaturalKeyHash()
    key.withUnsafeBytes { hash.add(raw: $0) }
    hash.add(raw: text)
    return Int64(hash.value & 0xFFFF_FFFF)
  }

  private static func isUUID(_ bytes: [UInt8]) -> Bool {
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default:
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
      }
    }
  }
}

extension PersonNames {
  /// The batch with pseudonyms where the store has them, so that its records are those that are
  /// there.
  func translated(_ batch: RecordBatch) -> RecordBatch {
    guard !isEmpty else { return batch }
    let definition = batch.stream.definition
    var batch = batch
    var changed: [Int] = []
    let columns = definition.columns.enumerated().compactMap { slot, column in
      PersonText.of(column, in: definition.table).map { (slot, $0) }
    }
    for record in 0..<batch.count {
      var isChanged = false
      for (slot, kind) in columns {
        // An address is known by its hash, which stands in the next slot.
        let place = record * batch.width + (kind == .address ? slot + 1 : slot)
        let value = batch.slots[place]
        guard value.isText else { continue }
        let range = Int(value.word)..<Int(value.word) + Int(value.length)
        let isHinted = batch.text.withUnsafeBytes {
          mayHave(UnsafeRawBufferPointer(rebasing: $0[range]))
        }
        guard isHinted, let name = name(ofBytes: Array(batch.text[range]), kind) else { continue }
        batch.slots[record * batch.width + slot] = .text(
          at: batch.text.count, byteCount: name.utf8.count)
        batch.text.append(contentsOf: name.utf8)
        isChanged = true
      }
      if isChanged { changed.append(record) }
    }
    let identity = definition.identity.compactMap { name in
      definition.field(named: name).flatMap { definition.slot(ofColumn: $0.columns[0].name) }
    }
    for record in changed {
      var hash = NaturalKeyHash()
      for slot in identity {
        let value = batch.slots[record * batch.width + slot]
        if value.isText {
          let range = Int(value.word)..<Int(value.word) + Int(value.length)
          batch.text.withUnsafeBytes {
            hash.add(raw: UnsafeRawBufferPointer(rebasing: $0[range]))
          }
        } else if value.isInteger {
          hash.add(integer: value.word)
        }
      }
      batch.keyHashes[record] = hash.value
    }
    return batch
  }
}
