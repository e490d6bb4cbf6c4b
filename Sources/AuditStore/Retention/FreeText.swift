/// Finds ids in texts that hold more than one.
enum FreeText {
  /// Shorter numbers are found in too much.
  private static let shortestNumber = 6

  /// Whether a text is one word of a sentence.
  static func isWord(_ text: String) -> Bool {
    !text.unicodeScalars.contains(where: isWordEnd)
      && text.utf8.last != UInt8(ascii: ".") && text.utf8.last != UInt8(ascii: ":")
  }

  /// The text with `change` over its words: what stands between blanks, commas, quotes and brackets,
  /// without the full stop or colon that ends a sentence.
  static func mapWords(of text: String, _ change: (String) -> String?) -> String {
    map(text, separator: isWordEnd) { word in
      var plain = word[...]
      while let last = plain.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: ":") {
        plain = plain.dropLast()
      }
      if plain.isEmpty { return nil }
      return change(String(plain)).map { $0 + word[plain.endIndex...] }
    }
  }

  /// The text with `change` over its parts: itself, what stands between colons, slashes and blanks,
  /// and what stands between hyphens.
  static func mapParts(of text: String, _ change: (String) -> String?) -> String {
    if let whole = change(text) { return whole }
    return map(text, separator: isPartEnd) { part in
      change(part) ?? map(part, separator: { $0 == "-" }, change)
    }
  }

  /// The text with `name` wherever `id` stands and no letter or digit goes on with it.
  static func replacing(_ id: String, with name: String, in text: String) -> String {
    let bytes = Array(text.utf8)
    let wanted = Array(id.utf8)
    guard !wanted.isEmpty, wanted.count <= bytes.count else { return text }
    if wanted.count < shortestNumber, wanted.allSatisfy({ (0x30...0x39).contains($0) }) {
      return bytes == wanted ? name : text
    }
    var result: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let end = offset + wanted.count
      if end <= bytes.count, bytes[offset] == wanted[0], bytes[offset..<end].elementsEqual(wanted),
        offset == 0 || !isOfWord(bytes[offset - 1]), end == bytes.count || !isOfWord(bytes[end])
      {
        result.append(contentsOf: name.utf8)
        offset = end
      } else {
        result.append(bytes[offset])
        offset += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func map(
    _ text: String, separator: (Unicode.Scalar) -> Bool, _ change: (String) -> String?
  ) -> String {
    var result = ""
    var part = ""
    func endPart() {
      result += change(part) ?? part
      part = ""
    }
    for scalar in text.unicodeScalars {
      if separator(scalar) {
        endPart()
        result.unicodeScalars.append(scalar)
      } else {
        part.unicodeScalars.append(scalar)
      }
    }
    endPart()
    return result
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80
  }

  private static func isWordEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "\n", "\t", ",", ";", "(", ")", "'", "\"", "[", "]", "{", "}": true
    default: false
    }
  }

  private static func isPartEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ":", "/", "|", "=", "#": true
    default: isWordEnd(scalar)
    }
  }
}
