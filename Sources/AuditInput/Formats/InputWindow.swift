#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif
internal import CSimdjson

/// The part of a file's bytes that is in memory: what was read and not used up yet.
final class InputWindow {
  static let chunkByteCount = 1 << 20

  private let source: ByteSource
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Where the bytes that nobody used yet start and end.
  var start = 0
  private(set) var end = 0
  /// Up to here the bytes are known to be valid UTF-8 without NUL.
  private var cleanEnd = 0
  private(set) var isAtEnd = false

  init(_ source: ByteSource) {
    self.source = source
    capacity = 2 * Self.chunkByteCount
    bytes = .allocate(capacity: capacity)
  }

  deinit {
    bytes.deallocate()
  }

  /// Reads the first bytes and skips a byte order mark; refuses what is no UTF-8 by its first look.
  func open() throws(Damage) {
    while !isAtEnd, end < 4096 { try refill() }
    let head = UnsafeBufferPointer(start: bytes, count: end)
    let isWide = head.starts(with: [0xFF, 0xFE, 0, 0]) || head.starts(with: [0, 0, 0xFE, 0xFF])
    if isWide || Self.isUnmarkedUTF32(head) {
      throw Damage("is UTF-32: export it as UTF-8")
    }
    let isMarked = head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
    if isMarked || Self.isUnmarkedUTF16(head) {
      throw Damage("is UTF-16: export it as UTF-8")
    }
    if head.starts(with: [0x1F, 0x8B]) {
      throw Damage("is gzip within gzip: it is not what its name says")
    }
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
  }

  /// Whether each of the first characters is an ASCII character in two bytes.
  private static func isUnmarkedUTF16(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard head.count >= 4 else { return false }
    let isLittle = head[1] == 0
    let pairs = stride(from: 0, to: min(head.count & ~1, 8), by: 2)
    return pairs.allSatisfy { (head[$0] == 0) != isLittle && (head[$0 + 1] == 0) == isLittle }
  }

  /// Whether each of the first characters is an ASCII character in four bytes.
  private static func isUnmarkedUTF32(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard head.count >= 8 else { return false }
    let place = head[0] == 0 ? 3 : 0
    return (0..<8).allSatisfy { (head[$0] != 0) == ($0 % 4 == place) }
  }

  /// Reads on; offsets into `bytes` move down by what `start` was.
  func refill() throws(Damage) {
    let kept = end - start
    if start > 0 {
      memmove(bytes, bytes + start, kept)
      cleanEnd = max(0, cleanEnd - start)
      start = 0
      end = kept
    }
    if capacity - end < Self.chunkByteCount {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
      memcpy(larger, bytes, end)
      bytes.deallocate()
      bytes = larger
      capacity *= 2
    }
    let target = UnsafeMutableRawBufferPointer(start: bytes + end, count: Self.chunkByteCount)
    let count = try source.read(into: target)
    isAtEnd = count == 0
    end += count
    markClean()
  }

  /// Checks whole lines at once, which is faster than one by one; a flaw leaves it to each record.
  private func markClean() {
    var last = end
    if !isAtEnd {
      while last > cleanEnd, bytes[last - 1] != UInt8(ascii: "\n") { last -= 1 }
    }
    let from = max(cleanEnd, start)
    if last > from, isClean(from, last) { cleanEnd = last }
  }

  private func isClean(_ from: Int, _ to: Int) -> Bool {
    siwa_utf8_is_valid(bytes + from, to - from) && memchr(bytes + from, 0, to - from) == nil
  }

  /// What is wrong with the characters of a record, or nil.
  func flaw(from: Int, to: Int) -> ScanFailure? {
    guard to > cleanEnd, !isClean(from, to) else { return nil }
    let text = UnsafeBufferPointer(start: bytes + from, count: to - from)
    if let index = UTF8Text.firstInvalidIndex(text) {
      return ScanFailure(cause: .invalidUTF8, offset: from + index)
    }
    guard let index = text.firstIndex(of: 0) else { return nil }
    return ScanFailure(cause: .nul, offset: from + index)
  }

  /// Where the first flaw in the characters of some bytes is, or `to`.
  ///
  /// Where they are known to be flawed it looks no further than that, so that going on behind each
  /// flaw in turn takes no longer than one look at them all.
  @inline(__always)
  func firstFlaw(from: Int, to: Int, isFlawed: Bool = false) -> Int {
    guard to > cleanEnd else { return to }
    return lookForFlaw(from, to, isFlawed)
  }

  private func lookForFlaw(_ from: Int, _ to: Int, _ isFlawed: Bool) -> Int {
    if !isFlawed, isClean(from, to) { return to }
    let text = UnsafeBufferPointer(start: bytes + from, count: to - from)
    return UTF8Text.firstFlawIndex(text).map { from + $0 } ?? to
  }

  /// The offset of the byte from `from` on, or nil.
  func firstOffset(of byte: UInt8, from: Int) -> Int? {
    guard from < end, let hit = memchr(bytes + from, CInt(byte), end - from) else { return nil }
    return UnsafeRawPointer(bytes).distance(to: UnsafeRawPointer(hit))
  }
}
