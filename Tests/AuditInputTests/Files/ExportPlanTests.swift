import AuditInput
import AuditModel
import Glibc
import Testing

@Suite struct ExportPlanTests {
  @Test("a whole disk is refused as no export, after a look at some of it")
  func disk() throws {
    let folder = try ExportFolder()
    for name in ["ledger/1/a.csv", "ledger/2.csv", "ledger/3.csv", "x/notes.txt"] {
      try folder.write(name, "")
    }
    // The folders and notes.txt.
    #expect(try ExportPlan.make(arguments: [folder.path], otherLimit: 5).files.count == 3)
    #expect(
      throws: InputError(
        path: folder.path,
        reason: "holds more than 4 files and folders of no stream: it is no export; name the "
          + "folder of the export itself")
    ) {
      try ExportPlan.make(arguments: [folder.path], otherLimit: 4)
    }
  }

  @Test("a file belongs to the stream its name starts with, else to the topmost folder's")
  func streams() throws {
    let folder = try ExportFolder()
    for name in [
      "ledger.ndjson", "ledger-2026-10-01.csv.gz", "Ledger_eu.json", "ledgerx.ndjson", "MAIL",
      "nested/deep/rows/chats/part.csv", "sessions/2026/links.csv", "sessions/2026/a.csv",
      "attempts/ledger/b.csv", "siwa-audit.json", "siwa-audit.waivers.json", ".DS_Store",
      "sub/siwa-audit.json", "app/Info.plist", "exchanges-1.ndjson", "app/notes.txt", "ledger.sql",
      "notes.txt",
    ] {
      try folder.write(name, "")
    }
    let plan = try ExportPlan.make(arguments: [folder.path])
    #expect(
      plan.files.map { "\($0.name) \($0.content.kind) \($0.format.map { "\($0)" } ?? "?")" }
        == [
          "Ledger_eu.json ledger json", "MAIL mail ?", "attempts/ledger/b.csv attempts table",
          "exchanges-1.ndjson exchanges lines",
          "ledger-2026-10-01.csv.gz ledger table", "ledger.ndjson ledger lines",
          "ledger.sql dump dump",
          "nested/deep/rows/chats/part.csv rows table", "sessions/2026/a.csv sessions table",
          "sessions/2026/links.csv links table",
        ])
    #expect(
      plan.others.map { "\($0.name): \($0.outcome)" } == [
        #".DS_Store: notRecognised("is a hidden file")"#,
        #"app/notes.txt: notRecognised("is none of the app\'s own files that are read")"#,
        #"ledgerx.ndjson: notRecognised("is named after no stream")"#,
        #"notes.txt: notRecognised("is named after no stream")"#,
        #"sub/siwa-audit.json: notRecognised("is read at the top of an export only")"#,
      ])
    #expect(plan.appFiles.map { "\($0.name) \($0.kind)" } == ["app/Info.plist infoPlist"])
    #expect(plan.configurationPath == folder.path + "/siwa-audit.json")
    #expect(plan.waiversPath == folder.path + "/siwa-audit.waivers.json")
  }

  @Test("what the program itself wrote is named and not read, unless --stream asks for it")
  func ownFiles() throws {
    let folder = try ExportFolder()
    try folder.write("rows.csv", "")
    try folder.write("output/rows-to-delete.csv", "")
    let own = folder.path + "/output/rows-to-delete.csv"
    let plan = try ExportPlan.make(arguments: [folder.path], ownFiles: [own])
    #expect(plan.files.map(\.name) == ["rows.csv"])
    #expect(
      plan.others.map { "\($0.name): \($0.outcome)" }
        == [#"output/rows-to-delete.csv: notRecognised("was written by siwa-audit")"#])
    let asked = try ExportPlan.make(
      arguments: [folder.path], streamOverrides: [StreamOverride(stream: .rows, path: own)],
      ownFiles: [own])
    #expect(asked.files.map(\.name) == ["output/rows-to-delete.csv", "rows.csv"])
  }

  @Test("links inside the export are followed, everything that is no regular file is named")
  func oddEntries() throws {
    let folder = try ExportFolder()
    let outside = try ExportFolder()
    try outside.write("links.csv", "")
    try folder.write("data/ledger.csv", "")
    symlink("data/ledger.csv", folder.path + "/ledger-link.csv")
    symlink(outside.path + "/links.csv", folder.path + "/links.csv")
    symlink(".", folder.path + "/loop")
    symlink("mail.csv", folder.path + "/mail.csv")
    mkfifo(folder.path + "/rows.ndjson", 0o600)
    symlink("/dev/zero", folder.path + "/balances.csv")
    let plan = try ExportPlan.make(arguments: [folder.path])
    #expect(plan.files.map(\.name) == ["data/ledger.csv", "ledger-link.csv"])
    #expect(
      plan.files.map(\.path) == [String](repeating: folder.path + "/data/ledger.csv", count: 2))
    #expect(
      plan.others.map { "\($0.name): \($0.outcome)" } == [
        #"balances.csv: notRecognised("is a link that leads out of the export")"#,
        #"links.csv: notRecognised("is a link that leads out of the export")"#,
        #"loop: notRecognised("is a link to something that is no regular file")"#,
        #"mail.csv: notRecognised("is a link that leads nowhere: Too many levels of symbolic links")"#,
        #"rows.ndjson: notRecognised("is a FIFO, not a file")"#,
      ])
  }

  @Test("a FIFO or a device named on the command line is refused, not waited for")
  func oddArguments() throws {
    let folder = try ExportFolder()
    mkfifo(folder.path + "/ledger.csv", 0o600)
    for path in [folder.path + "/ledger.csv", "/dev/null", folder.path + "/absent"] {
      #expect(throws: InputError.self) { try ExportPlan.make(arguments: [path]) }
    }
  }

  @Test("--stream says what a file is, wherever it is; - is standard input")
  func overrides() throws {
    let folder = try ExportFolder()
    try folder.write("export/users.csv", "")
    try folder.write("movements.txt", "")
    let plan = try ExportPlan.make(
      arguments: [folder.path + "/export"],
      streamOverrides: [
        StreamOverride(stream: .accounts, path: folder.path + "/export/users.csv"),
        StreamOverride(stream: .ledger, path: folder.path + "/movements.txt"),
        StreamOverride(stream: .mail, path: "-"),
      ])
    #expect(
      plan.files.map { "\($0.name) \($0.content.kind)" } == [
        "movements.txt ledger", "users.csv accounts", "- mail",
      ])
    #expect(plan.others.isEmpty)
  }

  @Test("a path that two exports share is told apart by the folder's name")
  func severalExports() throws {
    let folder = try ExportFolder()
    for night in ["2026-10-02", "2026-10-01"] {
      try folder.write(night + "/ledger.csv", "")
      try folder.write(night + "/siwa-audit.json", "{}")
    }
    try folder.write("2026-10-02/mail.csv", "")
    let arguments = ["/2026-10-02", "/2026-10-01"].map { folder.path + $0 }
    let plan = try ExportPlan.make(arguments: arguments)
    #expect(
      plan.files.map(\.name) == ["2026-10-01/ledger.csv", "2026-10-02/ledger.csv", "mail.csv"])
    try folder.write("2026-10-01/siwa-audit.json", "{ }")
    #expect(throws: InputError.self) { try ExportPlan.make(arguments: arguments) }
    #expect(throws: Never.self) {
      try ExportPlan.make(arguments: arguments, isConfigurationGiven: true)
    }
  }

  @Test("a single file's path is its name")
  func singleFile() throws {
    let folder = try ExportFolder()
    try folder.write("deep/ledger.csv", "")
    let plan = try ExportPlan.make(arguments: [folder.path + "/deep/ledger.csv"])
    #expect(plan.files.map(\.name) == ["ledger.csv"])
  }
}

extension FileContent {
  /// Its stream, or `mapping` or `dump`.
  fileprivate var kind: String { String(identity.prefix { $0 != " " }) }
}
