/// Spreads the records of a history over nights and files.
enum HistoryLayout {
  /// Nights as they come: late, overlapping, repeated files, older versions of mutable records.
  static func history(
    seed: UInt64, drafts: [DraftRecord], nightCount: Int, configuration: String,
    _ random: inout SplitMix64
  ) -> History {
    let spread = drafts.map { draft in
      var draft = draft
      draft.night = max(draft.night, random.below(nightCount))
      return draft
    }
    var nights: [Night] = []
    for night in 0..<nightCount {
      let isLast = night == nightCount - 1
      var tonight: [DraftRecord] = []
      for draft in spread {
        if draft.stream == "rows" {
          // A snapshot: what it holds changes from night to night, whole tables may be absent.
          if isLast ? random.chance(80) : random.chance(60) { tonight.append(draft) }
        } else if draft.night == night || (draft.night < night && random.chance(40)) {
          // Now and then an export from a backup brings the older version last, or both at once.
          if !isLedger(draft), random.chance(4) { tonight.append(olderVersion(draft, &random)) }
          if isLedger(draft) || random.chance(96) { tonight.append(draft) }
        } else if draft.night > night, !isLedger(draft), random.chance(25) {
          tonight.append(olderVersion(draft, &random))
        }
      }
      if random.chance(20), nightCount > 1 { tonight.removeAll { $0.stream == "rows" } }
      var files = written(tonight, night: night, showsAbsent: true, &random)
      if night > 0, random.chance(20),
        let old = nights[random.below(night)].first(where: { old in
          !old.name.hasPrefix("rows") && !files.contains { $0.name == old.name }
        })
      {
        files.append(old)
      }
      nights.append(random.shuffled(files))
    }
    return History(seed: seed, nights: nights, configuration: configuration, facts: drafts)
  }

  private static func isLedger(_ draft: DraftRecord) -> Bool { draft.stream == "ledger" }

  /// The record as an earlier night may have seen it.
  private static func olderVersion(
    _ draft: DraftRecord, _ random: inout SplitMix64
  ) -> DraftRecord {
    var older = draft
    for field in [
      "lastUsedAt", "endedAt", "completedAt", "dataDeletedAt", "finishedAt", "confirmedAt",
      "localBalance",
    ] where older[field] != nil && random.chance(70) {
      older[field] = nil
    }
    return older
  }

  /// The records of one night, each stream in one file or several.
  static func written(
    _ drafts: [DraftRecord], night: Int, showsAbsent: Bool, _ random: inout SplitMix64
  ) -> Night {
    var files: Night = []
    for stream in Set(drafts.map(\.stream)).sorted() {
      let records = random.shuffled(drafts.filter { $0.stream == stream })
      let parts = random.chance(25) && records.count > 1 && stream != "rows" ? 2 : 1
      for part in 0..<parts {
        let isSnakeCase = random.chance(25)
        let lines = records.enumerated().filter { $0.offset % parts == part }.map {
          $0.element.line(isSnakeCase: isSnakeCase, showsAbsent: showsAbsent, &random)
        }
        let name = parts == 1 ? stream : "\(stream)-\(part)"
        files.append(
          ExportFile(name: "\(name)_n\(night).ndjson", text: lines.joined(separator: "\n") + "\n"))
      }
    }
    return files
  }

  /// The facts in one export.
  static func oneExport(_ history: History, _ random: inout SplitMix64) -> History {
    var result = history
    result.nights = [written(history.facts, night: 0, showsAbsent: false, &random)]
    return result
  }

  /// The same facts in many exports that overlap, the last snapshot of each table whole.
  static func overlapping(
    _ history: History, nightCount: Int, _ random: inout SplitMix64
  ) -> History {
    let firstNights = history.facts.map { _ in random.below(nightCount) }
    var nights: [Night] = []
    for night in 0..<nightCount {
      var tonight: [DraftRecord] = []
      for (draft, first) in zip(history.facts, firstNights) {
        let isNew = first == night || (first < night && random.chance(15))
        let isSnapshot = draft.stream == "rows" && night == nightCount - 1
        if isNew || isSnapshot { tonight.append(draft) }
      }
      nights.append(written(tonight, night: night, showsAbsent: false, &random))
    }
    var result = history
    result.nights = nights
    return result
  }

  /// The same facts in one export of many small files with names in any order.
  static func shuffled(_ history: History, _ random: inout SplitMix64) -> History {
    var files: Night = []
    for (index, draft) in random.shuffled(history.facts).enumerated() {
      let line = draft.line(isSnakeCase: random.chance(50), showsAbsent: false, &random)
      let name = "\(draft.stream)-\(random.below(1000))-\(index).ndjson"
      files.append(ExportFile(name: name, text: line + "\n"))
    }
    var result = history
    result.nights = [files]
    return result
  }
}
