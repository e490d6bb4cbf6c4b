/// A name at a place in the nesting of a file's records: a key, and what it means to the stream.
struct PathNode {
  /// The first eight bytes of the key, zero beyond its end; of a longer one the last eight beside.
  var head: UInt64
  var tail: UInt64
  var keyOffset: Int32
  var keyCount: Int32
  /// The node of the object that holds it; -1 for the record itself.
  var parent: Int32
  /// The key that came first in an object at this node, when one was last seen; or -1.
  var firstKey: Int32 = -1
  /// The key that followed this one in its object, when it was last seen; or -1.
  var nextKey: Int32 = -1
  /// The node of the elements, when this one held an array; or -1.
  var element: Int32 = -1
  /// The number of the field name (`FieldNames`), or -1.
  var name: Int16 = -1
  /// Whether the stream has fields nested under this name, so that an object may stand here.
  var isPrefix = false
  /// Whether a value that stands here is a secret by its name.
  var isSecretName = false
  /// Whether a token that stands here is meant to (a JWS that the contract asks for).
  var isTokenExpected = false
  /// Whether the key stands in JSON text as it is, without an escape.
  var isPlain = true
  /// Whether the stream makes something of it although it is no field of its own.
  var isUnderstood = false
  /// Whether it is the elements of an array, not a name.
  var isElement = false
  var hasChildren = false
  /// The last object that held the key, by serial number: to see a key that stands twice.
  var stamp: UInt64 = 0
}

/// The names that occur in a file, each interned once, so that a record costs no look-up by text.
///
/// Elements of arrays share one node, whose names are no fields: a field stands in objects only.
/// A file with names without end is kept in bounds by `forget`, between two records.
struct PathTable {
  static let root: Int32 = 0

  private(set) var nodes: [PathNode] = []
  private var keys: [UInt8] = []
  private var buckets: [Int32] = []
  private let seed = UInt64.random(in: .min ... .max)
  let vocabulary: Vocabulary
  private(set) var knownNumbers: Set<Int> = []
  private var unknown: Set<String> = []

  /// Names remembered once a file; more are counted nowhere.
  private static let unknownLimit = 10_000

  init(_ vocabulary: Vocabulary) {
    self.vocabulary = vocabulary
    start()
  }

  private mutating func start() {
    nodes = [
      PathNode(head: 0, tail: 0, keyOffset: 0, keyCount: 0, parent: -1)
    ]
    keys = []
    buckets = [Int32](repeating: -1, count: 256)
  }

  /// Whether so many names are held that they should be forgotten before the next record.
  var isOverfull: Bool { nodes.count > 16_384 || keys.count > 1 << 20 }

  /// Drops the nodes and keeps what they tell of the file.
  mutating func forget() {
    harvest()
    start()
  }

  // MARK: The path that every key takes

  /// The key expected after another one (-1: first) in an object at `parent`, or -1.
  @inline(__always)
  func successor(of previous: Int32, in parent: Int32) -> Int32 {
    nodes.withUnsafeBufferPointer { nodes in
      previous >= 0 ? nodes[Int(previous)].nextKey : nodes[Int(parent)].firstKey
    }
  }

  /// The offset after the closing quote, where the text at `position` is the key of `node`.
  @inline(__always)
  func endOfKey(
    _ node: Int32, at position: Int, in bytes: UnsafePointer<UInt8>, end: Int
  ) -> Int? {
    nodes.withUnsafeBufferPointer { nodes in
      let count = Int(nodes[Int(node)].keyCount)
      guard position + max(count, 8) < end, bytes[position + count] == UInt8(ascii: "\"") else {
        return nil
      }
      let raw = UnsafeRawPointer(bytes + position)
      let head = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      if count <= 8 {
        return (head ^ nodes[Int(node)].head) & Self.mask(count) == 0 ? position + count + 1 : nil
      }
      let tail = UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      guard head == nodes[Int(node)].head && tail == nodes[Int(node)].tail,
        count <= 16 || isSameMiddle(nodes[Int(node)], raw, count)
      else { return nil }
      return position + count + 1
    }
  }

  /// What a value at the node means: its field name's number, and whether it matters without.
  @inline(__always)
  func meaning(of node: Int32) -> (name: Int16, isOfInterest: Bool, isPrefix: Bool) {
    nodes.withUnsafeBufferPointer { nodes in
      let index = Int(node)
      return (
        nodes[index].name, nodes[index].isSecretName || nodes[index].isUnderstood,
        nodes[index].isPrefix
      )
    }
  }

  private func isSameMiddle(_ node: PathNode, _ raw: UnsafeRawPointer, _ count: Int) -> Bool {
    for index in 8..<count - 8
    where keys[Int(node.keyOffset) + index] != raw.load(fromByteOffset: index, as: UInt8.self) {
      return false
    }
    return true
  }

  @inline(__always)
  private static func mask(_ count: Int) -> UInt64 {
    count >= 8 ? .max : (1 << UInt64(count * 8)) &- 1
  }

  /// Notes that the object with this serial number holds the key; false when it held it before.
  @inline(__always)
  mutating func mark(_ node: Int32, serial: UInt64) -> Bool {
    nodes.withUnsafeMutableBufferPointer { nodes in
      guard nodes[Int(node)].stamp != serial else { return false }
      nodes[Int(node)].stamp = serial
      return true
    }
  }

  /// Expects `node` to follow `previous` next time, or to be the first key of `parent`.
  mutating func predict(_ node: Int32, after previous: Int32, in parent: Int32) {
    guard nodes[Int(node)].isPlain else { return }
    if previous >= 0 {
      nodes[Int(previous)].nextKey = node
    } else {
      nodes[Int(parent)].firstKey = node
    }
  }

  func isSecretName(_ node: Int32) -> Bool { nodes[Int(node)].isSecretName }

  func isTokenExpected(_ node: Int32) -> Bool { nodes[Int(node)].isTokenExpected }

  // MARK: New names

  /// The node of a key in an object at `parent`, made when it is new.
  mutating func child(of parent: Int32, key: UnsafeBufferPointer<UInt8>) -> Int32 {
    let hash = hash(parent, key)
    var slot = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[slot] >= 0 {
      let node = nodes[Int(buckets[slot])]
      if node.parent == parent && node.keyCount == key.count && isSame(node, key) {
        return buckets[slot]
      }
      slot = (slot + 1) & (buckets.count - 1)
    }
    let node = Int32(nodes.count)
    nodes.append(makeNode(parent, key))
    nodes[Int(parent)].hasChildren = true
    buckets[slot] = node
    if nodes.count * 2 > buckets.count { grow() }
    return node
  }

  /// The node of the elements of an array at `parent`.
  mutating func element(of parent: Int32) -> Int32 {
    let known = nodes[Int(parent)].element
    guard known < 0 else { return known }
    let node = Int32(nodes.count)
    var made = PathNode(head: 0, tail: 0, keyOffset: 0, keyCount: 0, parent: parent)
    made.isElement = true
    made.isSecretName = nodes[Int(parent)].isSecretName
    made.isTokenExpected = nodes[Int(parent)].isTokenExpected
    made.isUnderstood = nodes[Int(parent)].isUnderstood
    nodes.append(made)
    nodes[Int(parent)].element = node
    return node
  }

  private mutating func makeNode(_ parent: Int32, _ key: UnsafeBufferPointer<UInt8>) -> PathNode {
    var node = PathNode(
      head: 0, tail: 0, keyOffset: Int32(keys.count), keyCount: Int32(key.count), parent: parent)
    keys.append(contentsOf: key)
    for (index, byte) in key.enumerated() {
      if index < 8 { node.head |= UInt64(byte) << UInt64(index * 8) }
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        node.isPlain = false
      }
    }
    if key.count > 8 {
      for index in 0..<8 {
        node.tail |= UInt64(key[key.count - 8 + index]) << UInt64(index * 8)
      }
    }
    let path = Array((parts(of: parent) + [Array(key)]).joined(separator: [UInt8(ascii: ".")]))
    vocabulary.describe(
      &node, path: path, isInArray: isInArray(parent))
    return node
  }

  private func isSame(_ node: PathNode, _ key: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<key.count where keys[Int(node.keyOffset) + index] != key[index] {
      return false
    }
    return true
  }

  private func hash(_ parent: Int32, _ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var state = seed ^ UInt64(UInt32(bitPattern: parent))
    for byte in key {
      let product = (state ^ UInt64(byte)).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      state = product.high ^ product.low
    }
    return state ^ (state >> 29)
  }

  private mutating func grow() {
    buckets = [Int32](repeating: -1, count: buckets.count * 4)
    for index in nodes.indices where index > 0 && !nodes[index].isElement {
      let node = nodes[index]
      let hash = keys.withUnsafeBufferPointer { keys in
        let range = Int(node.keyOffset)..<Int(node.keyOffset) + Int(node.keyCount)
        return self.hash(node.parent, UnsafeBufferPointer(rebasing: keys[range]))
      }
      var slot = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
      while buckets[slot] >= 0 { slot = (slot + 1) & (buckets.count - 1) }
      buckets[slot] = Int32(index)
    }
  }

  // MARK: What the names tell

  private func isInArray(_ node: Int32) -> Bool {
    var current = node
    while current > 0 {
      if nodes[Int(current)].isElement { return true }
      current = nodes[Int(current)].parent
    }
    return false
  }

  /// The keys that lead to a node and its own, outermost first.
  private func parts(of node: Int32) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var current = node
    while current > 0 {
      let part = nodes[Int(current)]
      if !part.isElement {
        let start = Int(part.keyOffset)
        parts.append(Array(keys[start..<start + Int(part.keyCount)]))
      }
      current = part.parent
    }
    return parts.reversed()
  }

  /// The name of a node: of the contract if it is a field, else as written, nested with dots.
  ///
  /// Objects that are keyed by data have names that nobody may see; those become `*`.
  func displayName(of node: Int32) -> String {
    let found = nodes[Int(node)]
    if found.name >= 0 { return vocabulary.contractName(ofNumber: Int(found.name)) }
    if found.isElement { return displayName(of: found.parent) }
    return parts(of: node).map(Self.shown).joined(separator: ".")
  }

  /// A part of a name, or `*` where the name is data: an address, or a text too long for a name.
  private static func shown(_ part: [UInt8]) -> String {
    guard part.count <= 64, !part.contains(UInt8(ascii: "@")) else { return "*" }
    return String(decoding: part, as: UTF8.self)
  }

  /// The name of a node as written, nested with dots.
  func writtenName(of node: Int32) -> String {
    String(
      decoding: Array(parts(of: node).joined(separator: [UInt8(ascii: ".")])), as: UTF8.self)
  }

  private mutating func harvest() {
    for index in nodes.indices where index > 0 {
      let node = nodes[index]
      if node.name >= 0 {
        knownNumbers.insert(Int(node.name))
        continue
      }
      let elementHasChildren = node.element >= 0 && nodes[Int(node.element)].hasChildren
      guard !node.isElement, !node.hasChildren, !elementHasChildren,
        !node.isUnderstood, unknown.count < Self.unknownLimit
      else { continue }
      unknown.insert(displayName(of: Int32(index)))
    }
  }

  /// The names that are no field, sorted by their bytes; a name that only holds others is none.
  mutating func unknownNames() -> [String] {
    harvest()
    return unknown.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }
}
