/// A scalar, or a nested value at its start, as the scanner of a format found it in a record.
///
/// Offsets are from the start of the bytes that were scanned, or of the scanner's own text where
/// the value had to be unescaped; they hold until the next record is scanned.
struct ScannedValue {
  enum Kind: UInt8 {
    case null, yes, no, number, text, object, array
  }

  var start: Int32
  var count: Int32
  /// Its name's node in the `PathTable`.
  var node: Int32
  /// The number of its field name (`FieldNames`), or -1.
  var name: Int16
  var kind: Kind
  var isUnescaped: Bool
}

/// Why bytes are no record, and where.
struct ScanFailure {
  enum Cause {
    case noObject
    case expectedName
    case expectedColon
    case expectedValue
    case expectedCommaOrEnd
    case isCutShort
    case badNumber
    case badLiteral
    case badEscape
    case loneSurrogate
    case nul
    case control
    case tooDeep
    case tooLong
    case duplicate
    case textAfter
    case invalidUTF8
  }

  var cause: Cause
  /// From the start of the bytes that were scanned.
  var offset: Int
  /// The node of the name to blame, or -1.
  var node: Int32 = -1

  /// What to tell the person who made the export.
  var reason: String {
    switch cause {
    case .noObject: "this is no JSON object"
    case .expectedName: "a name in double quotes is missing"
    case .expectedColon: "a colon is missing after a name"
    case .expectedValue: "a value is missing"
    case .expectedCommaOrEnd: "a comma or a closing bracket is missing"
    case .isCutShort: "the record ends in its midst"
    case .badNumber: "a number is not written as JSON has it"
    case .badLiteral: "a word is none of true, false and null"
    case .badEscape: "an escape in a string is none that JSON has"
    case .loneSurrogate: "an escaped surrogate stands alone"
    case .nul: "it holds a NUL character"
    case .control: "a control character stands in a string without an escape"
    case .tooDeep: "it is nested deeper than \(JSONScanner.depthLimit) levels"
    case .tooLong: "it is longer than 8 MiB"
    case .duplicate: "the name stands twice in one object"
    case .textAfter: "something follows the end of the object"
    case .invalidUTF8: "it is no valid UTF-8"
    }
  }
}
