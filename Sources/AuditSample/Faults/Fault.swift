/// One way in which a history breaks a rule.
///
/// A fault is a small story: it takes a person from the plot, tells what happens, changes a record
/// or leaves a step out, and says which findings an audit must have.
struct Fault: Sendable {
  /// The rule that must fire.
  let rule: String
  /// Where it can happen.
  let platforms: Set<Platform>
  /// Whether it can stand beside every other fault; one that can't isn't part of `all`.
  let isCombinable: Bool
  /// Whether the app offers Sign in with Apple; where not, nobody of the sample uses it.
  let offersApple: Bool
  let plant: @Sendable (inout Plot) -> Void

  init(
    _ rule: String, on platforms: Set<Platform> = [.speed, .direct], isCombinable: Bool = true,
    offersApple: Bool = true,
    plant: @escaping @Sendable (inout Plot) -> Void
  ) {
    self.rule = rule
    self.platforms = platforms
    self.isCombinable = isCombinable
    self.offersApple = offersApple
    self.plant = plant
  }
}
