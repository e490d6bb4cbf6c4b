/// Reads one JSON object a line, whatever ends a line: LF, CRLF or a lone CR.
///
/// Within an object a lone CR is white space, as JSON has it.
struct LineReader {
  /// The longest record, in bytes.
  static let recordLimit = 8 << 20

  private let window: InputWindow
  private(set) var scanner: JSONScanner
  /// The number of the line where `window.start` is.
  private var line = 1
  /// Where the search for the end of the line goes on, after `window.start`.
  private var searched = 0

  init(window: InputWindow, scanner: JSONScanner) {
    self.window = window
    self.scanner = scanner
  }

  /// Reads records until the sink is full; false at the end of the file.
  mutating func advance(_ sink: inout RecordSink) throws(Damage) -> Bool {
    while !sink.isFull {
      let start = window.start
      if let end = window.firstOffset(of: UInt8(ascii: "\n"), from: start + searched) {
        searched = 0
        window.start = end + 1
        if end - start > Self.recordLimit {
          sink.reject(ScanFailure(cause: .tooLong, offset: 0), line: line, scanner, start: start)
        } else {
          readLine(start, end, &sink)
        }
        line += 1
      } else if window.isAtEnd {
        window.start = window.end
        readLine(start, window.end, &sink)
        return false
      } else if window.end - start > Self.recordLimit + 1 {
        if let end = lastReturn() {
          searched = 0
          window.start = end + 1
          readLine(start, end, &sink)
          line += 1
        } else {
          try skipLongLine(&sink)
        }
      } else {
        searched = window.end - start
        try window.refill()
      }
    }
    return true
  }

  /// The last lone CR in the window: a file may have no other line breaks.
  private func lastReturn() -> Int? {
    var index = window.end - 2
    while index >= window.start, window.bytes[index] != 0x0D { index -= 1 }
    return index >= window.start ? index : nil
  }

  private mutating func skipLongLine(_ sink: inout RecordSink) throws(Damage) {
    sink.reject(
      ScanFailure(cause: .tooLong, offset: 0), line: line, scanner, start: window.start)
    searched = 0
    while true {
      window.start = window.end
      guard !window.isAtEnd else { return }
      try window.refill()
      if let end = window.firstOffset(of: UInt8(ascii: "\n"), from: window.start) {
        window.start = end + 1
        line += 1
        return
      }
    }
  }

  /// Reads what stands before a line feed: one record, or several with lone CRs between.
  @inline(__always)
  private mutating func readLine(_ start: Int, _ end: Int, _ sink: inout RecordSink) {
    var index = start
    let bytes = UnsafePointer(window.bytes)
    // Looked for once, and anew only behind a flaw: lone CRs may part very many records.
    var flaw = window.firstFlaw(from: start, to: end)
    while true {
      index = skipBlank(bytes, index, end)
      guard index < end else { return }
      if flaw < index { flaw = window.firstFlaw(from: index, to: end, isFlawed: true) }
      if flaw == end {
        let after = scanner.scan(bytes, from: index, to: end)
        if after >= 0 {
          let next = skipBlank(bytes, after, end)
          if next == end {
            sink.take(scanner, bytes, index, after, line: line)
            if scanner.holdsReturn { line += countReturns(bytes, index, after) }
            return
          }
        }
      }
      index = readUneven(bytes, index, end, flaw < end, &sink)
    }
  }

  @inline(__always)
  private func skipBlank(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    if index == end - 1, bytes[index] == 0x0D { index += 1 }
    return index
  }

  /// Reads one record of a line that holds more than one, or none that is whole; returns where the
  /// next one may start.
  private mutating func readUneven(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int, _ isFlawed: Bool,
    _ sink: inout RecordSink
  ) -> Int {
    if bytes[start] == 0x0D {
      line += 1
      return start + 1
    }
    // With broken characters about, each CR ends a record: nothing tells where else one would.
    let limit = isFlawed ? endOfPart(bytes, start, end) : end
    if isFlawed, let flaw = window.flaw(from: start, to: limit) {
      sink.reject(flaw, line: line, scanner, start: start)
      return pass(bytes, limit, end)
    }
    let after = scanner.scan(bytes, from: start, to: limit)
    guard after >= 0 else {
      let stop = endOfPart(bytes, min(max(start, scanner.failure.offset), limit), end)
      sink.reject(scanner.failure, line: line, scanner, start: start)
      line += countReturns(bytes, start, stop)
      return pass(bytes, stop, end)
    }
    let next = skipBlank(bytes, after, end)
    if next < end, bytes[next] != 0x0D {
      let stop = endOfPart(bytes, next, end)
      sink.reject(ScanFailure(cause: .textAfter, offset: next), line: line, scanner, start: start)
      line += countReturns(bytes, start, stop)
      return pass(bytes, stop, end)
    }
    sink.take(scanner, bytes, start, after, line: line)
    line += countReturns(bytes, start, after)
    return pass(bytes, next, end)
  }

  /// Steps over a lone CR, which ends a line.
  private mutating func pass(_ bytes: UnsafePointer<UInt8>, _ index: Int, _ end: Int) -> Int {
    guard index < end, bytes[index] == 0x0D else { return index }
    if index + 1 < end { line += 1 }
    return index + 1
  }

  private func endOfPart(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var index = start
    while index < end, bytes[index] != 0x0D { index += 1 }
    return index
  }

  private func countReturns(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int {
    var count = 0
    for index in start..<end where bytes[index] == 0x0D { count += 1 }
    return count
  }
}
