/// What the run is doing, for a progress line.
package enum RunProgress: Sendable {
  /// A file that is read for what it may hold, or for secrets.
  case looking(name: String)
  case reading(name: String, bytesRead: Int, bytesTotal: Int, records: Int)
  case deriving
  case checking(rule: String, done: Int, total: Int)
  case writing(report: String)
}
