import Foundation
import TestSupport
import Testing

/// The words about the program, compared with the program.
@Suite struct DocumentationTests {
  private let tool = Tool()

  /// Commands as the general help lists them.
  private func commands() throws -> [String] {
    try tool.run("--help").output.split(separator: "\n")
      .drop { $0 != "Commands:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// Long options as a command's help lists them.
  private func options(of command: String) throws -> [String] {
    try tool.run(command, "--help").output.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("--") }.map {
        String($0.prefix { $0 != "," })
      }
    }
  }

  @Test("help goes to standard output with exit 0")
  func help() throws {
    for command in try commands() {
      let result = try tool.run(command, "--help")
      #expect(result.code == 0)
      #expect(result.errors == "")
      #expect(result.output.hasPrefix("Usage: siwa-audit \(command)"))
    }
    #expect(try commands().count >= 4)
  }

  @Test("the manual page tells of every command and option, and of no other option")
  func manual() throws {
    let page = try Project.text("packaging/siwa-audit.1")
      .replacingOccurrences(of: "\\-", with: "-")
    var all: Set<String> = []
    for command in try commands() {
      #expect(page.contains(".SS \(command)"), "\(command) is missing")
      for option in try options(of: command) {
        all.insert(option)
        #expect(page.contains(option), "\(option) of \(command) is missing")
      }
    }
    let pattern = try Regex("--[a-z][a-z-]+")
    for match in page.matches(of: pattern) {
      #expect(all.contains(String(page[match.range])), "\(page[match.range]) is no option")
    }
  }

  @Test("every command and option that the README names is there")
  func readme() throws {
    let readme = try Project.text("README.md")
    let known = try commands()
    var all: Set<String> = []
    for command in known { all.formUnion(try options(of: command)) }
    let named = try Regex("siwa-audit (audit|inspect|rules|validate|[a-z]+) ")
    var count = 0
    for match in readme.matches(of: named) {
      let command = readme[match.range].split(separator: " ")[1]
      #expect(known.contains(String(command)), "\(command) is no command")
      count += 1
    }
    #expect(count > 2)
    for match in readme.matches(of: try Regex("`?--[a-z][a-z-]+")) {
      let option = readme[match.range].drop { $0 == "`" }
      #expect(all.contains(String(option)), "\(option) is no option")
    }
  }

  @Test("the README's mail is what the demo prints")
  func mail() throws {
    let folder = try TemporaryFolder()
    let result = try tool.run(
      "audit", Project.folder + "/data/samples/demo/input", "--output", folder.path("audit"),
      "--quiet", "--fail-on", "new:high")
    let shown = result.output.replacingOccurrences(of: folder.path("audit"), with: "/srv/audit")
    #expect(try Project.text("README.md").contains("```\n" + shown + "```"))
  }

  @Test("the README's configuration is one that the program takes")
  func configuration() throws {
    let readme = try Project.text("README.md")
    let start = try #require(readme.range(of: "```json5\n"))
    let end = try #require(readme[start.upperBound...].range(of: "```"))
    let folder = try TemporaryFolder()
    try folder.write("e/siwa-audit.json", String(readme[start.upperBound..<end.lowerBound]))
    try folder.write(
      "e/mail.ndjson", #"{"id":"m1","at":"2026-10-01T08:00:00Z","to":"a@b.example"}"#)
    let result = try tool.run("audit", folder.path("e"), "--output", folder.path("out"))
    #expect(result.errors == "")
    #expect(result.code == 0)
  }

  @Test("the version is the same everywhere")
  func version() throws {
    let version = try tool.run("--version").output
    #expect(version.hasPrefix("siwa-audit "))
    let number = version.split(separator: " ")[1].split(separator: "\n")[0]
    #expect(try Project.text("packaging/siwa-audit.1").contains("siwa-audit \(number)"))
  }

  @Test("the rule that CONTRIBUTING writes is one that the program takes, and it finds its fault")
  func contributing() throws {
    let text = try Project.text("CONTRIBUTING.md")
    let start = try #require(text.range(of: "```sql\n"))
    let end = try #require(text[start.upperBound...].range(of: "```"))
    let folder = try TemporaryFolder()
    let rule = String(text[start.upperBound..<end.lowerBound])
    try folder.write("rules/mail/late.sql", rule)
    let explained = try tool.run("rules", "mail.late", "--rules", folder.path("rules"))
    #expect(explained.errors == "")
    #expect(explained.code == 0)
    let example = rule.split(separator: "\n").drop { !$0.hasPrefix("/* @fires") }.dropFirst()
    for line in example.prefix(while: { !$0.hasPrefix("@finds") }) {
      let words = line.split(separator: " ", maxSplits: 1)
      try folder.write("e/\(words[0]).ndjson", words[1] + "\n")
    }
    let result = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--rules", folder.path("rules"))
    #expect(result.code == 0)
    #expect(try folder.text("out/report.xml").contains("<subject kind=\"user\" id=\"u1\"/>"))
  }
}
