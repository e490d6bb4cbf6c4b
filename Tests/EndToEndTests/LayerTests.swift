import TestSupport
import Testing

/// SwiftPM lets a module import what its dependencies depend on; the house does not.
@Suite struct LayerTests {
  private static let allowed: [String: Set<String>] = [
    "AuditModel": [],
    "AuditInput": ["AuditModel", "CCrypto", "CZlib", "CSimdjson"],
    "AuditStore": ["AuditModel", "AuditInput", "CSQLite", "CRecordFeed"],
    "AuditRules": ["AuditModel", "AuditStore"],
    "AuditReport": ["AuditModel", "CReport", "CCrypto"],
    "AuditPipeline": ["AuditModel", "AuditInput", "AuditStore", "AuditRules", "AuditReport"],
    "AuditSample": ["AuditModel"],
    "siwa-audit": ["AuditModel", "AuditPipeline", "AuditSample"],
  ]
  private static let system: Set<String> = [
    "Darwin", "Glibc", "Dispatch", "Foundation", "FoundationEssentials", "Synchronization",
  ]

  @Test("modules import only what the layers allow", arguments: allowed.keys.sorted())
  func imports(module: String) throws {
    let allowed = try #require(Self.allowed[module])
    let files = Project.files(in: "Sources/\(module)").filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      for name in imports(in: try Project.text("Sources/\(module)/\(file)")) {
        #expect(
          allowed.contains(name) || (Self.system.contains(name) && module != "AuditModel"),
          "\(module)/\(file) imports \(name)")
      }
    }
  }

  @Test("the check sees an import")
  func teeth() {
    #expect(
      imports(in: "internal import AuditStore\n  package import AuditModel\nlet x = 1")
        == ["AuditStore", "AuditModel"])
  }

  private func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 1, index + 1 < words.count
      else { return nil }
      return String(words[index + 1])
    }
  }
}
