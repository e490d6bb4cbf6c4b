internal import AuditModel

/// The slots and the text of the record at hand, before it joins a batch.
///
/// Plain memory, because every value of every record passes through it; a record that is refused
/// halfway leaves nothing behind.
final class RowBuffer {
  let slots: UnsafeMutablePointer<Slot>
  private let empty: [Slot]
  private(set) var text: UnsafeMutablePointer<UInt8>
  private(set) var textCount = 0
  private var textCapacity = 4096
  /// Where the record's text will start in its batch.
  private var textStart = 0

  /// - Parameter empty: The slots of a record of which nothing is known.
  init(empty: [Slot]) {
    self.empty = empty
    slots = .allocate(capacity: max(1, empty.count))
    slots.initialize(repeating: .absent, count: empty.count)
    text = .allocate(capacity: textCapacity)
  }

  deinit {
    slots.deallocate()
    text.deallocate()
  }

  var slotBuffer: UnsafeBufferPointer<Slot> {
    UnsafeBufferPointer(start: slots, count: empty.count)
  }

  var textBuffer: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text, count: textCount)
  }

  /// Begins a record whose text will start at this offset.
  @inline(__always)
  func start(textAt offset: Int) {
    empty.withUnsafeBufferPointer { source in
      if let base = source.baseAddress { slots.update(from: base, count: source.count) }
    }
    textCount = 0
    textStart = offset
  }

  /// The text of a slot of the record at hand.
  @inline(__always)
  func text(of slot: Slot) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text + (Int(slot.word) - textStart), count: Int(slot.length))
  }

  @inline(__always)
  func keep(_ value: UnsafeBufferPointer<UInt8>, at slot: Int) {
    let target = reserve(value.count)
    if let base = value.baseAddress { target.update(from: base, count: value.count) }
    finish(value.count, at: slot)
  }

  func keep(_ value: some Collection<UInt8>, at slot: Int) {
    let target = reserve(value.count)
    for (index, byte) in value.enumerated() { target[index] = byte }
    finish(value.count, at: slot)
  }

  /// Keeps hexadecimal digits and hyphens, letters made small.
  @inline(__always)
  func keepLowered(_ value: UnsafeBufferPointer<UInt8>, at slot: Int) {
    let target = reserve(value.count)
    for index in 0..<value.count { target[index] = value[index] | 0x20 }
    finish(value.count, at: slot)
  }

  @inline(__always)
  private func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if textCount + count > textCapacity { grow(count) }
    return text + textCount
  }

  @inline(__always)
  private func finish(_ count: Int, at slot: Int) {
    slots[slot] = .text(at: textStart + textCount, byteCount: count)
    textCount += count
  }

  @inline(never)
  private func grow(_ count: Int) {
    let capacity = max(textCapacity * 2, textCount + count)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: text, count: textCount)
    text.deallocate()
    text = larger
    textCapacity = capacity
  }
}
