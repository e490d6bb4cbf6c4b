import AuditRules
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The clauses that rules and checklist items cite are told in data/guidelines.xml.
@Suite struct GuidelinesTests {
  @Test("a source of Apple's names a clause that is told, and links to one")
  func sources() throws {
    let clauses = try Clauses()
    #expect(clauses.titles.count >= 15)
    #expect(clauses.texts.allSatisfy { $0.utf8.count > 40 })
    var checked = 0
    let rules = HouseTests.rules.map { file in
      (id: file.rule.id, source: file.rule.source, sourceLink: file.rule.sourceLink)
    }
    let items = ChecklistTests.items.map { item in
      (id: "checklist item \(item.number)", source: item.source, sourceLink: item.sourceLink)
    }
    #expect(items.count == 25)
    for rule in rules + items {
      let isApple = rule.source.hasPrefix("App Review") || rule.source.hasPrefix("Apple, ")
      guard isApple else { continue }
      checked += 1
      if rule.source.hasPrefix("App Review Guideline ") {
        let number = rule.source.split(separator: " ")[3].split(separator: ",")[0]
        #expect(clauses.numbers.contains(String(number)), "\(rule.id): \(rule.source)")
      }
      let titles = rule.source.matches(of: /"([^"]+)"/).map { String($0.output.1) }
      #expect(!titles.isEmpty, "\(rule.id): \(rule.source)")
      for title in titles {
        #expect(clauses.titles.contains(title), "\(rule.id): \(title)")
      }
      #expect(clauses.links.contains(rule.sourceLink ?? ""), "\(rule.id): \(rule.sourceLink ?? "")")
    }
    #expect(checked > 20)
  }
}

private final class Clauses: NSObject, XMLParserDelegate {
  private(set) var numbers: Set<String> = []
  private(set) var titles: Set<String> = []
  private(set) var links: Set<String> = []
  private(set) var texts: [String] = []

  init(_ path: String = ExampleBench.home + "/data/guidelines.xml") throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    parser.delegate = self
    try #require(parser.parse())
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guard name == "clause" else { return }
    if let number = attributes["number"] { numbers.insert(number) }
    if let title = attributes["title"] { titles.insert(title) }
    if let link = attributes["href"] { links.insert(link) }
    texts.append("")
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if !texts.isEmpty { texts[texts.count - 1] += string.trimmingCharacters(in: .whitespaces) }
  }
}
