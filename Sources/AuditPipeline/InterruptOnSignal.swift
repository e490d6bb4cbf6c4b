internal import AuditStore
internal import Foundation

/// Ends running queries soon after a signal asked the run to end.
///
/// The timer is only set once and cancelled once.
final class InterruptOnSignal: @unchecked Sendable {
  private let timer: any DispatchSourceTimer

  init(cancellation: Cancellation, connections: [Connection]) {
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
    timer.setEventHandler {
      guard cancellation.requestedSignal != nil else { return }
      for connection in connections { connection.interrupt() }
    }
    timer.resume()
    self.timer = timer
  }

  func end() {
    timer.cancel()
  }
}
