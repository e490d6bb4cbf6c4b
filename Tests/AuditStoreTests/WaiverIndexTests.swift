import AuditModel
import Testing

@testable import AuditStore

@Suite struct WaiverIndexTests {
  private static let found = hit("a.one", "u1")
  private static let fingerprint = Fingerprint.of(rule: "a.one", subject: found.subject)

  private func waiver(
    _ fingerprint: String?, rule: String? = nil, subject: String? = nil, end: Int64 = 1000
  ) -> Waiver {
    Waiver(
      fingerprint: fingerprint, rule: rule, subject: subject, reason: "r", until: "then", end: end)
  }

  private func accepts(_ waiver: Waiver, asOf: Int64 = 1000) throws -> Bool {
    var index = WaiverIndex([waiver], asOf: asOf)
    return index.accepts(
      Self.found, fingerprint: try #require(Fingerprint.number(Self.fingerprint)))
  }

  @Test("All that a waiver names must fit the finding")
  func names() throws {
    let mark = Self.fingerprint
    #expect(try accepts(waiver(mark)))
    #expect(try accepts(waiver(mark, rule: "a.one", subject: "u1")))
    #expect(try !accepts(waiver(mark, rule: "a.two")))
    #expect(try !accepts(waiver(mark, subject: "u2")))
    #expect(try accepts(waiver(nil, rule: "a.one", subject: "u1")))
    #expect(try !accepts(waiver(nil, rule: "a.oneu", subject: "1")))
    #expect(try !accepts(waiver("00000000000000aa")))
  }

  @Test("A waiver counts at its last moment and not after it, and warns from two weeks before")
  func ends() throws {
    #expect(try accepts(waiver(Self.fingerprint, end: 1000), asOf: 1000))
    #expect(try !accepts(waiver(Self.fingerprint, end: 1000), asOf: 1001))
    let store = try AuditStore.opened(":memory:")
    func state(_ asOf: Int64) throws -> WaiverUse.State? {
      try store.uses(
        of: [waiver(Self.fingerprint, end: WaiverUse.warningSpan + 5)], counts: [1],
        outcomes: outcomes([], evaluated: nil), asOf: asOf
      ).first?.state
    }
    #expect(try state(4) == .active)
    #expect(try state(5) == .expiring)
    #expect(try state(WaiverUse.warningSpan + 5) == .expiring)
    #expect(try state(WaiverUse.warningSpan + 6) == .expired)
  }

  @Test("A fingerprint alone is of a rule that earlier runs tell")
  func notChecked() throws {
    let folder = try ScratchFolder()
    _ = try AuditStore.opened(folder.database).finish([Self.found])
    let store = try AuditStore.opened(folder.database)
    func state(_ evaluated: Set<String>) throws -> WaiverUse.State? {
      try store.uses(
        of: [waiver(Self.fingerprint)], counts: [0],
        outcomes: outcomes([], evaluated: evaluated), asOf: 0
      ).first?.state
    }
    #expect(try state(["a.two", "b.three"]) == .notChecked)
    #expect(try state(["a.one"]) == .unused)
  }

  @Test("The waivers of a run are kept for who reads it later, in their order")
  func kept() throws {
    let store = try AuditStore.opened(":memory:")
    var full = waiver(Self.fingerprint, rule: "a.one", subject: "u1")
    full.by = "QA"
    full.ticket = "APP-7"
    for waivers in [[full, waiver(nil, rule: "a.one", subject: "u1", end: 5)], [full]] {
      try store.keep(waivers)
      let index = try WaiverIndex(store.connection, asOf: 0)
      #expect(
        index.waivers(
          of: "a.one", subject: "u1",
          fingerprint: try #require(Fingerprint.number(Self.fingerprint))) == waivers)
    }
  }
}
