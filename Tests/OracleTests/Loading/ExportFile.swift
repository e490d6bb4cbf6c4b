/// One file of an export: its path inside the export and its text.
struct ExportFile: Equatable {
  var name: String
  var text: String

  var lines: [String] {
    text.split(separator: "\n").map(String.init)
  }
}

/// The files of one night's export.
typealias Night = [ExportFile]
