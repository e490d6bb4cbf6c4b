/// Why a sample could not be written.
package enum SampleError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was asked for can't be done; the text says what to ask for instead.
  case request(String)
  /// A file or folder could not be made or written.
  case output(String)
  /// Somebody asked to stop; what was written is removed again.
  case stopped

  package var description: String {
    switch self {
    case .request(let text), .output(let text): text
    case .stopped: "stopped"
    }
  }
}
