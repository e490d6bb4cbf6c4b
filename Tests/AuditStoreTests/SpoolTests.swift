import AuditModel
import Testing

@testable import AuditStore

@Suite struct SpoolTests {
  private func order(_ spool: FindingSpool) throws -> [String] {
    var order: [String] = []
    try spool.forEachHit { (hit, _) throws(StoreError) in
      order.append("\(hit.severity.name) \(hit.rule) \(hit.subject.id)")
    }
    return order
  }

  @Test("Hits come by severity, then rule, then the bytes of the subject")
  func sorted() throws {
    let spool = try FindingSpool()
    try spool.add([
      hit("b.three", "u1", .low), hit("b.three", "u1", .critical), hit("a.two", "\u{10000}"),
    ])
    try spool.add([
      hit("a.two", "\u{FFFF}"), hit("a.two", "e\u{301}"), hit("a.two", "\u{E9}"), hit("a.two", "Z"),
      hit("a.two", "a"), hit("a.one", "z"), hit("a.two", ""),
    ])
    #expect(
      try order(spool) == [
        "critical b.three u1", "high a.one z", "high a.two ", "high a.two Z", "high a.two a",
        "high a.two e\u{301}", "high a.two \u{E9}", "high a.two \u{FFFF}", "high a.two \u{10000}",
      ])
  }

  @Test("Two hits of one rule and subject are one, with the records of both")
  func merged() throws {
    let spool = try FindingSpool()
    func reference(_ row: Int64) -> EvidenceReference { .init(stream: .ledger, row: row) }
    try spool.add([
      hit("a.one", "u1", .medium, message: "later", evidence: [reference(1), reference(2)]),
      hit("a.one", "u1", .high, message: "first", evidence: [reference(2), reference(3)]),
    ])
    var hits: [RuleHit] = []
    try spool.forEachHit { (hit, _) throws(StoreError) in hits.append(hit) }
    #expect(
      hits == [
        hit(
          "a.one", "u1", .high, message: "first",
          evidence: [reference(2), reference(3), reference(1)])
      ])
  }

  @Test("Several threads may add at once")
  func threads() async throws {
    let spool = try FindingSpool()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<50 {
            do {
              try spool.add([hit("a.one", "\(task)-\(index)")])
            } catch {
              Issue.record(error)
            }
          }
        }
      }
    }
    #expect(try order(spool).count == 400)
  }

  @Test("A fingerprint is the start of a SHA-256 over rule, kind and subject")
  func fingerprint() {
    // printf 'link.orphaned-rows\0user\0usr_2' | sha256sum
    #expect(
      Fingerprint.of(rule: "link.orphaned-rows", subject: Subject(kind: .user, id: "usr_2"))
        == "250b89ca9aafbd94")
  }

  @Test("The list of records is read as it was written, and nothing else is")
  func evidenceList() {
    let list = [
      EvidenceReference(stream: .ledger, row: 12),
      EvidenceReference(stream: .rows, row: 9_000_000_000),
    ]
    #expect(EvidenceList.text(list) == #"[["ledger",12],["rows",9000000000]]"#)
    #expect(EvidenceList.references(EvidenceList.text(list)) == list)
    #expect(EvidenceList.references(EvidenceList.text(list), limit: 1) == [list[0]])
    #expect(EvidenceList.references("[]") == [])
    for text in ["", "[", "[[\"ledger\",1]", "[[\"other\",1]]", "[[\"ledger\",x]]", "[] "] {
      #expect(EvidenceList.references(text) == nil, "\(text)")
    }
  }
}
