// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

func module(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

let package = Package(
  name: "siwa-audit",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "siwa-audit", targets: ["siwa-audit"])],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CCrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0",
      providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]),
    .target(
      name: "CReport", dependencies: ["CLibXML2"],
      linkerSettings: [.linkedLibrary("xslt"), .linkedLibrary("xml2")]),
    .target(name: "CRecordFeed", dependencies: ["CSQLite"]),
    .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),

    module("AuditModel", []),
    module("AuditInput", ["AuditModel", "CCrypto", "CZlib", "CSimdjson"]),
    module("AuditStore", ["AuditModel", "AuditInput", "CSQLite", "CRecordFeed"]),
    module("AuditRules", ["AuditModel", "AuditStore"]),
    module("AuditReport", ["AuditModel", "CReport", "CCrypto"]),
    module(
      "AuditPipeline",
      ["AuditModel", "AuditInput", "AuditStore", "AuditRules", "AuditReport"]),
    module("AuditSample", ["AuditModel"]),
    .executableTarget(
      name: "siwa-audit", dependencies: ["AuditModel", "AuditPipeline", "AuditSample"],
      exclude: ["Documentation.docc"], swiftSettings: strict),

    .target(
      name: "TestSupport",
      dependencies: ["AuditModel", "AuditInput", "AuditStore", "AuditRules", "AuditPipeline"],
      path: "Tests/TestSupport", swiftSettings: strict),
    tests("AuditModelTests", ["AuditModel"]),
    tests("AuditInputTests", ["AuditInput", "CSimdjson", "CZlib"]),
    tests("AuditStoreTests", ["AuditStore", "AuditInput"]),
    tests("AuditRulesTests", ["AuditRules", "AuditStore", "AuditModel", "CSQLite"]),
    tests("AuditReportTests", ["AuditReport", "AuditModel"]),
    tests("OracleTests", ["AuditPipeline", "AuditStore", "AuditRules", "AuditInput"]),
    tests("SampleTests", ["AuditSample", "AuditPipeline", "AuditRules", "AuditModel", "CSQLite"]),
    tests("EndToEndTests", ["siwa-audit"]),
  ],
  cLanguageStandard: .c17,
  cxxLanguageStandard: .cxx17
)
