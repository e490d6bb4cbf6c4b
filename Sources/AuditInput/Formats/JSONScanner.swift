/// Reads one record of strict JSON where it stands, without an object, a string or a copy for it.
///
/// Expects valid UTF-8 (checked before, for many records at once). Finds keys by predicting that a
/// record has the keys of the last one in the same order. Scalars that can't matter to anybody
/// (unknown names, too short for a secret) are checked and left out of `values`.
struct JSONScanner {
  /// Levels a record may be nested, itself being the first.
  static let depthLimit = 64
  /// Text of an unknown name that is shorter holds no secret.
  static let shortestSecret: Int32 = 18

  var paths: PathTable
  private(set) var values: [ScannedValue] = []
  /// Text of values that held escapes.
  private(set) var unescaped: [UInt8] = []
  private(set) var failure = ScanFailure(cause: .noObject, offset: 0)
  /// Whether a carriage return stands between the parts of the record.
  private(set) var holdsReturn = false
  private var serial: UInt64 = 0
  /// How many keys a prediction may skip before the key is looked up.
  private static let predictionSteps = 4

  init(paths: PathTable) {
    self.paths = paths
    values.reserveCapacity(64)
  }

  /// Scans the object that starts at `start`.
  ///
  /// - Returns: The offset after its end, or -1 where it is none; `failure` then says why.
  mutating func scan(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    values.removeAll(keepingCapacity: true)
    unescaped.removeAll(keepingCapacity: true)
    holdsReturn = false
    if paths.isOverfull { paths.forget() }
    guard start < end, bytes[start] == UInt8(ascii: "{") else {
      return fail(.noObject, start)
    }
    return scanObject(bytes, start, end, PathTable.root, 1)
  }

  /// The text of a value of the record that was scanned last.
  func text(of value: ScannedValue, _ bytes: UnsafePointer<UInt8>) -> [UInt8] {
    let range = Int(value.start)..<Int(value.start) + Int(value.count)
    if value.isUnescaped { return Array(unescaped[range]) }
    return Array(UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count))
  }

  // MARK: Nesting

  private mutating func scanObject(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ node: Int32, _ depth: Int
  ) -> Int {
    guard depth <= Self.depthLimit else { return fail(.tooDeep, start) }
    serial &+= 1
    let own = serial
    var index = skipSpace(bytes, start + 1, end)
    if index < end, bytes[index] == UInt8(ascii: "}") { return index + 1 }
    var previous: Int32 = -1
    while true {
      guard index < end else { return fail(.isCutShort, index) }
      guard bytes[index] == UInt8(ascii: "\"") else { return fail(.expectedName, index) }
      let (child, afterKey) = scanKey(bytes, index + 1, end, node, previous)
      guard afterKey >= 0 else { return -1 }
      guard paths.mark(child, serial: own) else { return fail(.duplicate, index, child) }
      previous = child
      index = afterKey
      if index < end, bytes[index] != UInt8(ascii: ":") { index = skipSpace(bytes, index, end) }
      guard index < end else { return fail(.isCutShort, index) }
      guard bytes[index] == UInt8(ascii: ":") else { return fail(.expectedColon, index) }
      index = scanValue(bytes, skipSpace(bytes, index + 1, end), end, child, depth)
      guard index >= 0 else { return -1 }
      index = skipSpace(bytes, index, end)
      guard index < end else { return fail(.isCutShort, index) }
      if bytes[index] == UInt8(ascii: "}") { return index + 1 }
      guard bytes[index] == UInt8(ascii: ",") else { return fail(.expectedCommaOrEnd, index) }
      index = skipSpace(bytes, index + 1, end)
    }
  }

  private mutating func scanArray(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ node: Int32, _ depth: Int
  ) -> Int {
    guard depth <= Self.depthLimit else { return fail(.tooDeep, start) }
    var index = skipSpace(bytes, start + 1, end)
    if index < end, bytes[index] == UInt8(ascii: "]") { return index + 1 }
    let element = paths.element(of: node)
    while true {
      index = scanValue(bytes, index, end, element, depth)
      guard index >= 0 else { return -1 }
      index = skipSpace(bytes, index, end)
      guard index < end else { return fail(.isCutShort, index) }
      if bytes[index] == UInt8(ascii: "]") { return index + 1 }
      guard bytes[index] == UInt8(ascii: ",") else { return fail(.expectedCommaOrEnd, index) }
      index = skipSpace(bytes, index + 1, end)
    }
  }

  private mutating func scanValue(
    _ bytes: UnsafePointer<UInt8>, _ index: Int, _ end: Int, _ node: Int32, _ depth: Int
  ) -> Int {
    guard index < end else { return fail(.isCutShort, index) }
    switch bytes[index] {
    case UInt8(ascii: "\""):
      return scanText(bytes, index + 1, end, node)
    case UInt8(ascii: "{"):
      note(.object, index, 0, node)
      return scanObject(bytes, index, end, node, depth + 1)
    case UInt8(ascii: "["):
      note(.array, index, 0, node)
      return scanArray(bytes, index, end, node, depth + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let after = Self.endOfNumber(bytes, index, end)
      guard after >= 0 else { return fail(.badNumber, index, node) }
      note(.number, index, after - index, node)
      return after
    case UInt8(ascii: "t"):
      return scanWord(bytes, index, end, "true", .yes, node)
    case UInt8(ascii: "f"):
      return scanWord(bytes, index, end, "false", .no, node)
    case UInt8(ascii: "n"):
      return scanWord(bytes, index, end, "null", .null, node)
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
      return fail(.expectedValue, index, node)
    default:
      return fail(bytes[index] == 0 ? .nul : .badLiteral, index, node)
    }
  }

  // MARK: Keys

  @inline(__always)
  private mutating func scanKey(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ parent: Int32, _ previous: Int32
  ) -> (node: Int32, after: Int) {
    var guess = paths.successor(of: previous, in: parent)
    var steps = 0
    while guess >= 0, steps < Self.predictionSteps {
      if let after = paths.endOfKey(guess, at: start, in: bytes, end: end) {
        return (guess, after)
      }
      guess = paths.successor(of: guess, in: parent)
      steps += 1
    }
    return scanUnexpectedKey(bytes, start, end, parent, previous)
  }

  @inline(never)
  private mutating func scanUnexpectedKey(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ parent: Int32, _ previous: Int32
  ) -> (node: Int32, after: Int) {
    var index = TextSearch.endOfPlainText(bytes, start, end)
    guard index < end else { return (-1, fail(.isCutShort, index)) }
    let node: Int32
    if bytes[index] == UInt8(ascii: "\"") {
      node = paths.child(
        of: parent, key: UnsafeBufferPointer(start: bytes + start, count: index - start))
    } else {
      let mark = unescaped.count
      index = unescape(bytes, start, end, parent)
      guard index >= 0 else { return (-1, -1) }
      let key = Array(unescaped[mark...])
      unescaped.removeSubrange(mark...)
      node = key.withUnsafeBufferPointer { paths.child(of: parent, key: $0) }
    }
    paths.predict(node, after: previous, in: parent)
    return (node, index + 1)
  }

  // MARK: Scalars

  @inline(__always)
  private mutating func scanText(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ node: Int32
  ) -> Int {
    let index = TextSearch.endOfPlainText(bytes, start, end)
    guard index < end else { return fail(.isCutShort, index, node) }
    if bytes[index] == UInt8(ascii: "\"") {
      note(.text, start, index - start, node)
      return index + 1
    }
    let mark = unescaped.count
    let after = unescape(bytes, start, end, node)
    guard after >= 0 else { return -1 }
    note(.text, mark, unescaped.count - mark, node, isUnescaped: true)
    return after + 1
  }

  private mutating func scanWord(
    _ bytes: UnsafePointer<UInt8>, _ index: Int, _ end: Int, _ word: StaticString,
    _ kind: ScannedValue.Kind, _ node: Int32
  ) -> Int {
    let count = word.utf8CodeUnitCount
    guard index + count <= end else { return fail(.badLiteral, index, node) }
    for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] {
      return fail(.badLiteral, index, node)
    }
    note(kind, index, count, node)
    return index + count
  }

  /// The offset after a number of JSON's grammar, or -1.
  static func endOfNumber(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard index < end else { return -1 }
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
      if index < end, bytes[index] &- 48 <= 9 { return -1 }
    } else {
      let first = index
      while index < end, bytes[index] &- 48 <= 9 { index += 1 }
      guard index > first else { return -1 }
    }
    if index < end, bytes[index] == UInt8(ascii: ".") {
      let first = index + 1
      index = first
      while index < end, bytes[index] &- 48 <= 9 { index += 1 }
      guard index > first else { return -1 }
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
        index += 1
      }
      let first = index
      while index < end, bytes[index] &- 48 <= 9 { index += 1 }
      guard index > first else { return -1 }
    }
    return index
  }

  @inline(__always)
  private mutating func note(
    _ kind: ScannedValue.Kind, _ start: Int, _ count: Int, _ node: Int32,
    isUnescaped: Bool = false
  ) {
    let (name, isOfInterest, isPrefix) = paths.meaning(of: node)
    if name >= 0 {
      if kind == .object && isPrefix { return }
    } else {
      guard isOfInterest || (kind == .text && count >= Self.shortestSecret) else { return }
    }
    values.append(
      ScannedValue(
        start: Int32(truncatingIfNeeded: start), count: Int32(truncatingIfNeeded: count),
        node: node, name: name, kind: kind, isUnescaped: isUnescaped))
  }

  // MARK: Escapes

  /// Appends the text from `start` on to `unescaped`; returns the offset of its closing quote.
  @inline(never)
  private mutating func unescape(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ node: Int32
  ) -> Int {
    var index = start
    while true {
      let stop = TextSearch.endOfPlainText(bytes, index, end)
      unescaped.append(contentsOf: UnsafeBufferPointer(start: bytes + index, count: stop - index))
      guard stop < end else { return fail(.isCutShort, stop, node) }
      index = stop
      if bytes[index] == UInt8(ascii: "\"") { return index }
      guard bytes[index] == UInt8(ascii: "\\") else {
        return fail(bytes[index] == 0 ? .nul : .control, index, node)
      }
      guard index + 1 < end else { return fail(.isCutShort, index, node) }
      switch bytes[index + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        unescaped.append(bytes[index + 1])
      case UInt8(ascii: "b"): unescaped.append(0x08)
      case UInt8(ascii: "f"): unescaped.append(0x0C)
      case UInt8(ascii: "n"): unescaped.append(0x0A)
      case UInt8(ascii: "r"): unescaped.append(0x0D)
      case UInt8(ascii: "t"): unescaped.append(0x09)
      case UInt8(ascii: "u"):
        index = unescapeUnicode(bytes, index, end, node)
        guard index >= 0 else { return -1 }
        continue
      default: return fail(.badEscape, index, node)
      }
      index += 2
    }
  }

  /// Appends the character of a `\u` escape, or of two; returns the offset after it.
  private mutating func unescapeUnicode(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ node: Int32
  ) -> Int {
    guard let first = Self.hexadecimal(bytes, start + 2, end) else {
      return fail(.badEscape, start, node)
    }
    guard first != 0 else { return fail(.nul, start, node) }
    var code = first
    var after = start + 6
    if (0xD800...0xDBFF).contains(first) {
      guard after + 1 < end, bytes[after] == UInt8(ascii: "\\"),
        bytes[after + 1] == UInt8(ascii: "u"),
        let second = Self.hexadecimal(bytes, after + 2, end), (0xDC00...0xDFFF).contains(second)
      else { return fail(.loneSurrogate, start, node) }
      code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
      after += 6
    }
    guard let scalar = Unicode.Scalar(code) else { return fail(.loneSurrogate, start, node) }
    unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    return after
  }

  private static func hexadecimal(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> UInt32? {
    guard start + 4 <= end else { return nil }
    var value: UInt32 = 0
    for index in start..<start + 4 {
      let byte = bytes[index]
      let digit: UInt8
      if byte &- 48 <= 9 {
        digit = byte &- 48
      } else if (byte | 0x20) &- 97 <= 5 {
        digit = (byte | 0x20) &- 87
      } else {
        return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: The rest

  @inline(__always)
  private mutating func skipSpace(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] <= 0x20 {
      let byte = bytes[index]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      if byte == 0x0D { holdsReturn = true }
      index += 1
    }
    return index
  }

  @inline(never)
  private mutating func fail(
    _ cause: ScanFailure.Cause, _ offset: Int, _ node: Int32 = -1
  ) -> Int {
    failure = ScanFailure(cause: cause, offset: offset, node: node)
    return -1
  }
}
