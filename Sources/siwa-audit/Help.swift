/// The texts of `--help`, made from the same tables that the parser uses.
enum Help {

  static var general: String {
    var text = """
      Usage: siwa-audit COMMAND [OPTION]...

      Audits exports of an app that uses Sign in with Apple. Reads files, talks to no network.

      Commands:

      """
    for command in Command.allCases {
      text += line("\(command.rawValue) \(command.operands)", command.summary)
    }
    text += """

      'siwa-audit COMMAND --help' shows a command's options.

      Exit codes:
        0   nothing at or above the threshold
        1   findings at or above it
        2   wrong usage or configuration
        3   input was damaged, or rejected beyond the limit; reports are written all the same
        4   the database or the output could not be used
        70  an internal error, or a rule that failed to run
        128+n  stopped by signal n, everything rolled back

      """
    return text
  }

  static func of(_ command: Command) -> String {
    var text = "Usage: siwa-audit \(command.rawValue) [OPTION]... \(command.operands)\n\n"
    text += sentence(command.summary) + "\n\nOptions:\n"
    for option in command.options {
      let short = option.letter.map { "-\($0), " } ?? "    "
      let value = option.value.map { " \($0)" } ?? ""
      text += line("\(short)--\(option.name)\(value)", option.help)
    }
    return text
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func line(_ left: String, _ right: String) -> String {
    let width = 30
    let gap =
      left.utf8.count + 2 > width
      ? "\n" + String(repeating: " ", count: width + 2)
      : String(repeating: " ", count: width - left.utf8.count)
    return "  " + left + gap + right + "\n"
  }
}
