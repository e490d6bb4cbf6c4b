/// Reads one JSON document: an array of objects, one object, or an object that holds one array.
///
/// Goes through the array element by element, so its size doesn't matter; only the record at hand
/// is in memory.
struct DocumentReader {
  private enum State {
    case start
    /// Before an element; `first` may be the end of the array instead.
    case element(first: Bool)
    case afterElement
    /// Behind the array, among the other members of the object that holds it.
    case members
    case tail
  }

  private let window: InputWindow
  private(set) var scanner: JSONScanner
  private var state = State.start
  private var lines = LineCounter()
  /// The name of the array's member, where an object holds it.
  private var wrapper: String?
  private var extent = JSONExtent()

  init(window: InputWindow, scanner: JSONScanner) {
    self.window = window
    self.scanner = scanner
  }

  /// Reads records until the sink is full; false at the end of the file.
  mutating func advance(_ sink: inout RecordSink) throws(Damage) -> Bool {
    while !sink.isFull {
      switch state {
      case .start:
        guard try skipSpace() else { return false }
        try begin(&sink)
      case .element(let isFirst): try readElement(isFirst, &sink)
      case .afterElement: try endElement()
      case .members: try readMember(&sink)
      case .tail:
        guard try !skipSpace() else {
          throw Damage("has text after its end (line \(lines.line)); one object a line is .ndjson")
        }
        return false
      }
    }
    return true
  }

  // MARK: The outermost value

  private mutating func begin(_ sink: inout RecordSink) throws(Damage) {
    switch window.bytes[window.start] {
    case UInt8(ascii: "["):
      consume(1)
      state = .element(first: true)
    case UInt8(ascii: "{"): try beginObject(&sink)
    default: throw Damage("is no JSON: it starts with neither [ nor {")
    }
  }

  private mutating func beginObject(_ sink: inout RecordSink) throws(Damage) {
    extent.start(endsAtBracket: true)
    let end = try findEnd()
    let survey = JSONSurvey(window.bytes, from: window.start, to: window.end)
    if !sink.isRecord(survey), let array = try sink.onlyArray(survey) {
      for member in survey.members { sink.noteMember(member) }
      wrapper = String(decoding: array.name, as: UTF8.self)
      consume(array.valueStart + 1 - window.start)
      state = .element(first: true)
      return
    }
    guard let end else {
      sink.reject(
        ScanFailure(cause: .tooLong, offset: 0), line: lines.line, scanner, start: window.start)
      try skipLongValue()
      state = .tail
      return
    }
    read(to: end, &sink)
    consume(end - window.start)
    state = .tail
  }

  // MARK: Elements

  private mutating func readElement(_ isFirst: Bool, _ sink: inout RecordSink) throws(Damage) {
    guard try skipSpace() else { throw cutShort }
    if window.bytes[window.start] == UInt8(ascii: "]") {
      if !isFirst {
        sink.reject(line: lines.line, field: nil, reason: "no record follows the last comma")
      }
      return endArray()
    }
    if window.bytes[window.start] == UInt8(ascii: ",") {
      sink.reject(line: lines.line, field: nil, reason: "no record stands between two commas")
      return try skipCommas()
    }
    extent.start()
    if let end = try findEnd() {
      read(to: end, &sink)
      consume(end - window.start)
    } else {
      sink.reject(
        ScanFailure(cause: .tooLong, offset: 0), line: lines.line, scanner, start: window.start)
      try skipLongValue()
    }
    state = .afterElement
  }

  /// Steps over commas that follow each other: together they are one fault, or a small file that
  /// swells to nothing but commas would be millions of rejected records.
  private mutating func skipCommas() throws(Damage) {
    while try skipSpace(), window.bytes[window.start] == UInt8(ascii: ",") {
      var next = window.start
      while next < window.end, window.bytes[next] == UInt8(ascii: ",") { next += 1 }
      consume(next - window.start)
    }
    state = .element(first: false)
  }

  private mutating func endElement() throws(Damage) {
    guard try skipSpace() else { throw cutShort }
    switch window.bytes[window.start] {
    case UInt8(ascii: ","):
      consume(1)
      state = .element(first: false)
    case UInt8(ascii: "]"): endArray()
    default: throw brokenBrackets
    }
  }

  private mutating func endArray() {
    consume(1)
    state = wrapper == nil ? .tail : .members
  }

  private mutating func read(to end: Int, _ sink: inout RecordSink) {
    let bytes = UnsafePointer(window.bytes)
    let start = window.start
    var stop = end
    while stop > start, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[stop - 1]) { stop -= 1 }
    // A bracket of the other kind stands here: what comes next says so.
    guard stop > start else { return }
    if let flaw = window.flaw(from: start, to: stop) {
      return sink.reject(flaw, line: lines.line, scanner, start: start)
    }
    if bytes[start] == UInt8(ascii: "\""), sink.takesTokens {
      return sink.takeToken(bytes, start, stop, line: lines.line)
    }
    let after = scanner.scan(bytes, from: start, to: stop)
    guard after >= 0 else {
      return sink.reject(scanner.failure, line: lines.line, scanner, start: start)
    }
    guard after == stop else {
      let failure = ScanFailure(cause: .textAfter, offset: after)
      return sink.reject(failure, line: lines.line, scanner, start: start)
    }
    sink.take(scanner, bytes, start, stop, line: lines.line)
  }

  // MARK: Members after the array

  private mutating func readMember(_ sink: inout RecordSink) throws(Damage) {
    guard try skipSpace() else { throw cutShort }
    switch window.bytes[window.start] {
    case UInt8(ascii: "}"):
      consume(1)
      state = .tail
    case UInt8(ascii: ","):
      consume(1)
    case UInt8(ascii: "\""):
      // The member up to its comma; a name is no bracket, so its extent is that of its value.
      extent.start()
      if let end = try findEnd() {
        let survey = JSONSurvey(window.bytes, from: window.start - 1, to: end)
        for member in survey.members {
          guard member.elementByte != UInt8(ascii: "{") else { throw secondArray(member) }
          sink.noteMember(member)
        }
        consume(end - window.start)
      } else {
        try skipLongValue()
      }
    default: throw brokenBrackets
    }
  }

  private func secondArray(_ member: JSONSurvey.Member) -> Damage {
    let first = RejectReason.shown(wrapper ?? "")
    return Damage(
      "holds more than one array of objects: '\(first)' and \(RecordSink.quoted(member))")
  }

  // MARK: Bytes

  private var cutShort: Damage { Damage("is cut short: its JSON doesn't end") }

  private var brokenBrackets: Damage {
    Damage("is no JSON: brackets don't match (line \(lines.line))")
  }

  private mutating func consume(_ count: Int) {
    lines.count(window.bytes, from: window.start, to: window.start + count)
    window.start += count
  }

  /// Steps to the next byte that is no white space; false where there is none.
  private mutating func skipSpace() throws(Damage) -> Bool {
    while true {
      let next = JSONSurvey.skip(window.bytes, window.start, window.end)
      consume(next - window.start)
      if window.start < window.end { return true }
      guard !window.isAtEnd else { return false }
      try window.refill()
    }
  }

  /// The end of the value at `window.start`, or nil where it is longer than a record may be.
  private mutating func findEnd() throws(Damage) -> Int? {
    var looked = 0
    while true {
      let from = window.start + looked
      if let end = extent.find(window.bytes, from: from, to: window.end) {
        guard !extent.isBroken else { throw brokenBrackets }
        return end
      }
      looked = window.end - window.start
      guard looked <= LineReader.recordLimit else { return nil }
      guard !window.isAtEnd else { throw cutShort }
      try window.refill()
    }
  }

  /// Goes on to the end of a value of which `findEnd` saw the start.
  private mutating func skipLongValue() throws(Damage) {
    while true {
      consume(window.end - window.start)
      guard !window.isAtEnd else { throw cutShort }
      try window.refill()
      if let end = extent.find(window.bytes, from: window.start, to: window.end) {
        guard !extent.isBroken else { throw brokenBrackets }
        consume(end - window.start)
        return
      }
    }
  }
}
