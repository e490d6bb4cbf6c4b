internal import AuditInput
internal import AuditModel

/// What people answered in the configuration, and whether it still counts.
enum ChecklistAnswers {
  private static let day: Int64 = 86_400_000_000

  /// The answers by number; a day named as `until` or `on` lasts to its end, in UTC.
  static func read(
    _ answers: [String: Configuration.ChecklistAnswer], asOf: Int64
  ) -> [Int: Checklist.Answer] {
    var read: [Int: Checklist.Answer] = [:]
    for (key, answer) in answers {
      guard let number = Int(key) else { continue }
      read[number] = Checklist.Answer(
        isPass: answer.answer == "pass", by: answer.by, on: answer.on, until: answer.until,
        lapse: lapse(of: answer, asOf: asOf))
    }
    return read
  }

  /// Why an answer does not count: past its `until`, or without one older than a year.
  private static func lapse(
    of answer: Configuration.ChecklistAnswer, asOf: Int64
  ) -> String? {
    if let until = answer.until {
      return asOf > lastMoment(until) ? "it was good until \(until) only" : nil
    }
    guard let on = answer.on else { return "it names neither `on` nor `until`" }
    let isOld = asOf > lastMoment(on) + 365 * day
    return isOld ? "it is older than a year and names no `until`" : nil
  }

  /// The configuration is checked while it is read, so a text that is no time is never met.
  private static func lastMoment(_ text: String) -> Int64 {
    ValueParser.lastMoment(ofDay: text) ?? .min / 2
  }
}
