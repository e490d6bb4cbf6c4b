internal import AuditModel

/// Sees which conditions and fields of mappings never find anything in the records of a file.
struct MappingWatch: Sendable {
  private var recordCount = 0
  private var takenCounts: [Int]
  /// Whether each condition was looked for, and whether anything stood there.
  private var conditions: [[(isAsked: Bool, isKnown: Bool)]]

  init(_ mappings: [Mapping]) {
    takenCounts = mappings.map { _ in 0 }
    conditions = mappings.map { $0.conditions.map { _ in (false, false) } }
  }

  mutating func noteRecord() { recordCount += 1 }

  mutating func noteTaken(by mapping: Int) { takenCounts[mapping] += 1 }

  mutating func note(_ found: SourcePath.Found, condition: Int, of mapping: Int) {
    guard !conditions[mapping][condition].isKnown else { return }
    conditions[mapping][condition] = (true, found != .nothing(isKnown: false))
  }

  /// What a person wrote that found nothing; empty where there were no records.
  ///
  /// Of a mapping that took no record its conditions are to blame, not its fields.
  func problems(_ mappings: [Mapping], _ isKnown: [[Bool]]) -> [MappingProblem] {
    guard recordCount > 0 else { return [] }
    var problems: [MappingProblem] = []
    for (index, mapping) in mappings.enumerated() {
      guard takenCounts[index] > 0 else {
        problems += lost(index, mapping)
        continue
      }
      for (number, field) in (mapping.fields ?? []).enumerated() where !isKnown[index][number] {
        guard let place = field.place else { continue }
        let paths = field.sources.compactMap { source -> String? in
          if case .path(let path) = source { return "'\(RejectReason.shown(path.text))'" }
          return nil
        }
        problems.append(
          MappingProblem(
            place: place,
            reason: "the field '\(field.name)': nothing stands at "
              + "\(paths.joined(separator: " or ")) in any record"))
      }
    }
    return problems
  }

  private func lost(_ index: Int, _ mapping: Mapping) -> [MappingProblem] {
    var problems: [MappingProblem] = []
    for (number, condition) in mapping.conditions.enumerated() {
      let state = conditions[index][number]
      guard let place = condition.place, state.isAsked, !state.isKnown, !condition.texts.isEmpty
      else { continue }
      problems.append(
        MappingProblem(
          place: place,
          reason: "'where': nothing stands at '\(RejectReason.shown(condition.path.text))' in any "
            + "record"))
    }
    if problems.isEmpty, let place = mapping.conditions.first?.place {
      let records = recordCount == 1 ? "the only record" : "any of \(recordCount) records"
      problems.append(MappingProblem(place: place, reason: "'where': doesn't take \(records)"))
    }
    return problems
  }
}
