import AuditInput
import AuditModel
import Glibc
import Testing

/// Files that nobody on this project wrote, where they are at hand.
@Suite struct RealExportTests {
  static let folder = getenv("SIWA_AUDIT_REALDATA").map { String(cString: $0) }

  private func read(_ path: String, _ stream: Stream, _ root: String) throws -> ReadBack {
    let argument = root + "/" + path
    let plan = try ExportPlan.make(
      arguments: [], streamOverrides: [StreamOverride(stream: stream, path: argument)])
    return ReadBack(try #require(plan.files.first))
  }

  @Test("exports that people have are read or refused in plain words")
  func exports() throws {
    guard let root = Self.folder else {
      print("SKIPPED: SIWA_AUDIT_REALDATA names no folder with real files")
      return
    }
    let apple = "apple+app-store-server-library-swift/Tests/AppStoreServerLibraryTests/resources"
    let history = try read(apple + "/models/transactionHistoryResponse.json", .purchases, root)
    #expect(history.summary.records == 2)
    #expect(history.summary.isIncomplete)
    #expect(history.summary.damage == nil)
    let transaction = try read(apple + "/models/signedTransaction.json", .purchases, root)
    #expect(transaction.records.count == 1)
    let notification = try read(apple + "/models/signedNotification.json", .notifications, root)
    #expect(notification.records.count == 1)
    let clerk = try read("clerk+migration-tool/samples/clerk.csv", .accounts, root)
    #expect(
      clerk.summary.damage == "has no column 'userId' in its header: rename the one that holds it")
    let auth0 = try read("clerk+migration-tool/samples/auth0.json", .accounts, root)
    #expect(auth0.summary.damage == nil)
    #expect(auth0.rejects.isEmpty)
    let firebase = try read("clerk+migration-tool/samples/firebase.json", .accounts, root)
    #expect(firebase.summary.damage == nil)
    #expect(firebase.summary.records > 0)
  }
}
