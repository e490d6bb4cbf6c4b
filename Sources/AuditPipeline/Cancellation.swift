internal import Synchronization

/// A request to end the run, set by a signal and looked at between batches and rules.
package final class Cancellation: Sendable {
  private let signal = Atomic<Int32>(0)

  package init() {}

  /// Asks the run to end; the first signal counts.
  package func request(signal number: Int32) {
    _ = signal.compareExchange(expected: 0, desired: number, ordering: .sequentiallyConsistent)
  }

  package var requestedSignal: Int32? {
    let number = signal.load(ordering: .sequentiallyConsistent)
    return number == 0 ? nil : number
  }

  package func check() throws(Interrupted) {
    if let number = requestedSignal { throw Interrupted(signal: number) }
  }
}
