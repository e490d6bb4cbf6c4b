internal import AuditModel

/// How the values of one field become slots, made ready once a file.
struct FieldPlan {
  enum Form {
    case text, prose, uuid, token, time, amount, bool, integer, word, email, presence, rawNonce
  }

  let name: String
  let form: Form
  let isRequired: Bool
  /// The index of its first slot in a record.
  let slot: Int
  let slotCount: Int
  /// The numbers of its names (`FieldNames`), the contract's own first.
  let names: Range<Int>
  /// The words that are accepted, where only they are.
  let words: [[UInt8]]
  /// Text that stands for an absent value.
  let absentText: [UInt8]?
  /// Whether a value that is no value of the type may be a token: any text may, where the type
  /// is text.
  let mayHoldSecret: Bool

  init(_ field: Field, slot: Int, names: Range<Int>) {
    name = field.name
    isRequired = field.isRequired
    self.slot = slot
    slotCount = field.columns.count
    self.names = names
    var words: [[UInt8]] = []
    switch field.type {
    case .text, .user: form = .text
    case .prose: form = .prose
    case .uuid: form = .uuid
    case .token: form = .token
    case .time: form = .time
    case .amount: form = .amount
    case .bool: form = .bool
    case .integer: form = .integer
    case .word(let accepted):
      form = .word
      words = accepted.map { Array($0.utf8) }
    case .email: form = .email
    case .presence: form = .presence
    case .rawNonce: form = .rawNonce
    }
    self.words = words
    switch form {
    case .text, .prose, .token, .email, .presence, .rawNonce: mayHoldSecret = true
    case .uuid, .time, .amount, .bool, .integer, .word: mayHoldSecret = false
    }
    if case .text(let text) = field.absentMeans {
      absentText = Array(text.utf8)
    } else {
      absentText = nil
    }
  }

  /// What of the plan every record needs, in a form that is copied for free.
  struct Step {
    let form: Form
    let isRequired: Bool
    let hasAbsentText: Bool
    let slot: Int32
    let firstName: Int16
    let endName: Int16
    /// The numbers of its words in a `WordList`.
    let firstWord: Int16
    let endWord: Int16
  }

  func step(_ list: inout WordList) -> Step {
    let numbers = list.add(words)
    return Step(
      form: form, isRequired: isRequired, hasAbsentText: absentText != nil, slot: Int32(slot),
      firstName: Int16(names.lowerBound), endName: Int16(names.upperBound),
      firstWord: Int16(numbers.lowerBound), endWord: Int16(numbers.upperBound))
  }

  /// The plans of all fields of a stream, in the order of their slots.
  static func plans(for definition: StreamDefinition, _ names: FieldNames) -> [FieldPlan] {
    var plans: [FieldPlan] = []
    var slot = 0
    for (index, field) in definition.fields.enumerated() {
      plans.append(
        FieldPlan(field, slot: slot, names: names.starts[index]..<names.starts[index + 1]))
      slot += field.columns.count
    }
    return plans
  }
}
