import AuditInput
import AuditModel
import Testing

@testable import AuditStore

@Suite("The settings of a run")
struct DeriveSettingTests {
  private func derive(
    _ configuration: Configuration = Configuration(), asOf: Int64? = nil,
    change: (inout History) -> Void
  ) throws -> (setting: DerivedSetting, store: AuditStore) {
    var history = History(platform: nil)
    change(&history)
    let store = try history.store()
    let setting = try Derivation.run(
      on: store.connection, configuration: configuration, asOf: asOf)
    return (setting, store)
  }

  @Test("The audit speaks for the time it is given, else the export's, else the newest happening")
  func asOf() throws {
    var configuration = Configuration()
    let change: (inout History) -> Void = { history in
      history.session("s", "u", at: 10, ["expires_at": .integer(seconds(900))])
      history.row("1", "u", "gift", 1, at: 20, started: 800)
      history.deletion("d", "u", requested: 15, ["revoked_at": .integer(seconds(30))])
    }
    #expect(try derive(change: change).setting.asOf == seconds(30))
    #expect(try derive { $0.row("1", "u", "gift", 1, at: 20) }.setting.asOf == seconds(20))
    #expect(try derive { _ in }.setting.asOf == 0)
    configuration.export.exportedAt = seconds(5)
    #expect(try derive(configuration, change: change).setting.asOf == seconds(5))
    #expect(try derive(configuration, asOf: 7, change: change).setting.asOf == 7)
  }

  @Test("The platform shows in links and unlink steps; sessions last seven days there")
  func platform() throws {
    let week: Int64 = 7 * 86_400_000_000
    let direct = try derive { $0.deletion("d", "u", requested: 1, ["revoke_status": 200]) }.setting
    #expect(direct.platform == .direct)
    #expect(direct.sessionLifetime == nil)
    let linked = try derive { $0.link("k", "a", "b", at: 1, status: 409) }.setting
    #expect(linked.platform == .speed)
    #expect(linked.sessionLifetime == week)
    let unlinked = try derive { $0.deletion("d", "u", requested: 1, ["unlink_status": 500]) }
    #expect(unlinked.setting.platform == .speed)
    var configuration = Configuration()
    configuration.app.platform = .direct
    configuration.policy.sessionLifetime = 9
    let given = try derive(configuration) { $0.link("k", "a", "b", at: 1) }.setting
    #expect(given.platform == .direct)
    #expect(given.sessionLifetime == 9)
  }

  @Test("The configuration is written for the rules, and a second run replaces the first")
  func lists() throws {
    var configuration = Configuration()
    configuration.app.bundleIds = ["com.example.app"]
    configuration.app.deletionInApp = false
    configuration.export.complete = [.ledger, .sessions]
    configuration.products = ["small": 85_000_000]
    let (_, store) = try derive(configuration) { $0.row("1", "u", "gift", 1, at: 20) }
    #expect(
      try store.rows("SELECT name, value FROM setting_list ORDER BY 1, 2") == [
        "bundleIds|com.example.app", "complete|ledger", "complete|sessions",
        "issuers|https://appleid.apple.com",
      ])
    #expect(try store.rows("SELECT * FROM product") == ["small|85000000"])
    #expect(
      try store.rows("SELECT platform, app, deletion_in_app, skew, oldest_ledger_at FROM setting")
        == ["direct|app|0|60000000|20000000"])
  }

  @Test("Snapshots of tonight get tonight's time and keep it")
  func snapshots() throws {
    var history = History()
    history.add(.rows, ["table_name": "t", "row_id": "1", "user": "u"])
    let store = try history.store(asOf: 50)
    #expect(try store.rows("SELECT table_name, at FROM snapshot") == ["t|50"])
    _ = try Derivation.run(on: store.connection, configuration: Configuration(), asOf: 99)
    #expect(try store.rows("SELECT table_name, at FROM snapshot") == ["t|50"])
  }
}
