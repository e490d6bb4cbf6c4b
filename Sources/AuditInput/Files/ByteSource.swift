/// The bytes of a planned file, expanded where they are gzip, with the SHA-256 of what is stored.
final class ByteSource {
  private let file: RawFile
  private let digest = Digest()
  private let isNamedGzip: Bool
  private var gzip: GzipStream?
  /// The first bytes, read to tell gzip from others and not handed out yet.
  private var head: [UInt8] = []
  private var hasStarted = false
  /// Bytes of the file itself.
  private(set) var byteCount = 0

  init(_ planned: PlannedFile) throws(Damage) {
    file = planned.isStandardInput ? RawFile.standardInput() : try RawFile(path: planned.path)
    isNamedGzip = planned.name.utf8.count >= 3 && planned.name.lowercased().hasSuffix(".gz")
  }

  /// Reads some expanded bytes; 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
    if !hasStarted { try start() }
    guard let gzip else { return try readRaw(into: target) }
    return try gzip.read(into: target) { (input) throws(Damage) in try self.readRaw(into: input) }
  }

  /// Reads what is left, so that the digest is that of the whole file, and checks that nobody
  /// wrote to it meanwhile.
  func finish() throws(Damage) -> String {
    try drain()
    try file.checkUnchanged(byteCount: byteCount)
    return digest.finishHex()
  }

  private func drain() throws(Damage) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    while try readRaw(into: buffer) > 0 {}
  }

  private func start() throws(Damage) {
    hasStarted = true
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 16)
    defer { bytes.deallocate() }
    var count = 0
    while count < bytes.count {
      let some = try readFile(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
      guard some > 0 else { break }
      count += some
    }
    head = Array(bytes[..<count])
    if head == [0x1F, 0x8B] {
      gzip = try GzipStream()
    } else if isNamedGzip && count > 0 {
      throw Damage("is named .gz and is no gzip data")
    }
  }

  private func readRaw(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
    if head.isEmpty { return try readFile(into: target) }
    let count = min(head.count, target.count)
    target.copyBytes(from: head[..<count])
    head.removeFirst(count)
    return count
  }

  private func readFile(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
    let count = try file.read(into: target)
    digest.update(UnsafeRawBufferPointer(rebasing: target[..<count]))
    byteCount += count
    return count
  }
}
