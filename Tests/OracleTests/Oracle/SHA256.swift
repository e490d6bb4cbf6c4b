/// SHA-256 as FIPS 180-4 writes it down, for a few bytes at a time.
enum SHA256 {
  /// The digest in lower-case hexadecimal digits.
  static func hex(_ text: String) -> String {
    let digits = Array("0123456789abcdef")
    return String(
      digest(Array(text.utf8)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    let bitCount = UInt64(message.count) * 8
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var state = roots(ofPrimes: 8, isCube: false)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      mix(Array(bytes[start..<(start + 64)]), into: &state)
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func mix(_ block: [UInt8], into state: inout [UInt32]) {
    func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
      (word >> count) | (word << (32 - count))
    }
    var words = (0..<16).map { index in
      block[(4 * index)..<(4 * index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let s0 = turned(a, 7) ^ turned(a, 18) ^ (a >> 3)
      let s1 = turned(b, 17) ^ turned(b, 19) ^ (b >> 10)
      words.append(words[index - 16] &+ s0 &+ words[index - 7] &+ s1)
    }
    var v = state
    for index in 0..<64 {
      let s1 = turned(v[4], 6) ^ turned(v[4], 11) ^ turned(v[4], 25)
      let choice = (v[4] & v[5]) ^ (~v[4] & v[6])
      let first = v[7] &+ s1 &+ choice &+ constants[index] &+ words[index]
      let s0 = turned(v[0], 2) ^ turned(v[0], 13) ^ turned(v[0], 22)
      let majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2])
      v = [first &+ s0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
    }
    for index in 0..<8 { state[index] &+= v[index] }
  }

  private static let constants = roots(ofPrimes: 64, isCube: true)

  /// "The first thirty-two bits of the fractional parts of the … roots of the first … primes".
  private static func roots(ofPrimes count: Int, isCube: Bool) -> [UInt32] {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < count {
      if !primes.contains(where: { candidate % $0 == 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { isCube ? cubeRootFraction($0) : squareRootFraction($0) }
  }

  private static func squareRootFraction(_ prime: Int) -> UInt32 {
    let root = Double(prime).squareRoot()
    return UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }

  private static func cubeRootFraction(_ prime: Int) -> UInt32 {
    var root = 1.0
    for _ in 0..<200 { root -= (root * root * root - Double(prime)) / (3 * root * root) }
    return UInt32((root - root.rounded(.down)) * 4_294_967_296)
  }
}
