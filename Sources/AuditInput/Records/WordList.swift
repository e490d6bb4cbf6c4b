/// The words of all fields that accept only some, one behind the other.
struct WordList {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  /// Adds the words of one field; returns their numbers.
  mutating func add(_ words: [[UInt8]]) -> Range<Int> {
    let first = ranges.count
    for word in words {
      ranges.append(bytes.count..<bytes.count + word.count)
      bytes += word
    }
    return first..<ranges.count
  }

  /// Whether the text is one of those words, to the byte.
  @inline(__always)
  func contains(_ text: UnsafeBufferPointer<UInt8>, first: Int, end: Int) -> Bool {
    var number = first
    while number < end {
      let range = ranges[number]
      if range.count == text.count, isSame(text, range.lowerBound) { return true }
      number += 1
    }
    return false
  }

  @inline(__always)
  private func isSame(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var index = 0
    while index < text.count {
      if bytes[start + index] != text[index] { return false }
      index += 1
    }
    return true
  }
}
