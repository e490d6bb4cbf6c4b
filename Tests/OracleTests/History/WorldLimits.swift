/// The spans that a world's configuration sets, so that its moments can lie at their edges.
struct WorldLimits {
  var isWorld = false
  var sessionLifetime: Int64 = 7 * PlainValues.day
  var revocationGrace: Int64 = PlainValues.hour
  var notificationGrace: Int64 = PlainValues.hour
  var purchaseSettlement: Int64 = PlainValues.day
  var deletionDeadline: Int64 = 30 * PlainValues.day

  static func drawn(_ random: inout SplitMix64) -> WorldLimits {
    WorldLimits(
      isWorld: true,
      sessionLifetime: random.pick([1, 7, 7, 7]) * PlainValues.day,
      revocationGrace: random.pick([PlainValues.hour, PlainValues.hour, 10 * PlainValues.minute]),
      notificationGrace: random.pick([PlainValues.hour, 10 * PlainValues.minute]),
      purchaseSettlement: random.pick([PlainValues.day, PlainValues.hour]),
      deletionDeadline: random.pick([PlainValues.day, PlainValues.hour, 30 * PlainValues.day]))
  }
}
