internal import AuditModel

/// The texts that a sweep renames, for what findings tell of them.
struct ToldNames {
  private var byKind: [PersonText: [String: String]] = [:]
  /// By text, of whatever kind; numbers apart, which may count something else.
  private var words: [String: String] = [:]
  private var numbers: [String: String] = [:]
  private var spaced: [(text: String, name: String)] = []
  /// Shortened addresses of each person, by the id that the person had.
  private var addresses: [String: [String: String]] = [:]

  mutating func add(_ text: String, _ kind: PersonText, _ name: String) {
    byKind[kind, default: [:]][text] = name
    guard kind != .address else { return }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      numbers[text] = name
    } else if FreeText.isWord(text) {
      words[text] = name
    } else {
      spaced.append((text, name))
    }
  }

  func name(of text: String, _ kind: PersonText) -> String? { byKind[kind]?[text] }

  /// Notes the shortened form that messages about a person have; others may share it.
  mutating func add(address: String, of user: String, _ name: String) {
    addresses[user, default: [:]][address] = name
  }

  func subject(_ subject: String, _ kind: Subject.Kind, user: String?) -> String {
    guard let text = PersonText.of(kind) else { return subject }
    if text == .address { return user.flatMap { addresses[$0]?[subject] } ?? subject }
    return name(of: subject, text) ?? subject
  }

  func text(_ text: String, isTheirs: Bool, user: String?) -> String {
    var text = text
    for (id, name) in spaced { text = FreeText.replacing(id, with: name, in: text) }
    let own = user.flatMap { addresses[$0] } ?? [:]
    return FreeText.mapWords(of: text) { word in
      words[word] ?? own[word] ?? (isTheirs ? numbers[word] : nil)
    }
  }
}
