import AuditModel
import Foundation
import Testing

@testable import AuditInput

@Suite struct PropertyListTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  private func parse(_ text: String) throws(PropertyList.Failure) -> JSONValue {
    try PropertyList.parse(Array(text.utf8))
  }

  @Test("a property list in XML becomes a tree, references and CDATA resolved")
  func xml() throws {
    let tree = try parse(
      Self.head + """
        <plist version="1.0"><!-- c --><dict>
        <key>a &amp; b</key><string>x&#65;&lt;<![CDATA[<&>]]></string>
        <key>n</key><integer>-12</integer><key>t</key><true/><key>f</key><false></false>
        <key>l</key><array><string/><date>2027-10-01T00:00:00Z</date><data>AAEC</data></array>
        </dict></plist>

        """)
    #expect(
      tree
        == .object([
          .init(name: "a & b", value: .string("xA<<&>"), line: 4),
          .init(name: "n", value: .number("-12"), line: 5),
          .init(name: "t", value: .bool(true), line: 5),
          .init(name: "f", value: .bool(false), line: 5),
          .init(
            name: "l",
            value: .array([.string(""), .string("2027-10-01T00:00:00Z"), .null]), line: 6),
        ]))
  }

  @Test(
    "what is no property list, or declares something, is refused",
    arguments: [
      ("", "is no property list: line 1: it is cut short"),
      ("<plist><dict>", "is no property list: line 1: it is cut short"),
      (
        "<plist><dict/></plist>x",
        "is no property list: line 1: something follows the property list"
      ),
      (
        "<plist><dict><string>a</string></dict></plist>",
        "is no property list: line 1: a '<key>' is missing"
      ),
      ("<plist><b/></plist>", "is no property list: line 1: '<b>' is no value of a property list"),
      (
        "<plist><string>&x;</string></plist>",
        "is no property list: line 1: it uses an entity, which is never resolved"
      ),
      (
        "<!DOCTYPE plist [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><plist/>",
        "is no property list: line 1: its document type declares something, which is never read"
      ),
      (
        "<?xml version='1.0' encoding='UTF-7'?><plist/>",
        "is no property list: line 1: its encoding is not UTF-8"
      ),
      ("{ a = b; }", "is no property list: line 1: a tag is missing"),
    ])
  func refused(_ text: String, _ reason: String) {
    #expect(throws: PropertyList.Failure(reason)) { try parse(text) }
  }

  @Test("depth and size are bounded")
  func bounds() {
    let deep = String(repeating: "<array>", count: 200_000)
    #expect(throws: PropertyList.Failure.self) { try parse("<plist>" + deep) }
    let wide = "<plist><array>" + String(repeating: "<true/>", count: 100_001)
    #expect(throws: PropertyList.Failure.self) { try parse(wide + "</array></plist>") }
  }

  private static var sample: [String: Any] {
    [
      "Name": "Ex\u{E4}mple \u{1F600}", "Count": 300, "Big": Int64.max, "Small": -5, "Yes": true,
      "List": ["a", ["b": "c"], [1, 2]] as [Any], "Raw": Data([1, 2, 3]), "Ratio": 0.5,
      "When": Date(timeIntervalSince1970: 1_822_348_800),
      "Long": (0..<40).map { "item \($0)" },
    ]
  }

  @Test("both forms give what Foundation wrote")
  func differential() throws {
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: Self.sample, format: format, options: 0)
      let tree = try PropertyList.parse(Array(data))
      #expect(tree["Name"] == .string("Ex\u{E4}mple \u{1F600}"))
      #expect(tree["Count"] == .number("300"))
      #expect(tree["Big"] == .number("9223372036854775807"))
      #expect(tree["Small"] == .number("-5"))
      #expect(tree["Yes"] == .bool(true))
      #expect(tree["Raw"] == .null)
      #expect(tree["When"] == .string("2027-10-01T00:00:00Z"))
      #expect(tree["Long"] == .array((0..<40).map { .string("item \($0)") }))
      guard case .array(let list)? = tree["List"] else {
        Issue.record("no list")
        continue
      }
      #expect(list.first == .string("a") && list[1]["b"] == .string("c"))
    }
  }

  @Test("binary property lists made to hurt are refused, whatever byte is wrong")
  func hostileBinary() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: Self.sample, format: .binary, options: 0)
    let bytes = Array(data)
    var refused = 0
    for index in bytes.indices {
      for value in [0x00, 0x7F, 0xFF, bytes[index] ^ 0x10, bytes[index] &+ 1] as [UInt8] {
        var damaged = bytes
        damaged[index] = value
        do { _ = try PropertyList.parse(damaged) } catch { refused += 1 }
      }
      do { _ = try PropertyList.parse(Array(bytes[..<index])) } catch { refused += 1 }
    }
    #expect(refused > bytes.count)
  }

  @Test("an object that holds itself, or two of the next for forty levels, ends")
  func laughs() {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for level in 0..<40 as Range<UInt8> {
      offsets.append(UInt8(bytes.count))
      bytes += level == 39 ? [0xA2, 0, 0] : [0xA2, level + 1, level + 1]
    }
    let table = bytes.count
    bytes += offsets
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [40, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, UInt8(number)] }
    #expect(throws: PropertyList.Failure.self) { try PropertyList.parse(bytes) }
  }
}
