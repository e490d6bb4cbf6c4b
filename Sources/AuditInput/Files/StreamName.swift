internal import AuditModel

/// Which stream the name of a file or of a folder speaks of.
enum StreamName: Equatable {
  case stream(Stream)
  /// The app's own files, which are no records.
  case app

  /// From the start of a file's name, in any letter case, up to its end or the first `.`, `-`, `_`.
  init?(ofFile name: String) {
    let separators: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")]
    self.init(word: name.utf8.prefix { !separators.contains($0) })
  }

  /// From the whole name of a folder, in any letter case.
  init?(ofFolder name: String) {
    self.init(word: name.utf8.prefix { _ in true })
  }

  private init?(word: Substring.UTF8View) {
    let lowered = String(
      decoding: word.map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
    if let stream = Stream(rawValue: lowered) {
      self = .stream(stream)
    } else if lowered == "app" {
      self = .app
    } else {
      return nil
    }
  }

  /// From the parts of a path relative to the export: the file's own name, else the topmost folder
  /// that is named after a stream.
  init?(ofPath parts: [String]) {
    guard let name = parts.last else { return nil }
    if let own = StreamName(ofFile: name) {
      self = own
      return
    }
    for folder in parts.dropLast() {
      if let above = StreamName(ofFolder: folder) {
        self = above
        return
      }
    }
    return nil
  }

  /// The stream that a table is named like, in any letter case.
  static func stream(ofTable name: String) -> Stream? {
    guard case .stream(let stream)? = StreamName(ofFolder: name) else { return nil }
    return stream
  }
}
