/// One ledger row as the sweep needs it: numbers only, so that millions of them fit.
struct LedgerRow: Equatable {
  struct Marks: OptionSet {
    let rawValue: UInt16
    static let applied = Marks(rawValue: 1)
    static let linkedPayer = Marks(rawValue: 2)
    /// The copy under the surviving account of a row that has its own: in no chain.
    static let copy = Marks(rawValue: 4)
    /// Not applied, or answered with 4xx.
    static let refused = Marks(rawValue: 8)
    static let usage = Marks(rawValue: 16)
    static let mergeIn = Marks(rawValue: 32)
    static let mergeOut = Marks(rawValue: 64)
    /// `delta` itself overflows.
    static let overflow = Marks(rawValue: 128)
    /// Zero, negative, or of more than eight decimals.
    static let oddAmount = Marks(rawValue: 256)
    static let purchase = Marks(rawValue: 512)
    static let reversal = Marks(rawValue: 1024)
    /// A purchase or gift without a key.
    static let keyless = Marks(rawValue: 2048)
    /// ownerFunds of zero or less.
    static let emptyFunds = Marks(rawValue: 4096)
    /// A purchase whose key doesn't hold its transaction id.
    static let otherKey = Marks(rawValue: 8192)
  }

  /// Stands for an unknown balance; no sum that is known is as low.
  static let unknown = Int64.min

  let row: Int64
  let at: Int64
  /// `startedAt`, else `at`.
  let startedAt: Int64
  var delta: Int64
  /// `balanceAfter`, `unknown` where it is absent or to be ignored.
  var balanceAfter: Int64
  let user: Int32
  /// Zero where absent.
  let movedFrom: Int32
  /// The account whose chain the row belongs to.
  let owner: Int32
  var marks: Marks
  let order: AdjustmentOrder
}
