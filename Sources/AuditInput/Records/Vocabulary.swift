internal import AuditModel

/// What the names in a file mean: fields of its stream, or none.
struct Vocabulary: Sendable {
  private let names: FieldNames?
  /// The contract's names of the stream's fields, in its order.
  private let fields: [String]
  /// Names that are no stored field but tell of some, in normal form.
  private let understood: Set<[UInt8]>
  private var readsAll: Bool { shape?.readsAllNames ?? false }
  /// What takes the records apart, where they are of no stream as they stand.
  private let shape: (any RecordShape)?

  /// For the records of a stream; `understood` are names that its records are taken apart from.
  init(_ stream: Stream, understood: [String] = []) {
    fields = stream.definition.fields.map(\.name)
    names = FieldNames(stream.definition)
    self.understood = Set(understood.map { FieldNames.normalised(Array($0.utf8)) })
    shape = nil
  }

  /// For a file of no stream, of which only secrets are of interest.
  init() {
    fields = []
    names = nil
    understood = []
    shape = nil
  }

  /// For raw records that a shape takes apart.
  init(of shape: any RecordShape) {
    fields = []
    names = nil
    understood = Set(shape.names.map { FieldNames.normalised(Array($0.utf8)) })
    self.shape = shape
  }

  /// Fills in what a new name means.
  func describe(_ node: inout PathNode, path: [UInt8], isInArray: Bool) {
    node.isSecretName = SecretDetector.isSecretName(path)
    node.isTokenExpected = SecretDetector.isExempt(path)
    if let shape, shape.expectsToken(at: String(decoding: path, as: UTF8.self)) {
      node.isTokenExpected = true
    }
    let form = FieldNames.normalised(path)
    node.isUnderstood =
      readsAll || understood.contains(form) || isUnderstoodFromAbove(form)
    guard !isInArray, let names else { return }
    node.name = Int16(names.number(ofNormalised: form) ?? -1)
    node.isPrefix = names.isPrefix(form)
  }

  private func isUnderstoodFromAbove(_ form: [UInt8]) -> Bool {
    guard !understood.isEmpty, let dot = form.firstIndex(of: UInt8(ascii: ".")) else {
      return false
    }
    return understood.contains(Array(form[..<dot]))
  }

  /// The contract's name of the field with that name number.
  func contractName(ofNumber number: Int) -> String {
    guard let names else { return "" }
    return fields[names.field(ofNumber: number)]
  }
}
