/// Counts physical lines: LF, CRLF and a lone CR each end one.
struct LineCounter {
  private(set) var line: Int
  private var lastWasReturn = false

  init(line: Int = 1) {
    self.line = line
  }

  mutating func count(_ bytes: UnsafePointer<UInt8>, from start: Int, to end: Int) {
    for index in start..<max(start, end) {
      let byte = bytes[index]
      if byte == 0x0A {
        if !lastWasReturn { line += 1 }
      } else if byte == 0x0D {
        line += 1
      }
      lastWasReturn = byte == 0x0D
    }
  }
}
