/// What one seed made: exports of several nights and the configuration they are judged by.
struct History {
  var seed: UInt64
  var nights: [Night]
  var configuration: String
  /// The records themselves, each in its last version.
  var facts: [DraftRecord] = []

  /// Every line with its file, for a report.
  var description: String {
    var lines = ["seed \(seed)", configuration]
    for (index, night) in nights.enumerated() {
      for file in night {
        for line in file.lines { lines.append("night \(index + 1) \(file.name) \(line)") }
      }
    }
    return lines.joined(separator: "\n")
  }
}
