internal import AuditInput
internal import AuditModel
internal import AuditStore
internal import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Brings the files of an export into the store: one thread reads, this one writes.
///
/// A file is one transaction; a damaged one leaves nothing behind.
struct ImportStage {
  /// Rejected records that a report lists.
  private static let rejectLimit = 1000

  private enum Message: Sendable {
    case event(FileEvent)
    case ended(FileSummary)
  }

  /// Ends the reading thread when nobody wants its records any more.
  private struct Unwanted: Error {}

  let store: AuditStore
  let reader: FileReader
  let cancellation: Cancellation
  let progress: (RunProgress) -> Void
  let log: (String) -> Void

  private(set) var rejects: [Reject] = []
  private(set) var rejectTotal = 0
  /// Whether the system failed to read a file (EIO): no fault of the export.
  private(set) var hasReadFailure = false
  /// Files in which nothing of ours was found.
  private(set) var unrecognised: [UnrecognisedFile] = []
  /// What mappings look for and no record has.
  private(set) var mappingProblems: [MappingProblem] = []
  /// Entries of mappings that tables of dumps were read with; nil where a dump was skipped.
  private(set) var usedPatterns: Set<String>? = []
  private var meter = Meter()

  init(
    store: AuditStore, reader: FileReader, cancellation: Cancellation,
    progress: @escaping (RunProgress) -> Void, log: @escaping (String) -> Void
  ) {
    self.store = store
    self.reader = reader
    self.cancellation = cancellation
    self.progress = progress
    self.log = log
  }

  /// Reads the files in the given order and says what came of each.
  mutating func run(_ files: [PlannedFile]) throws -> [InputFile] {
    let decisions = try decide(files)
    let ahead = zip(files, decisions).filter { $0.1 == .read }.map(\.0)
    let queue = BoundedQueue<Message>(capacity: 8)
    startReading(ahead, into: queue)
    defer { queue.close() }

    meter.bytesTotal = files.reduce(0) { $0 + byteCount(of: $1) }
    var results: [InputFile] = []
    for (file, decision) in zip(files, decisions) {
      log("reading \(file.name) as \(file.content.label ?? "what it holds")")
      switch decision {
      case .read:
        results.append(try importFile(file) { queue.receive() })
      case .skip(let digest):
        results.append(try skip(file, digest))
      case .ask(let digest):
        // Whether a snapshot is still whole depends on the files before it.
        if try store.isKnown(sha256: digest, content: file.content) {
          results.append(try skip(file, digest))
        } else {
          let own = BoundedQueue<Message>(capacity: 8)
          startReading([file], into: own)
          defer { own.close() }
          results.append(try importFile(file) { own.receive() })
        }
      }
    }
    return results
  }

  private mutating func skip(_ file: PlannedFile, _ digest: String) throws -> InputFile {
    let isStored = try store.isKnown(sha256: digest, content: file.content)
    if isStored { try store.noteSkipped(sha256: digest, content: file.content) }
    if isStored,
      let counts = try store.unfinished(path: file.name, sha256: digest, content: file.content),
      let result = try recount(file, digest, counts)
    {
      return result
    }
    if case .dump = file.content { usedPatterns = nil }
    let byteCount = byteCount(of: file)
    meter.bytesRead += byteCount
    let streams = try store.streams(sha256: digest, content: file.content).sorted()
    return InputFile(
      path: file.name, readAs: file.label(streams), streams: streams, sha256: digest,
      byteCount: byteCount,
      outcome: isStored ? .skipped : .damaged("the same bytes stand in another damaged file"))
  }

  /// Reads a file of which the store has all: a killed run stored it, and no report tells of it yet.
  ///
  /// - Returns: What the killed run would have reported, or nil where the file has changed since.
  private mutating func recount(
    _ file: PlannedFile, _ digest: String, _ counts: (stored: Int, repeated: Int)
  ) throws -> InputFile? {
    var found: [Reject] = []
    let summary = try reader.read(file) { event in
      try cancellation.check()
      switch event {
      case .records: break
      case .rejects(let more): found.append(contentsOf: more.prefix(Self.rejectLimit - found.count))
      }
    }
    guard summary.damage == nil, summary.sha256 == digest else { return nil }
    meter.bytesRead += summary.byteCount
    rejects.append(contentsOf: found.prefix(Self.rejectLimit - rejects.count))
    rejectTotal += summary.rejected
    note(summary)
    var result = InputFile(file, summary)
    (result.stored, result.repeated) = counts
    return result
  }

  private mutating func note(_ summary: FileSummary) {
    mappingProblems += summary.mappingProblems
    usedPatterns?.formUnion(summary.usedPatterns)
  }

  private func startReading(_ files: [PlannedFile], into queue: BoundedQueue<Message>) {
    let reader = reader
    let thread = Thread {
      for file in files {
        do {
          let summary = try reader.read(file) { event throws(Unwanted) in
            guard queue.send(.event(event)) else { throw Unwanted() }
          }
          guard queue.send(.ended(summary)) else { return }
        } catch {
          return
        }
      }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  private mutating func importFile(
    _ file: PlannedFile, receive: () -> Message?
  ) throws -> InputFile {
    try store.beginFile(path: file.name, content: file.content)
    var isOpen = true
    defer { if isOpen { store.abandonFile() } }
    var fileRejects: [Reject] = []
    var rejectCount = 0
    while true {
      try cancellation.check()
      switch receive() {
      case nil: continue
      case .event(.records(let batch)):
        try store.add(batch)
        meter.records += batch.count
        meter.bytesOfFile = batch.sourceByteCount
        progress(meter.progress(name: file.name))
      case .event(.rejects(let more)):
        try store.add(more)
        rejectCount += more.count
        fileRejects.append(contentsOf: more.prefix(Self.rejectLimit - fileRejects.count))
      case .ended(let summary):
        meter.bytesRead += summary.byteCount
        meter.bytesOfFile = 0
        isOpen = false
        var result = InputFile(file, summary)
        if let damage = summary.damage {
          hasReadFailure = hasReadFailure || summary.isReadFailure
          store.abandonFile()
          result.records = 0
          result.rejected = 0
          result.leftOut = 0
          result.recordsByStream = [:]
          result.outcome = .damaged(damage)
          return result
        }
        note(summary)
        guard summary.isRecognised else {
          store.abandonFile()
          let other = UnrecognisedFile(file, summary)
          unrecognised.append(other)
          return InputFile(path: file.name, stream: nil, outcome: other.outcome)
        }
        (result.stored, result.repeated) = try store.finishFile(summary)
        rejects.append(contentsOf: fileRejects.prefix(Self.rejectLimit - rejects.count))
        rejectTotal += rejectCount
        return result
      }
    }
  }

  /// Whether to read each file.
  ///
  /// Only files that share their size with another one are read for their digest.
  private func decide(_ files: [PlannedFile]) throws -> [Decision] {
    var seen: Set<String> = []
    let sizes = Dictionary(files.map { (byteCount(of: $0), 1) }, uniquingKeysWith: +)
    return try files.map { file in
      let byteCount = byteCount(of: file)
      let mayBeKnown = try store.hasFile(byteCount: byteCount) || (sizes[byteCount] ?? 0) > 1
      guard !file.isStandardInput, mayBeKnown,
        let digest = FileDigest.sha256(ofFileAt: file.path)
      else { return .read }
      try cancellation.check()
      let isRepeated = !seen.insert(file.content.identity + " " + digest).inserted
      if file.content.mayHold(.rows) { return .ask(digest) }
      let isKnown = try store.isKnown(sha256: digest, content: file.content)
      return isRepeated || isKnown ? .skip(digest) : .read
    }
  }

  private func byteCount(of file: PlannedFile) -> Int {
    var info = stat()
    return file.isStandardInput || stat(file.path, &info) != 0 ? 0 : Int(info.st_size)
  }
}

extension ImportStage {
  private enum Decision: Equatable {
    case read
    /// The same bytes were read before.
    case skip(String)
    /// To be decided when its turn comes.
    case ask(String)
  }

  /// Counts what has been read, for the progress line.
  private struct Meter {
    var bytesTotal = 0
    /// Of the files that were read whole.
    var bytesRead = 0
    var bytesOfFile = 0
    var records = 0

    func progress(name: String) -> RunProgress {
      .reading(
        name: name, bytesRead: bytesRead + bytesOfFile, bytesTotal: bytesTotal, records: records)
    }
  }
}

extension PlannedFile {
  /// What a report says that it was read as.
  fileprivate func label(_ streams: [AuditModel.Stream]) -> String? {
    if let label = content.label { return label }
    return streams.isEmpty ? nil : streams.map(\.rawValue).joined(separator: " ")
  }
}

extension InputFile {
  /// A file that was read to its end.
  fileprivate init(_ file: PlannedFile, _ summary: FileSummary) {
    let streams = summary.streams.keys.sorted()
    self.init(
      path: file.name, readAs: file.label(streams), streams: streams, sha256: summary.sha256,
      byteCount: summary.byteCount, records: summary.records, rejected: summary.rejected,
      leftOut: summary.leftOut, unknownFields: summary.unknownFields, outcome: .read)
    // Raw exchanges tell of streams of which they are no records.
    recordsByStream = summary.streams.mapValues(\.records).filter {
      $0.value > 0 || $0.key == file.content.ownStream
    }
    otherTables = summary.otherTables
  }
}

extension UnrecognisedFile {
  /// A file that was read and holds nothing of ours.
  init(_ file: PlannedFile, _ summary: FileSummary) {
    let names = summary.otherTables.prefix(3).joined(separator: ", ")
    let tables =
      summary.otherTables.isEmpty ? "" : " (\(names)\(summary.otherTables.count > 3 ? ", …" : ""))"
    self.init(
      path: file.path, name: file.name,
      outcome: .notRecognised("is a dump without a table of a stream\(tables)"))
  }
}
