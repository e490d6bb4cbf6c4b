internal import AuditModel

/// A command line taken apart; every option in it is one that its command knows.
struct ParsedArguments: Sendable, Equatable {
  var command: Command?
  var operands: [String] = []
  /// Values by option name; a switch has one empty value.
  var values: [String: [String]] = [:]

  func has(_ option: OptionSpecification) -> Bool { values[option.name] != nil }
  func value(_ option: OptionSpecification) -> String? { values[option.name]?.last }
  func all(_ option: OptionSpecification) -> [String] { values[option.name] ?? [] }
}

/// Why a command line can't be understood; says what to write instead.
struct UsageError: Error, Equatable {
  let message: String
}

/// Reads a command line by GNU habits: `--opt value` and `--opt=value`, `-o value`, options and
/// operands in any order, `--` ends the options.
struct ArgumentParser {
  private var rest: ArraySlice<String>
  private var result = ParsedArguments()
  private var optionsEnded = false

  /// - Parameter arguments: The command line without the program's name.
  /// - Returns: The command with its operands and options.
  /// - Throws: `UsageError` for anything that the command does not know.
  static func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var parser = ArgumentParser(rest: arguments[...])
    return try parser.run()
  }

  private init(rest: ArraySlice<String>) {
    self.rest = rest
  }

  private mutating func run() throws(UsageError) -> ParsedArguments {
    while let argument = rest.popFirst() {
      if optionsEnded || argument == "-" || !argument.hasPrefix("-") {
        try addOperand(argument)
      } else if argument == "--" {
        optionsEnded = true
      } else if argument.hasPrefix("--") {
        try addLong(argument)
      } else {
        try addShort(argument)
      }
    }
    return result
  }

  private mutating func addOperand(_ text: String) throws(UsageError) {
    guard result.command == nil else {
      result.operands.append(text)
      return
    }
    guard let command = Command(rawValue: text) else {
      let names = Command.allCases.map(\.rawValue)
      throw UsageError(
        message: "'\(text)' is no command" + Self.hint(text, names, prefix: "")
          + "; 'siwa-audit --help' lists them")
    }
    result.command = command
  }

  private mutating func addLong(_ argument: String) throws(UsageError) {
    let text = argument.dropFirst(2)
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = known.first(where: { $0.name == name }) else {
      throw UsageError(
        message: "unknown option '--\(name)'" + place
          + Self.hint(name, known.map(\.name), prefix: "--"))
    }
    try add(option, shown: "--\(name)", inline: parts.count == 2 ? String(parts[1]) : nil)
  }

  private mutating func addShort(_ argument: String) throws(UsageError) {
    let letters = Array(argument.dropFirst())
    for (index, letter) in letters.enumerated() {
      guard let option = known.first(where: { $0.letter == letter }) else {
        throw UsageError(message: "unknown option '-\(letter)'" + place)
      }
      if option.value == nil {
        try add(option, shown: "-\(letter)", inline: nil)
        continue
      }
      let tail = String(letters[(index + 1)...])
      try add(option, shown: "-\(letter)", inline: tail.isEmpty ? nil : tail)
      return
    }
  }

  private mutating func add(
    _ option: OptionSpecification, shown: String, inline: String?
  ) throws(UsageError) {
    guard let valueName = option.value else {
      guard inline == nil else { throw UsageError(message: "'\(shown)' takes no value") }
      result.values[option.name] = [""]
      return
    }
    guard let value = inline ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError(message: "'\(shown)' needs a value: \(shown) \(valueName)")
    }
    if !option.repeats && result.values[option.name] != nil {
      throw UsageError(message: "'\(shown)' is given twice")
    }
    result.values[option.name, default: []].append(value)
  }

  /// Before the command only the general options are known.
  private var known: [OptionSpecification] {
    result.command?.options ?? [.help, .version]
  }

  private var place: String {
    result.command.map { " of '\($0.rawValue)'" } ?? " before the command"
  }

  private static func hint(_ name: String, _ names: [String], prefix: String) -> String {
    guard let nearest = NearestName.find(name, among: names) else { return "" }
    return "; did you mean '\(prefix)\(nearest)'?"
  }
}
