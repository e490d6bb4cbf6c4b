internal import AuditModel

/// One record of an export: its fields in the order in which they are written.
struct Record: Sendable {
  let stream: Stream
  private(set) var fields: [(name: String, value: FieldValue)]

  init(_ stream: Stream, _ fields: [(name: String, value: FieldValue)]) {
    self.stream = stream
    self.fields = fields
  }

  /// The value of a field; nil takes the field away, a new one is written last.
  ///
  /// A field that is set to `.null` stays known to the audit, one that is taken away may not.
  subscript(_ name: String) -> FieldValue? {
    get { fields.first { $0.name == name }?.value }
    set {
      let index = fields.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): fields[index].value = value
      case (let index?, nil): fields.remove(at: index)
      case (nil, let value?): fields.append((name, value))
      case (nil, nil): break
      }
    }
  }
}
