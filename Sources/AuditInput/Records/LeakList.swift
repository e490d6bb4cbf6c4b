/// The secrets seen in a file; of one kind in one field so many that memory stays bounded.
struct LeakList {
  private(set) var leaks: [Leak] = []
  private var counts: [String: Int] = [:]
  /// Places kept of one kind in one field.
  private static let limit = 10_000

  mutating func add(_ leak: Leak) {
    let count = counts[leak.kind + " " + leak.field, default: 0]
    guard count < Self.limit else { return }
    counts[leak.kind + " " + leak.field] = count + 1
    leaks.append(leak)
  }
}
