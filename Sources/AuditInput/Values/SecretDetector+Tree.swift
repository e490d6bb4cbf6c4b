extension SecretDetector {
  /// Every value of a tree that is a secret, in order: its line, field and kind, never its text.
  ///
  /// Fields are named as written, nested with dots, lists without index. Values inside JSON text
  /// are found as part of that text.
  package static func leaks(in tree: JSONValue, firstLine: Int = 1) -> [Leak] {
    var leaks: [Leak] = []
    walk(tree, path: "", line: firstLine, into: &leaks)
    return leaks
  }

  private static func walk(_ value: JSONValue, path: String, line: Int, into leaks: inout [Leak]) {
    switch value {
    case .null: return
    case .bool, .number:
      if isSecretName(path.utf8) { leaks.append(leak(.namedSecret, path, line)) }
    case .string(let text):
      guard !text.utf8.isEmpty, !isExempt(path.utf8) else { return }
      if let kind = kind(of: Array(text.utf8)) ?? (isSecretName(path.utf8) ? .namedSecret : nil) {
        leaks.append(leak(kind, path, line))
      }
    case .array(let elements):
      for element in elements { walk(element, path: path, line: line, into: &leaks) }
    case .object(let members):
      for member in members {
        let memberPath = path.isEmpty ? member.name : path + "." + member.name
        walk(member.value, path: memberPath, line: member.line, into: &leaks)
      }
    }
  }

  private static func leak(_ kind: Kind, _ path: String, _ line: Int) -> Leak {
    Leak(line: line, field: path, kind: kind.rawValue)
  }
}
