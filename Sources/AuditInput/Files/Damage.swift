/// Why nothing of a file may be kept.
struct Damage: Error {
  let reason: String
  /// Whether the system could not read it: a fault of the machine, not of the export.
  var isReadFailure = false
  /// Whether SQL ends in the midst of a statement that is no data.
  var isOpenStatement = false

  init(_ reason: String, isReadFailure: Bool = false) {
    self.reason = reason
    self.isReadFailure = isReadFailure
  }
}
