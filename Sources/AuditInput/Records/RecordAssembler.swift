internal import AuditModel

/// Turns the values that a format found in a record into the slots of a batch, or into a reject.
struct RecordAssembler {
  let path: String
  let names: FieldNames
  private let plans: [FieldPlan]
  private let steps: [FieldPlan.Step]
  private let words: WordList
  /// Whether a value under a name may be a secret, by name number.
  private let mayHoldSecret: [Bool]
  private let identitySlots: [Int]
  private let row: RowBuffer
  private let emails: EmailForm
  private(set) var batch: RecordBatch
  private(set) var rejects: [Reject] = []
  private(set) var leaks = LeakList()
  private(set) var recordCount = 0
  private(set) var rejectCount = 0
  private(set) var leftOutCount = 0
  /// The value of each name in the record at hand, an index into its values; or -1.
  private var valueOfName: [Int32]
  /// Names of the record at hand whose value is a secret.
  private var secretNames: [Int16] = []
  private var emailForm: [UInt8] = []
  private var emailHash: [UInt8] = []
  private let nonceSlots: NonceSlots?
  private let signatureReasonSlot: Int?
  private var signatureReason: [UInt8]?

  /// Rejects that are kept before they are handed on.
  private static let rejectLimit = 1024

  init(stream: Stream, path: String, emailKey: [UInt8]) {
    self.path = path
    let names = FieldNames(stream.definition)
    self.names = names
    let plans = FieldPlan.plans(for: stream.definition, names)
    self.plans = plans
    var words = WordList()
    steps = plans.map { $0.step(&words) }
    self.words = words
    var mayHoldSecret = [Bool](repeating: true, count: names.count)
    for plan in plans {
      for name in plan.names { mayHoldSecret[name] = plan.mayHoldSecret }
    }
    self.mayHoldSecret = mayHoldSecret
    var emptyRow = [Slot](repeating: .absent, count: stream.definition.columns.count)
    for (plan, field) in zip(plans, stream.definition.fields) {
      if case .integer(let value) = field.absentMeans { emptyRow[plan.slot] = .integer(value) }
    }
    row = RowBuffer(empty: emptyRow)
    identitySlots = stream.definition.identity.compactMap { name in
      plans.first { $0.name == name }?.slot
    }
    emails = EmailForm(key: emailKey)
    nonceSlots = NonceSlots(stream.definition)
    signatureReasonSlot = stream.definition.slot(ofColumn: "signature_reason")
    batch = RecordBatch(stream: stream)
    valueOfName = [Int32](repeating: -1, count: names.count)
  }

  /// Records after which nobody wants more.
  var recordLimit = Int.max

  var isFull: Bool {
    batch.isFull || rejects.count >= Self.rejectLimit || recordCount >= recordLimit
  }

  mutating func takeBatch() -> RecordBatch {
    let taken = batch
    batch = RecordBatch(stream: taken.stream)
    return taken
  }

  mutating func takeRejects() -> [Reject] {
    defer { rejects = [] }
    return rejects
  }

  /// Counts a record that is none.
  mutating func reject(line: Int, field: String?, reason: String) {
    recordCount += 1
    rejectCount += 1
    rejects.append(
      Reject(place: SourcePlace(path: path, line: line), field: field, reason: reason))
  }

  /// Counts a record that is not wanted.
  mutating func leaveOut() {
    recordCount += 1
    leftOutCount += 1
  }

  mutating func note(_ leak: Leak) { leaks.add(leak) }

  /// Takes one record: its values, the bytes and the unescaped text that they point into.
  mutating func take(
    _ values: [ScannedValue], bytes: UnsafePointer<UInt8>, unescaped: [UInt8], line: Int,
    paths: PathTable, isChecked: Bool = false
  ) {
    unescaped.withUnsafeBufferPointer { unescaped in
      values.withUnsafeBufferPointer { values in
        let record = ScannedRecord(
          values: values, bytes: bytes, unescaped: unescaped.baseAddress ?? bytes, line: line)
        if let twice = sort(record, paths, isChecked: isChecked) {
          let name = paths.displayName(of: twice.node)
          reject(line: line, field: name, reason: RejectReason.twice(name))
        } else {
          add(record)
        }
      }
    }
  }

  /// Takes a record that was taken apart; its secrets were looked for in the whole of it.
  ///
  /// A field `signatureReason`, which no export has, says why the computed signature is not valid.
  mutating func take(_ fields: [RawField], line: Int) {
    signatureReason = nil
    defer { signatureReason = nil }
    var bytes: [UInt8] = []
    var values: [ScannedValue] = []
    for field in fields {
      if field.name == RawField.signatureReason, case .text(let reason) = field.value {
        signatureReason = reason
        continue
      }
      guard let index = plans.firstIndex(where: { $0.name == field.name }) else { continue }
      let start = bytes.count
      let kind: ScannedValue.Kind
      switch field.value {
      case .null: kind = .null
      case .bool(let isTrue): kind = isTrue ? .yes : .no
      case .number(let digits):
        kind = .number
        bytes += digits
      case .text(let text):
        kind = .text
        bytes += text
      }
      values.append(
        ScannedValue(
          start: Int32(start), count: Int32(bytes.count - start), node: PathTable.root,
          name: Int16(names.starts[index]), kind: kind, isUnescaped: false))
    }
    bytes.append(0)
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      take(
        values, bytes: base, unescaped: [], line: line, paths: Self.noPaths, isChecked: true)
    }
  }

  private static let noPaths = PathTable(Vocabulary())

  /// Notes the secrets of a record that is then taken apart.
  mutating func noteSecrets(
    _ values: [ScannedValue], bytes: UnsafePointer<UInt8>, unescaped: [UInt8], line: Int,
    paths: PathTable
  ) {
    unescaped.withUnsafeBufferPointer { unescaped in
      values.withUnsafeBufferPointer { values in
        let record = ScannedRecord(
          values: values, bytes: bytes, unescaped: unescaped.baseAddress ?? bytes, line: line)
        for value in values where value.kind == .text || value.kind == .number {
          lookForSecret(value, record, paths, isNoted: true)
        }
      }
    }
  }

  /// Finds the value of each name, and secrets among all of them; returns a name's second value.
  private mutating func sort(
    _ record: ScannedRecord, _ paths: PathTable, isChecked: Bool
  ) -> ScannedValue? {
    for index in valueOfName.indices { valueOfName[index] = -1 }
    if !secretNames.isEmpty { secretNames.removeAll() }
    var twice: ScannedValue? = nil
    for index in record.values.indices {
      let value = record.values[index]
      let name = Int(value.name)
      if name >= 0 {
        if valueOfName[name] >= 0 { twice = twice ?? value }
        valueOfName[name] = Int32(truncatingIfNeeded: index)
        guard mayHoldSecret[name] else { continue }
      }
      guard value.kind == .text || value.kind == .number else { continue }
      if !isChecked || name >= 0 {
        lookForSecret(value, record, paths, isNoted: !isChecked)
      }
    }
    return twice
  }

  @inline(__always)
  private mutating func lookForSecret(
    _ value: ScannedValue, _ record: ScannedRecord, _ paths: PathTable, isNoted: Bool
  ) {
    guard value.count >= JSONScanner.shortestSecret || paths.isSecretName(value.node) else {
      return
    }
    checkSecret(value, record, paths, isNoted: isNoted)
  }

  private mutating func checkSecret(
    _ value: ScannedValue, _ record: ScannedRecord, _ paths: PathTable, isNoted: Bool
  ) {
    guard value.count > 0, !paths.isTokenExpected(value.node) else { return }
    let isNamed = paths.isSecretName(value.node)
    guard let kind = isNamed ? .namedSecret : SecretDetector.kind(of: record.text(value)) else {
      return
    }
    if value.name >= 0 { secretNames.append(value.name) }
    guard isNoted else { return }
    leaks.add(
      Leak(
        line: record.line, field: paths.displayName(of: value.node), kind: kind.rawValue))
  }

  // MARK: Slots

  private mutating func add(_ record: ScannedRecord) {
    row.start(textAt: batch.text.count)
    for index in steps.indices {
      if let reason = fill(steps[index], index, record) {
        reject(line: record.line, field: plans[index].name, reason: reason)
        return
      }
    }
    nonceSlots?.settle(row)
    if let signatureReason, let slot = signatureReasonSlot {
      row.keep(signatureReason, at: slot)
    }
    recordCount += 1
    batch.lines.append(record.line)
    batch.keyHashes.append(naturalKeyHash())
    batch.slots.append(contentsOf: row.slotBuffer)
    batch.text.append(contentsOf: row.textBuffer)
  }

  private func naturalKeyHash() -> UInt64 {
    var hash = NaturalKeyHash()
    for index in identitySlots {
      let slot = row.slots[index]
      if slot.isText {
        hash.add(text: row.text(of: slot))
      } else {
        hash.add(integer: slot.word)
      }
    }
    return hash.value
  }

  /// Fills the slots of one field; returns why the record can't be taken, or nil.
  @inline(__always)
  private mutating func fill(
    _ step: FieldPlan.Step, _ index: Int, _ record: ScannedRecord
  ) -> String? {
    let slot = Int(step.slot)
    var name = Int(step.firstName)
    while name < Int(step.endName) {
      let found = Int(valueOfName[name])
      name += 1
      guard found >= 0 else { continue }
      let value = record.values[found]
      guard !record.isAbsent(value) else { continue }
      return store(value, step, index, slot, record)
    }
    if step.isRequired { return RejectReason.missing(plans[index].name) }
    if step.hasAbsentText { row.keep(plans[index].absentText ?? [], at: slot) }
    return nil
  }

  @inline(__always)
  private mutating func store(
    _ value: ScannedValue, _ step: FieldPlan.Step, _ index: Int, _ slot: Int,
    _ record: ScannedRecord
  ) -> String? {
    let text = record.text(value)
    let isNumber = value.kind == .number
    guard isNumber || value.kind == .text else { return storeOther(value, index, slot) }
    switch step.form {
    case .text, .prose:
      guard secretNames.isEmpty || !secretNames.contains(value.name) else {
        row.keep(Array(Digest.sha256Hex(Array(text)).utf8), at: slot)
        return nil
      }
      if step.form == .prose, text.contains(UInt8(ascii: "@")) {
        row.keep(emails.shortened(within: text), at: slot)
        return nil
      }
      row.keep(text, at: slot)
      return nil
    case .time:
      guard let time = ValueParser.time(text, isNumber: isNumber) else { break }
      row.slots[slot] = .integer(time)
      return nil
    case .amount:
      guard let amount = ValueParser.amount(text, isNumber: isNumber) else { break }
      row.slots[slot] = .integer(amount.units)
      if amount.decimals > 8, plans[index].slotCount > 1 {
        row.slots[slot + 1] = .integer(Int64(amount.decimals))
      }
      return nil
    case .bool:
      guard let bool = ValueParser.bool(text, isNumber: isNumber) else { break }
      row.slots[slot] = .integer(bool ? 1 : 0)
      return nil
    case .integer:
      guard let number = ValueParser.integer(text, isNumber: isNumber) else { break }
      row.slots[slot] = .integer(number)
      return nil
    case .uuid:
      guard ValueParser.isUUID(text) else { break }
      row.keepLowered(text, at: slot)
      return nil
    case .word:
      guard words.contains(text, first: Int(step.firstWord), end: Int(step.endWord)) else { break }
      row.keep(text, at: slot)
      return nil
    case .token, .email, .presence, .rawNonce:
      return storeRare(value, text, plans[index], slot, record)
    }
    return refuse(value, text, plans[index], record)
  }

  /// Stores what is neither text nor a number, where it belongs.
  private mutating func storeOther(
    _ value: ScannedValue, _ index: Int, _ slot: Int
  ) -> String? {
    switch value.kind {
    case .yes, .no:
      guard plans[index].form == .bool else { return RejectReason.bool(plans[index].name) }
      row.slots[slot] = .integer(value.kind == .yes ? 1 : 0)
      return nil
    case .object: return RejectReason.nested(plans[index].name, isArray: false)
    case .array: return RejectReason.nested(plans[index].name, isArray: true)
    case .null, .number, .text: return nil
    }
  }

  private mutating func storeRare(
    _ value: ScannedValue, _ text: UnsafeBufferPointer<UInt8>, _ plan: FieldPlan, _ slot: Int,
    _ record: ScannedRecord
  ) -> String? {
    switch plan.form {
    case .token:
      if ValueParser.isUUID(text) {
        row.keepLowered(text, at: slot)
      } else if secretNames.contains(value.name) {
        row.keep(Array(Digest.sha256Hex(Array(text)).utf8), at: slot)
      } else {
        row.keep(text, at: slot)
      }
    case .email:
      emailForm.removeAll(keepingCapacity: true)
      emailHash.removeAll(keepingCapacity: true)
      emails.append(text, form: &emailForm, hash: &emailHash)
      row.keep(emailForm, at: slot)
      row.keep(emailHash, at: slot + 1)
    case .presence:
      row.slots[slot] = .integer(1)
    case .rawNonce:
      let length = text.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
      row.slots[slot] = .integer(Int64(length))
      if let claim = nonceClaim(record) {
        let form = NonceForm(claim: claim, rawNonce: Array(text))
        row.keep(Array(form.rawValue.utf8), at: slot + 1)
      }
    case .text, .prose, .time, .amount, .bool, .integer, .uuid, .word: break
    }
    return nil
  }

  private func nonceClaim(_ record: ScannedRecord) -> [UInt8]? {
    guard let plan = plans.first(where: { $0.name == "nonce" }),
      let name = plan.names.first, valueOfName[name] >= 0
    else { return nil }
    let value = record.values[Int(valueOfName[name])]
    return record.isAbsent(value) || value.kind != .text ? nil : Array(record.text(value))
  }

  /// Why a value is none of its field; a secret that stands in the wrong column is named.
  private mutating func refuse(
    _ value: ScannedValue, _ text: UnsafeBufferPointer<UInt8>, _ plan: FieldPlan,
    _ record: ScannedRecord
  ) -> String {
    if !plan.mayHoldSecret, let kind = SecretDetector.kind(of: text) {
      leaks.add(Leak(line: record.line, field: plan.name, kind: kind.rawValue))
    }
    return RejectReason.wrong(plan, text)
  }
}
