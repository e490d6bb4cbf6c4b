/// Something that a mapping of the configuration asks for and that is nowhere.
package struct MappingProblem: Sendable, Equatable {
  /// Where it stands: `siwa-audit.json:12`.
  package let place: String
  /// The file that was read with it; nil where there is none.
  package var file: String?
  package let reason: String

  package init(place: String, file: String? = nil, reason: String) {
    self.place = place
    self.file = file
    self.reason = reason
  }

  /// `siwa-audit.json:12: people.csv: nothing stands at 'usr_id' in any record`.
  package var text: String {
    place + ": " + (file.map { $0 + ": " } ?? "") + reason
  }
}
