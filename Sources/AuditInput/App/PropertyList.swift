/// A property list as the tree that JSON has, too: dates as RFC 3339 text, data as nothing.
///
/// Both forms are read by parsers of this module's own, which know no entity and open nothing: a
/// document that declares an entity is refused.
enum PropertyList {
  /// Lists and dictionaries in one another, the outermost being the first.
  static let depthLimit = 64
  /// Values in one file; an entitlements file has a dozen.
  static let valueLimit = 100_000

  struct Failure: Error, Equatable {
    let reason: String

    init(_ reason: String) {
      self.reason = reason
    }
  }

  static func parse(_ bytes: [UInt8]) throws(Failure) -> JSONValue {
    if bytes.starts(with: "bplist".utf8) {
      var parser = try BinaryPropertyList(bytes)
      return try parser.parse()
    }
    var parser = XMLPropertyList(bytes)
    return try parser.parse()
  }

  /// The XML property list inside an envelope of signed data, or nil.
  static func content(ofEnvelope bytes: [UInt8]) -> [UInt8]? {
    guard let start = bytes.firstRange(of: Array("<?xml".utf8))?.lowerBound,
      let end = bytes[start...].firstRange(of: Array("</plist>".utf8))?.upperBound
    else { return nil }
    return Array(bytes[start..<end])
  }
}
