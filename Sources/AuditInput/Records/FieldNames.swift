internal import AuditModel

/// Which field of a stream a name in an export means.
///
/// `camelCase`, `snake_case`, `kebab-case` and any letter case of the same words are one name, so
/// names are compared in lower case without `_` and `-`. Every accepted name of a field has a
/// number of its own; the numbers of one field follow each other, its contract name first.
struct FieldNames: Sendable {
  /// Where the names of each field start, and at the end their total.
  let starts: [Int]
  private let numbers: [[UInt8]: Int]
  private let prefixes: Set<[UInt8]>

  init(_ definition: StreamDefinition) {
    var starts: [Int] = []
    var numbers: [[UInt8]: Int] = [:]
    var prefixes: Set<[UInt8]> = []
    var count = 0
    for field in definition.fields {
      starts.append(count)
      for name in [field.name] + field.aliases {
        let form = Self.normalised(Array(name.utf8))
        numbers[form] = count
        count += 1
        for (index, byte) in form.enumerated() where byte == UInt8(ascii: ".") {
          prefixes.insert(Array(form[..<index]))
        }
      }
    }
    self.starts = starts + [count]
    self.numbers = numbers
    self.prefixes = prefixes
  }

  var count: Int { starts.last ?? 0 }

  /// The number of a name in normal form, nested names with dots.
  func number(ofNormalised name: [UInt8]) -> Int? { numbers[name] }

  /// Whether fields of the stream are nested under this name.
  func isPrefix(_ name: [UInt8]) -> Bool { prefixes.contains(name) }

  /// The index of the field that a name's number belongs to.
  func field(ofNumber number: Int) -> Int {
    var index = 0
    while index + 1 < starts.count - 1 && starts[index + 1] <= number { index += 1 }
    return index
  }

  /// The name in lower case without `_` and `-`.
  static func normalised(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    for byte in name where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      result.append(isUpper ? byte | 0x20 : byte)
    }
    return result
  }
}
