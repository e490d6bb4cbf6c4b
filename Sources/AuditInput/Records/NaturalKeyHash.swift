/// A 64-bit hash over the stored values of a natural key, the same in every process.
///
/// The values are added in the order of `StreamDefinition.identity`, in their stored form: text as
/// its bytes (a user id as its text, not its number), a time as microseconds. It is no secret and
/// keeps nobody from making collisions: whoever looks a record up by it compares the values.
package struct NaturalKeyHash: Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  package mutating func add(integer: Int64) {
    mix(UInt64(bitPattern: integer), 0x8EBC_6AF0_9C88_C6E3)
  }

  package mutating func add(text bytes: UnsafeBufferPointer<UInt8>) {
    mix(UInt64(truncatingIfNeeded: bytes.count), 0x5899_65CC_7537_4CC3)
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return }
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      mix(word, 0xA076_1D64_78BD_642F)
      offset += 8
    }
    guard offset < bytes.count else { return }
    var tail: UInt64 = 0
    while offset < bytes.count {
      tail = tail << 8 | UInt64(base.load(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    mix(tail, 0xE703_7ED1_A0B4_28DB)
  }

  package var value: UInt64 {
    var result = state ^ (state >> 32)
    result &*= 0xD6E8_FEB8_6659_FD93
    return result ^ (result >> 32)
  }

  private mutating func mix(_ word: UInt64, _ secret: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: secret | 1)
    state = product.high ^ product.low &+ 0x2545_F491_4F6C_DD1D
  }
}
