internal import AuditPipeline
internal import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Turns SIGINT, SIGTERM and SIGHUP into a request to end, and makes sure that it is heard.
enum Signals {
  /// Seconds a run has to roll back before it is ended without it; the next run rolls back then.
  private static let graceSeconds = 1.8

  /// Starts listening; to be called before any other thread is started.
  static func watch(_ cancellation: Cancellation) {
    signal(SIGPIPE, SIG_IGN)
    var waited = sigset_t()
    sigemptyset(&waited)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&waited, number) }
    pthread_sigmask(SIG_BLOCK, &waited, nil)
    let thread = Thread {
      var set = sigset_t()
      sigemptyset(&set)
      for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, number) }
      var received: Int32 = 0
      while sigwait(&set, &received) != 0 {}
      cancellation.request(signal: received)
      Thread.sleep(forTimeInterval: graceSeconds)
      _exit(128 + received)
    }
    thread.start()
  }
}
