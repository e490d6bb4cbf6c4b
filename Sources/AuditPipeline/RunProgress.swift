/// What the run is doing, for a progress line.
package enum RunProgress: Sendable {
  case reading(name: String, bytesRead: Int, bytesTotal: Int, records: Int)
  case deriving
  case checking(rule: String, done: Int, total: Int)
  case writing(report: String)
}
