package import AuditModel

/// What the records of a file are read as.
package enum FileContent: Sendable, Equatable {
  /// Records of one stream, under its own names.
  case stream(Stream)

  /// How a report calls it before anything was read; nil where only reading tells.
  package var label: String? {
    switch self {
    case .stream(let stream): stream.rawValue
    }
  }

  /// The same for two files of the same bytes that give the same records.
  package var identity: String {
    switch self {
    case .stream(let stream): stream.rawValue
    }
  }

  /// Whether records of a stream may come out of it.
  package func mayHold(_ stream: Stream) -> Bool {
    switch self {
    case .stream(let own): own == stream
    }
  }

  /// The stream that the file is named after, if it is.
  package var ownStream: Stream? {
    switch self {
    case .stream(let stream): stream
    }
  }

  /// What takes the raw records apart; nil where they are records of a stream as they stand.
  /// `check` is for a shape that opens tokens itself.
  func makeShape(check: SignatureCheck) -> (any RecordShape)? {
    switch self {
    case .stream: nil
    }
  }
}
