/// Tells a format by a look at the first bytes, where a file's name doesn't.
enum FormatGuess {
  private static let dumpWords = [
    "--", "/*", "COPY ", "INSERT ", "CREATE ", "SET ", "BEGIN", "PRAGMA ",
  ]

  static func format(of window: InputWindow, _ vocabulary: Vocabulary) -> FileFormat {
    let bytes = UnsafePointer(window.bytes)
    let start = JSONSurvey.skip(bytes, window.start, window.end)
    guard start < window.end else { return .lines }
    if bytes[start] == UInt8(ascii: "[") { return .json }
    if bytes[start] == UInt8(ascii: "{") {
      let end = window.firstOffset(of: 0x0A, from: start) ?? window.end
      var scanner = JSONScanner(paths: PathTable(vocabulary))
      let after = scanner.scan(bytes, from: start, to: end)
      guard after >= 0 else { return .json }
      let isAlone =
        window.isAtEnd && JSONSurvey.skip(bytes, after, window.end) == window.end
      return isAlone ? .json : .lines
    }
    let head = UnsafeBufferPointer(start: bytes + start, count: window.end - start)
    return dumpWords.contains { head.starts(with: $0.utf8) } ? .dump : .table
  }
}
