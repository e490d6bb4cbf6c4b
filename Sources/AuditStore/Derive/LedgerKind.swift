/// The kinds of a ledger row; the first three add, the others take.
enum LedgerKind {
  case purchase, gift, mergeIn, usage, mergeOut, forfeit, reversal

  /// The reader lets no other words through.
  init(_ word: UnsafeRawBufferPointer) {
    switch (word.first, word.count) {
    case (0x70, _): self = .purchase
    case (0x67, _): self = .gift
    case (0x6D, 8): self = .mergeIn
    case (0x6D, _): self = .mergeOut
    case (0x66, _): self = .forfeit
    case (0x72, _): self = .reversal
    case (_, _): self = .usage
    }
  }

  var adds: Bool {
    switch self {
    case .purchase, .gift, .mergeIn: true
    case .usage, .mergeOut, .forfeit, .reversal: false
    }
  }

  var marks: LedgerRow.Marks {
    switch self {
    case .usage: .usage
    case .mergeIn: .mergeIn
    case .mergeOut: .mergeOut
    case .purchase: .purchase
    case .reversal: .reversal
    case .gift, .forfeit: []
    }
  }
}
