package import AuditModel

/// What the records of a file are read as.
package enum FileContent: Sendable, Equatable {
  /// Records of one stream, under its own names.
  case stream(Stream)
  /// Raw records that mappings make records of.
  case mapped(MappingSet.Entry)
  /// The tables of a database dump.
  case dump(DumpContent)
  /// Raw records of which nothing is made: they are looked at.
  case sample

  /// How a report calls it before anything was read; nil where only reading tells.
  package var label: String? {
    switch self {
    case .stream(let stream): stream.rawValue
    case .mapped(let entry):
      MappingShape(entry.mappings).streams.map(\.rawValue).joined(separator: " ")
    case .dump, .sample: nil
    }
  }

  /// The same for two files of the same bytes that give the same records.
  package var identity: String {
    switch self {
    case .stream(let stream): stream.rawValue
    case .mapped(let entry): "mapping \(entry.digest)"
    case .dump(let content): "dump \(content.digest)"
    case .sample: "sample"
    }
  }

  /// Whether records of a stream may come out of it.
  package func mayHold(_ stream: Stream) -> Bool {
    switch self {
    case .stream(let own): own == stream
    case .mapped(let entry): entry.mappings.contains { $0.stream == stream }
    case .dump: true
    case .sample: false
    }
  }

  /// The stream that the file is named after, if it is.
  package var ownStream: Stream? {
    switch self {
    case .stream(let stream): stream
    case .mapped, .sample: nil
    case .dump(let content): content.own
    }
  }

  /// What takes the raw records apart; nil where they are records of a stream as they stand.
  /// `check` is for a shape that opens tokens itself.
  func makeShape(check: SignatureCheck) -> (any RecordShape)? {
    switch self {
    case .stream, .dump: nil
    case .mapped(let entry): MappingShape(entry.mappings)
    case .sample: SampleShape()
    }
  }

  /// The columns of a table without a header, where a mapping names them.
  var columns: [String]? {
    switch self {
    case .stream, .dump, .sample: nil
    case .mapped(let entry): entry.mappings.lazy.compactMap(\.columns).first
    }
  }

  /// The same file, found to be a dump by a look at its bytes.
  var asDump: DumpContent {
    switch self {
    case .stream(let stream): DumpContent(own: stream)
    case .mapped(let entry): DumpContent(forFile: entry)
    case .dump(let content): content
    case .sample: DumpContent(isSampled: true)
    }
  }
}

/// What the tables of a dump are read as.
package struct DumpContent: Sendable, Equatable {
  /// The stream that the file is named after.
  package var own: Stream?
  /// The mappings, some of them for tables.
  package var tables = MappingSet()
  /// The mapping that is for the file itself.
  package var forFile: MappingSet.Entry?
  /// Whether every table is looked at, and none made records of.
  var isSampled = false

  init(isSampled: Bool) {
    self.init()
    self.isSampled = isSampled
  }

  package init(
    own: Stream? = nil, tables: MappingSet = MappingSet(), forFile: MappingSet.Entry? = nil
  ) {
    self.own = own
    self.tables = tables
    self.forFile = forFile
  }

  var digest: String {
    let parts = [own?.rawValue ?? "", tables.digest, forFile?.digest ?? ""]
    return Digest.sha256Hex(Array(parts.joined(separator: " ").utf8))
  }
}
