internal import AuditModel

/// Where a fault is planted: it hands out persons and takes back what must be found.
struct Plot: Sendable {
  let scene: Scene
  /// The number of the next person.
  private(set) var nextNumber: Int64
  /// The configuration of the export, which faults of the whole app change.
  var configuration = SampleConfiguration()
  /// The app's own files by path (`app/App.entitlements`); add one, or change the one that is there.
  var appFiles: [String: [UInt8]]
  /// Files beside the streams, by path, for what must lie in a file of its own.
  var otherFiles: [String: [UInt8]] = [:]
  /// For choices of a fault that has no person.
  var random: Random
  /// The persons of the fault that is being planted.
  private(set) var lives: [Life] = []
  private(set) var expected = Expected()
  private var rule = ""

  init(scene: Scene, nextNumber: Int64) {
    self.scene = scene
    self.nextNumber = nextNumber
    random = Random(seed: scene.seed, stream: .max)
    appFiles = AppFiles.sound(scene)
  }

  /// Starts on a fault.
  mutating func begin(_ fault: Fault) {
    rule = fault.rule
    lives = []
    expected = Expected()
  }

  /// A person whose story begins 42 to 40 days before the export, with nothing told yet.
  mutating func person() -> Life {
    var random = Random(seed: scene.seed, stream: UInt64(nextNumber))
    let start = scene.to - 42 * .day + random.span(.hour...2 * .day)
    defer { nextNumber += 1 }
    return Life(scene: scene, number: nextNumber, start: start, random: random)
  }

  /// A person who has just arrived, as account 0.
  mutating func newcomer(by method: Method = .apple) -> Life {
    var life = person()
    _ = life.arrive(by: method)
    life.wait(2 * .minute...2 * .hour)
    return life
  }

  /// A person with a Speed account (account 0) and a younger local one (account 1), both in use.
  ///
  /// Each of them has bought the product, so that both have a balance and a ledger row; or nothing.
  mutating func pair(buying product: Product? = .medium) -> Life {
    var life = person()
    let speed = life.arrive(by: .speed)
    if let product { life.buy(product, by: speed) }
    life.wait(2 * .hour...9 * .hour)
    let local = life.arrive()
    if let product { life.buy(product, by: local) }
    life.wait(2 * .hour...9 * .hour)
    return life
  }

  /// Takes a told story into the export.
  mutating func add(_ life: Life) { lives.append(life) }

  /// What an audit must find, of the fault's own rule.
  mutating func expect(_ kind: Subject.Kind, _ id: String) {
    expect(rule, kind, id)
  }

  /// What an audit must find besides, because the fault can't be without it.
  mutating func expect(_ rule: String, _ kind: Subject.Kind, _ id: String) {
    expected.findings.append(.init(rule: rule, subject: Subject(kind: kind, id: id)))
  }

  /// What an audit may find besides, where the contract leaves it open.
  mutating func allow(_ rule: String, _ id: String) {
    expected.alsoAllowed.append(.init(rule: rule, subjectId: id))
  }

  /// All files of the export but the streams, in byte order of their paths.
  var exportFiles: [(path: String, bytes: [UInt8])] {
    var files = appFiles.merging(otherFiles) { $1 }
    files["siwa-audit.json"] = configuration.json(scene)
    return files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { (path: $0.key, bytes: $0.value) }
  }
}
