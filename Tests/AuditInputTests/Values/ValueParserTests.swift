import Testing

@testable import AuditInput

private func amount(_ text: String, isNumber: Bool = false) -> (units: Int64, decimals: Int)? {
  Array(text.utf8).withUnsafeBufferPointer { ValueParser.amount($0, isNumber: isNumber) }
}

private func bool(_ text: String, isNumber: Bool = false) -> Bool? {
  Array(text.utf8).withUnsafeBufferPointer { ValueParser.bool($0, isNumber: isNumber) }
}

private func integer(_ text: String) -> Int64? {
  Array(text.utf8).withUnsafeBufferPointer { ValueParser.integer($0, isNumber: false) }
}

private func uuid(_ text: String) -> (isUUID: Bool, out: String) {
  var out = Array("before ".utf8)
  let isUUID = Array(text.utf8).withUnsafeBufferPointer { ValueParser.uuid($0, into: &out) }
  return (isUUID, String(decoding: out, as: UTF8.self))
}

@Suite("Amounts, booleans, integers, UUIDs")
struct ValueParserTests {
  @Test(
    "An amount is exact from its digits",
    arguments: [
      ("1.00", 100_000_000, 2), ("0.85000000", 85_000_000, 8), ("0", 0, 0), ("-0", 0, 0),
      ("-1.25", -125_000_000, 2), ("0.1", 10_000_000, 1), ("0.30000000000000004", 30_000_000, 17),
      ("0.000000019", 1, 9), ("-0.000000019", -1, 9), ("1.000000000", 100_000_000, 9),
      ("9999999999.99999999", 999_999_999_999_999_999, 8), ("0009.5", 950_000_000, 1),
      ("9999999999.999999999999999999999999999999", 999_999_999_999_999_999, 30),
      ("0.333333333333333333333333333333", 33_333_333, 30),
    ] as [(String, Int64, Int)])
  func readsAmounts(text: String, units: Int64, decimals: Int) {
    for isNumber in [false, true] {
      let parsed = amount(text, isNumber: isNumber)
      #expect(parsed?.units == units)
      #expect(parsed?.decimals == decimals)
    }
  }

  @Test(
    "An exponent is read in a JSON number only",
    arguments: [
      ("1e2", 10_000_000_000, 0), ("1.5E-3", 150_000, 4), ("1.50e1", 1_500_000_000, 1),
      ("85e-2", 85_000_000, 2), ("1e-9", 0, 9), ("12e-9", 1, 9), ("0e5", 0, 0),
      ("9.99999999999e9", 999_999_999_999_000_000, 2), ("0.0000012e6", 120_000_000, 1),
      ("0e999", 0, 0), ("1e-999999999999999999999999", 0, 1_000_000_000),
    ] as [(String, Int64, Int)])
  func readsExponents(text: String, units: Int64, decimals: Int) {
    let parsed = amount(text, isNumber: true)
    #expect(parsed?.units == units)
    #expect(parsed?.decimals == decimals)
    #expect(amount(text) == nil)
  }

  @Test(
    "More than ten integer digits, and anything else, is no amount",
    arguments: [
      "", "10000000000", "-10000000000", "99999999999999999999999999999999", "00000000001", "+1",
      ".5", "5.", "1,5", "1 000", "１", "1.2.3", "12abc", "NaN", "Infinity", "0x1", "$1", "- 1",
      "1\u{0}", "--1", "-", ".", "e5", "1e", "1e+", "1e5.5",
    ])
  func refusesAmounts(text: String) {
    #expect(amount(text) == nil)
    #expect(amount(text, isNumber: true) == nil)
  }

  @Test("A number beyond ten integer digits by its exponent is no amount")
  func refusesLargeExponents() {
    for text in ["1e10", "1e999", "123e8", "0.1e11", "1e99999999999999999999"] {
      #expect(amount(text, isNumber: true) == nil, "\(text)")
    }
  }

  @Test("A boolean is one of ten words")
  func readsBooleans() {
    for text in ["true", "t", "yes", "1", "TRUE", "True", "T", "Yes"] {
      #expect(bool(text) == true, "\(text)")
    }
    for text in ["false", "f", "no", "0", "FALSE", "False", "F", "No"] {
      #expect(bool(text) == false, "\(text)")
    }
    for text in ["", "y", "n", "on", "off", "2", "01", "1.0", "-1", "-0", "truee", "tru", " t"] {
      #expect(bool(text) == nil, "\(text)")
    }
    #expect(bool("1", isNumber: true) == true)
    #expect(bool("0", isNumber: true) == false)
    #expect(bool("2", isNumber: true) == nil)
    #expect(bool("t", isNumber: true) == nil)
  }

  @Test("An integer is digits")
  func readsIntegers() {
    #expect(integer("200") == 200)
    #expect(integer("0") == 0)
    #expect(integer("007") == 7)
    #expect(integer("9007199254740993") == 9_007_199_254_740_993)
    #expect(integer("9223372036854775807") == .max)
    for text in ["", "9223372036854775808", "-1", "+1", "1.0", "1e2", "2x", " 2", "２"] {
      #expect(integer(text) == nil, "\(text)")
    }
  }

  @Test("A UUID is stored in lower case and nothing else is one")
  func readsUUIDs() {
    let lower = "6305dff7-422f-59f7-8929-8d6395ab10ba"
    #expect(uuid(lower) == (true, "before " + lower))
    #expect(uuid(lower.uppercased()) == (true, "before " + lower))
    let wrong = [
      "", "6305dff7422f59f789298d6395ab10ba", "{\(lower)}", lower + "0", String(lower.dropLast()),
      "6305dff7-422f-59f7-8929-8d6395ab10bg", "6305dff7-422f-59f7-8929_8d6395ab10ba",
      "6305dff74-22f-59f7-8929-8d6395ab10ba", "6305dff7\u{0D}422f-59f7-8929-8d6395ab10ba",
      "6305dff7-422f-59f7-8929-8d6395ab10b\u{10}",
    ]
    for text in wrong { #expect(uuid(text) == (false, "before "), "\(text)") }
  }
}
