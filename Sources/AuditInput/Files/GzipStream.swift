internal import CZlib

/// Expands gzip, all members of it, and refuses what is cut, altered, followed by other bytes, or
/// made to swell.
final class GzipStream {
  /// An honest export shrinks to a fiftieth at best.
  private static let ratioLimit = 200
  /// Below this size any ratio is fine.
  private static let freeByteCount = 8 << 20
  private static let inputByteCount = 256 << 10

  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutableRawBufferPointer
  private var inputOffset = 0
  private var inputEnd = 0
  private var compressed = 0
  private var expanded = 0
  private var isInMember = true

  init() throws(Damage) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(byteCount: Self.inputByteCount, alignment: 16)
    guard siwa_inflate_init_gzip(stream) == Z_OK else {
      throw Damage("can't be expanded: no memory", isReadFailure: true)
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// Expands some bytes into `target`; 0 at the end. `more` reads compressed bytes, 0 at their end.
  func read(
    into target: UnsafeMutableRawBufferPointer,
    more: (UnsafeMutableRawBufferPointer) throws(Damage) -> Int
  ) throws(Damage) -> Int {
    while true {
      if inputOffset == inputEnd {
        inputOffset = 0
        inputEnd = try more(input)
        compressed += inputEnd
        if inputEnd == 0 {
          guard !isInMember else { throw Damage("is cut short: the gzip data ends in its midst") }
          return 0
        }
      }
      if !isInMember {
        try beginMember()
        continue
      }
      let count = try inflateSome(into: target)
      if count > 0 { return count }
    }
  }

  /// Between two members: another one begins, or zero bytes fill a tape's block.
  private func beginMember() throws(Damage) {
    if input[inputOffset] == 0 {
      while inputOffset < inputEnd, input[inputOffset] == 0 { inputOffset += 1 }
      guard inputOffset == inputEnd else { throw Self.trailing }
      return
    }
    guard input[inputOffset] == 0x1F, inflateReset(stream) == Z_OK else { throw Self.trailing }
    isInMember = true
  }

  private static let trailing = Damage("has bytes after the end of its gzip data")

  private func inflateSome(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
    let bytes = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.next_in = bytes.map { $0 + inputOffset }
    stream.pointee.avail_in = UInt32(inputEnd - inputOffset)
    stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = UInt32(target.count)
    let result = inflate(stream, Z_NO_FLUSH)
    inputOffset = inputEnd - Int(stream.pointee.avail_in)
    let count = target.count - Int(stream.pointee.avail_out)
    expanded += count
    switch result {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isInMember = false
    default: throw Damage("is damaged gzip data")
    }
    let used = compressed - (inputEnd - inputOffset)
    guard expanded <= Self.freeByteCount || expanded / Self.ratioLimit <= used else {
      throw Damage("swells to more than \(Self.ratioLimit) times its size: it is no export")
    }
    return count
  }
}
