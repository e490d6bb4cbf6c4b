/// Reads the owner's answer to a manual item of the checklist.
enum ChecklistReading {
  /// The items of the checklist.
  private static let numbers = 1...25

  static func answer(
    _ item: ConfigurationValue
  ) throws(InputError) -> Configuration.ChecklistAnswer {
    guard let number = Int(item.name), numbers.contains(number), String(number) == item.name else {
      throw item.error(
        "the key '\(item.key)' is not known; items are numbered 1 to \(numbers.upperBound)")
    }
    var answer = Configuration.ChecklistAnswer(answer: "", by: nil, on: nil, until: nil)
    try ConfigurationKey<Configuration.ChecklistAnswer>.apply(
      ConfigurationKey<Configuration.ChecklistAnswer>.all, of: item, to: &answer)
    guard !answer.answer.isEmpty else {
      throw item.error("'\(item.key)' must have an 'answer', \"pass\" or \"fail\"")
    }
    return answer
  }
}

extension ConfigurationKey<Configuration.ChecklistAnswer> {
  static let all: [Self] = [
    .init("answer") { answer, value throws(InputError) in
      answer.answer = try value.word(of: ["pass", "fail"])
    },
    .init("by", \.by, ConfigurationValue.text),
    .init("on") { answer, value throws(InputError) in answer.on = try date(value) },
    .init("until") { answer, value throws(InputError) in answer.until = try date(value) },
  ]

  /// A date of the calendar, or a time, as written.
  private static func date(_ value: ConfigurationValue) throws(InputError) -> String {
    let text = try value.text()
    let isDate = ValueParser.time(ofDay: text) != nil
    guard isDate else { throw value.error("'\(value.key)' must be a date such as \"2026-10-30\"") }
    return text
  }
}
