import AuditReport
import Foundation
import Testing

@Suite struct AtomicFileTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
  }

  func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue
  }

  @Test("a committed file has its bytes, mode 0600 and nothing beside it")
  func commit() throws {
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    try file.write("one ")
    try file.write(Array("two".utf8))
    #expect(try folder.names().count == 1)
    #expect(try folder.names() != ["report.xml"])
    try file.commit()
    #expect(try folder.names() == ["report.xml"])
    #expect(try folder.text("report.xml") == "one two")
    #expect(try mode("report.xml") == 0o600)
  }

  @Test("a file that is not committed leaves the last one as it was")
  func abandoned() throws {
    try folder.put("last night", in: "report.xml")
    do {
      let file = try AtomicFile(replacing: folder.file("report.xml"))
      try file.write(String(repeating: "x", count: 200_000))
      #expect(try folder.text("report.xml") == "last night")
    }
    #expect(try folder.names() == ["report.xml"])
    #expect(try folder.text("report.xml") == "last night")
  }

  @Test("a mode that was open is closed by the next report")
  func oldMode() throws {
    try folder.put("last night", in: "report.xml")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.file("report.xml"))
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    try file.commit()
    #expect(try mode("report.xml") == 0o600)
  }

  @Test("a link at the target is replaced and what it leads to stays")
  func link() throws {
    try folder.put("precious", in: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("report.xml"), withDestinationPath: folder.file("elsewhere"))
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    try file.write("new")
    try file.commit()
    #expect(try folder.text("elsewhere") == "precious")
    #expect(try folder.text("report.xml") == "new")
    #expect(throws: (any Error).self) {
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("report.xml"))
    }
  }

  @Test("what a killed run left is removed, what a living one holds is not")
  func leftovers() throws {
    try folder.put("half", in: ".report.xml.4194000-0.siwa-audit-part")
    try folder.put("half", in: ".findings.csv.1-0.siwa-audit-part")
    try folder.put("mine", in: ".other")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(".planted.siwa-audit-part"), withDestinationPath: folder.file(".other"))
    let living = try AtomicFile(replacing: folder.file("report.xml"))
    try living.write("whole")
    let second = try AtomicFile(replacing: folder.file("report.html"))
    #expect(try folder.names().count == 3)
    try living.commit()
    try second.commit()
    #expect(try folder.names() == [".other", "report.html", "report.xml"])
    #expect(try folder.text(".other") == "mine")
    #expect(try folder.text("report.xml") == "whole")
  }

  @Test("a link planted at the temporary name is not followed")
  func plantedTemporary() throws {
    try folder.put("precious", in: "elsewhere")
    let name = ".report.xml.\(getpid())-0.siwa-audit-part"
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(name), withDestinationPath: folder.file("elsewhere"))
    let file = try AtomicFile(replacing: folder.file("report.xml"))
    try file.write("new")
    try file.commit()
    #expect(try folder.text("elsewhere") == "precious")
    #expect(try folder.names() == ["elsewhere", "report.xml"])
  }

  @Test("a folder in the target's place is an error with path and action")
  func folderInPlace() throws {
    let path = folder.file("report.xml")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let file = try AtomicFile(replacing: path)
    let error = #expect(throws: ReportError.self) { try file.commit() }
    #expect(error?.description == "\(path): error: putting it in place: Is a directory")
    #expect(try folder.names() == ["report.xml"])
  }

  @Test("a missing folder is an error before anything is written")
  func missingFolder() throws {
    let path = folder.file("nowhere/report.xml")
    let error = #expect(throws: ReportError.self) { try AtomicFile(replacing: path) }
    #expect(error?.action == "opening its folder")
  }

  @Test("the output folder is made with mode 0700 and taken as it is when it is there")
  func outputFolder() throws {
    try OutputFolder.make(folder.file("output"))
    #expect(try mode("output") == 0o700)
    try OutputFolder.make(folder.file("output"))
    try folder.put("", in: "file")
    #expect(throws: ReportError.self) { try OutputFolder.make(folder.file("file")) }
    #expect(throws: ReportError.self) { try OutputFolder.make(folder.file("a/b")) }
  }
}
