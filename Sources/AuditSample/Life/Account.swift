internal import AuditModel

/// How somebody signs in.
enum Method: String, Sendable {
  case apple, speed, password
}

/// One user id of a person, as far as the story has come.
struct Account: Sendable {
  let userId: String
  let uuid: String
  /// How the account was made, and how it signs in where nothing else is said.
  var method: Method
  /// Apple's id of the person, where the account has ever used Apple.
  var sub: String?
  let name: String
  let email: String
  let arrivedAt: Int64
  /// Whether it is a local account that was not linked yet.
  var isLocal: Bool
  /// Whether it can no longer be used: deleted, merged away or out of reach.
  var isGone = false
  /// The app-local balance in units of 1e-8.
  var balance: Int64 = 0
  /// The latest session.
  var session: RecordID?
}

/// Which of a person's accounts is meant.
typealias AccountID = Int

/// Names a record of a life, to look at it and to change it.
struct RecordID: Sendable, Hashable {
  let stream: Stream
  let index: Int
}
