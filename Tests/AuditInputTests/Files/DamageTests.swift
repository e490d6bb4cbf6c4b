import AuditInput
import AuditModel
import Glibc
import Testing

@Suite struct DamageTests {
  static let line = Array(#"{"userId":"u1"}"#.utf8) + [0x0A]

  @Test("gzip is read by its bytes, all members of it, with zero bytes behind")
  func gzip() throws {
    let folder = try ExportFolder()
    try folder.writeGzip("accounts-1.ndjson.gz", [Self.line])
    try folder.writeGzip("accounts-2.ndjson", [Self.line, Self.line, []])
    try folder.write(
      "accounts-3.ndjson.gz",
      try folder.bytes("accounts-1.ndjson.gz") + [UInt8](repeating: 0, count: 600))
    try folder.write("accounts-4.ndjson.gz", [UInt8]())
    try folder.writeGzip("accounts-5.ndjson.gz", [[]])
    #expect(
      try folder.read().map(\.text) == [
        "1 user=u1", "1 user=u1\n2 user=u1", "1 user=u1", "", "",
      ])
  }

  @Test("gzip that is cut, altered, followed by bytes, nested or none is damaged")
  func brokenGzip() throws {
    let folder = try ExportFolder()
    try folder.writeGzip("good.gz", [Self.line])
    let good = try folder.bytes("good.gz")
    try folder.write("accounts-1.ndjson.gz", Array(good.dropLast(3)))
    try folder.write("accounts-2.ndjson.gz", good + [0x41])
    try folder.write("accounts-3.ndjson.gz", good + Array(good.prefix(12)))
    var altered = good
    altered[altered.count - 6] ^= 1
    try folder.write("accounts-4.ndjson.gz", altered)
    try folder.write("accounts-5.ndjson.gz", Self.line)
    try folder.writeGzip("accounts-6.ndjson.gz", [good])
    #expect(
      try folder.read().map { $0.summary.damage ?? "-" } == [
        "is cut short: the gzip data ends in its midst",
        "has bytes after the end of its gzip data",
        "is cut short: the gzip data ends in its midst",
        "is damaged gzip data",
        "is named .gz and is no gzip data",
        "is gzip within gzip: it is not what its name says",
      ])
  }

  @Test("a file that swells without end is stopped")
  func bomb() throws {
    let folder = try ExportFolder()
    let zeros = [UInt8](repeating: 0x20, count: 8 << 20)
    try folder.writeGzip("accounts.ndjson.gz", [[UInt8]](repeating: zeros, count: 12))
    let damage = try folder.read().first?.summary.damage
    #expect(damage == "swells to more than 200 times its size: it is no export")
  }

  @Test("a bomb of tiny broken records is stopped before they are many")
  func recordBomb() throws {
    let folder = try ExportFolder()
    let line = [UInt8](repeating: 0x78, count: 1023) + [0x0A]
    let part = [[UInt8]](repeating: line, count: 1 << 10).flatMap(\.self)
    try folder.writeGzip("accounts.ndjson.gz", [[UInt8]](repeating: part, count: 40))
    let summary = try #require(try folder.read().first?.summary)
    #expect(summary.damage == "swells to more than 200 times its size: it is no export")
    #expect(summary.records < 10 << 10)
  }

  @Test("UTF-16 is refused by name, a UTF-8 mark is skipped once, Latin-1 rejects its record")
  func encodings() throws {
    for mark in [[0xFF, 0xFE] as [UInt8], [0xFE, 0xFF]] {
      let read = try ExportFolder.read("accounts.ndjson", mark + [0x7B, 0x00])
      #expect(read.text == "damage: is UTF-16: export it as UTF-8")
    }
    for name in ["accounts.ndjson", "accounts.csv", "accounts.json"] {
      for isLittle in [true, false] {
        let wide = Self.line.flatMap { byte -> [UInt8] in isLittle ? [byte, 0] : [0, byte] }
        #expect(try ExportFolder.read(name, wide).text == "damage: is UTF-16: export it as UTF-8")
      }
    }
    for wide in [
      [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x7B],
      Self.line.flatMap { [$0, 0, 0, 0] }, Self.line.flatMap { [0, 0, 0, $0] },
    ] as [[UInt8]] {
      #expect(
        try ExportFolder.read("accounts.ndjson", wide).text
          == "damage: is UTF-32: export it as UTF-8")
    }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    #expect(try ExportFolder.read("accounts.ndjson", mark + Self.line).text == "1 user=u1")
    #expect(
      try ExportFolder.read("accounts.ndjson", mark + mark + Self.line).text
        == "1 -: this is no JSON object")
    let latin = Array(#"{"userId":""#.utf8) + [0xFC] + Array(#""}"#.utf8) + [0x0A]
    #expect(
      try ExportFolder.read("accounts.ndjson", Self.line + latin + Self.line).text
        == "1 user=u1\n3 user=u1\n2 -: it is no valid UTF-8 (byte 12)")
  }

  @Test("a file that is written to while it is read is damaged")
  func changing() throws {
    let folder = try ExportFolder()
    var bytes: [UInt8] = []
    for _ in 0..<200_000 { bytes += Self.line }
    try folder.write("accounts.ndjson", bytes)
    let file = try #require(try ExportPlan.make(arguments: [folder.path]).files.first)
    let path = folder.path + "/accounts.ndjson"
    let reader = FileReader(configuration: Configuration(), emailKey: [1])
    var hasWritten = false
    let summary = reader.read(file) { _ in
      guard !hasWritten, let handle = fopen(path, "ab") else { return }
      hasWritten = true
      fputs("{\"userId\":\"late\"}\n", handle)
      fclose(handle)
    }
    #expect(hasWritten)
    #expect(
      summary.damage == "changed while it was read: export to another name, then rename")
  }

  @Test("a file that is gone or unreadable is damaged, with the system's word for it")
  func absent() throws {
    let folder = try ExportFolder()
    let file = PlannedFile(
      path: folder.path + "/ledger.csv", name: "ledger.csv", stream: .ledger, format: .table)
    #expect(ReadBack(file).text == "damage: can't be opened: No such file or directory")
    #expect(FileDigest.sha256(ofFileAt: folder.path + "/ledger.csv") == nil)
  }

  @Test("the digest is that of the file's own bytes, in both ways to get it")
  func digest() throws {
    let folder = try ExportFolder()
    try folder.writeGzip("accounts.ndjson", [Self.line])
    let read = try #require(try folder.read().first)
    #expect(read.summary.sha256 == FileDigest.sha256(ofFileAt: folder.path + "/accounts.ndjson"))
    #expect(read.summary.byteCount == (try folder.bytes("accounts.ndjson").count))
    let empty = try ExportFolder.read("accounts.csv", "")
    #expect(
      empty.summary.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
