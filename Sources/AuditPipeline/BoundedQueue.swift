internal import Foundation

/// A queue between two threads that holds the producer back when the consumer is slower.
///
/// The lock guards every stored property, which is what makes it safe to share.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let capacity: Int
  private var elements: [Element] = []
  private var isClosed = false

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Appends when there is room; false when the consumer no longer wants anything.
  func send(_ element: Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while elements.count >= capacity && !isClosed { condition.wait() }
    guard !isClosed else { return false }
    elements.append(element)
    condition.signal()
    return true
  }

  /// The next element; nil when none came in a tenth of a second.
  func receive() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    if elements.isEmpty { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.1)) }
    guard !elements.isEmpty else { return nil }
    let element = elements.removeFirst()
    condition.signal()
    return element
  }

  /// Makes the producer stop.
  func close() {
    condition.lock()
    isClosed = true
    condition.broadcast()
    condition.unlock()
  }
}
