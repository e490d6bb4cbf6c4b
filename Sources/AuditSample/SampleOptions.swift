/// What sample is asked for.
package struct SampleOptions: Sendable {
  package var platform = Platform.speed
  /// Persons without a fault; each planted fault adds its own.
  package var accountCount = 100
  package var seed: UInt64 = 1
  /// Days from the app's beginning to the export.
  package var dayCount = 45
  /// Ids of the rules whose faults are planted.
  package var faults: [String] = []

  /// A deadline of 30 days must have passed since a fault.
  package static let dayCounts = 45...3650
  package static let accountCounts = 1...10_000_000

  package init() {}

  /// The faults that a platform's export can have: rule ids in byte order.
  package static func plantable(on platform: Platform) -> [String] {
    FaultCatalog.all.filter { $0.platforms.contains(platform) && $0.isCombinable }.map(\.rule)
  }

  /// Every rule id that a fault is known for, in byte order.
  package static var knownFaults: [String] { FaultCatalog.all.map(\.rule) }
}
