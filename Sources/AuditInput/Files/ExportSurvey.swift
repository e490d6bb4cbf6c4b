internal import AuditModel

/// What was found in the arguments so far.
struct ExportSurvey {
  private struct Item {
    /// Nil where it is no regular file.
    let path: String?
    /// The argument that it was found in.
    let argument: Int
    /// The name of that argument's folder, or "" for a single file.
    let folder: String
    /// The path relative to its export.
    let relativePath: String
    /// The same, or longer where several exports hold it.
    var name: String
    let outcome: InputFile.Outcome?
    let content: FileContent?
    var appKind: AppFileKind?
    var isGiven = false
  }

  private var items: [Item] = []
  private var configurations: [String] = []
  private var waivers: [String] = []
  private var overrides: [String: Stream] = [:]
  private var overridePaths: [(path: String, name: String, stream: Stream)] = []
  private var readsStandardInput: Stream?
  private var nextArgument = 0
  /// Paths, without links, of files that this program writes.
  private let ownFiles: Set<String>

  /// Folders within folders; a real export has a handful.
  private static let depthLimit = 64
  /// Files and folders of no stream in one argument: more are no export.
  private let otherLimit: Int
  /// Those of the argument at hand.
  private var otherCount = 0

  init(argumentCount: Int, ownFiles: [String], otherLimit: Int) {
    self.otherLimit = otherLimit
    self.ownFiles = Set(ownFiles)
    items.reserveCapacity(argumentCount)
  }

  mutating func add(_ override: StreamOverride) throws(InputError) {
    if override.path == "-" {
      guard readsStandardInput == nil else {
        throw InputError(path: "-", reason: "standard input can be one stream only")
      }
      readsStandardInput = override.stream
      return
    }
    switch FolderEntry(named: override.path) {
    case .file(let path):
      guard overrides[path] == nil else {
        throw InputError(path: override.path, reason: "is given twice with --stream")
      }
      overrides[path] = override.stream
      overridePaths.append((path, Self.lastPart(of: override.path), override.stream))
    case .folder:
      throw InputError(path: override.path, reason: "is a folder: --stream takes a file")
    case .other(let reason):
      throw InputError(path: override.path, reason: reason)
    }
  }

  mutating func add(_ argument: String) throws(InputError) {
    defer { nextArgument += 1 }
    otherCount = 0
    switch FolderEntry(named: argument) {
    case .file(let path):
      addFile(
        path: path, parts: [Self.lastPart(of: argument)], folder: "", isTop: true)
    case .folder(let path):
      do throws(Damage) {
        try addFolder(path: path, parts: [], root: path, folder: Self.lastPart(of: path))
      } catch {
        throw InputError(path: argument, reason: error.reason)
      }
      guard otherCount <= otherLimit else {
        throw InputError(
          path: argument,
          reason: "holds more than \(otherLimit) files and folders of no stream: it is no "
            + "export; name the folder of the export itself")
      }
    case .other(let reason):
      throw InputError(
        path: argument, reason: reason + "; --stream NAME=- reads standard input")
    }
  }

  private mutating func addFolder(
    path: String, parts: [String], root: String, folder: String
  ) throws(Damage) {
    otherCount += 1
    for (name, isValid) in try FolderEntry.names(in: path) {
      guard otherCount <= otherLimit else { return }
      let inner = path == "/" ? path + name : path + "/" + name
      let innerParts = parts + [name]
      guard isValid else {
        addOther(innerParts, folder, .notRecognised("its name is no valid UTF-8"))
        continue
      }
      switch FolderEntry(inExport: inner, root: root) {
      case .file(let target):
        addFile(path: target, parts: innerParts, folder: folder, isTop: parts.isEmpty)
      case .folder(let target):
        guard parts.count < Self.depthLimit else {
          addOther(innerParts, folder, .notRecognised("is nested too deep"))
          continue
        }
        do throws(Damage) {
          try addFolder(path: target, parts: innerParts, root: root, folder: folder)
        } catch {
          addOther(innerParts, folder, .damaged(error.reason))
        }
      case .other(let reason):
        addOther(innerParts, folder, .notRecognised(reason))
      }
    }
  }

  private mutating func addOther(
    _ parts: [String], _ folder: String, _ outcome: InputFile.Outcome, path: String? = nil
  ) {
    otherCount += 1
    items.append(
      Item(
        path: path, argument: nextArgument, folder: folder,
        relativePath: parts.joined(separator: "/"), name: parts.joined(separator: "/"),
        outcome: outcome, content: nil))
  }

  private mutating func addFile(path: String, parts: [String], folder: String, isTop: Bool) {
    let name = parts.last ?? ""
    let given = overrides[path]
    guard given != nil || !ownFiles.contains(path) else {
      return addOther(parts, folder, .notRecognised("was written by siwa-audit"))
    }
    if given == nil, name == ExportPlan.configurationName || name == ExportPlan.waiversName {
      guard isTop else {
        let outcome = InputFile.Outcome.notRecognised(
          "is read at the top of an export only")
        return addOther(parts, folder, outcome, path: path)
      }
      if name == ExportPlan.configurationName {
        configurations.append(path)
      } else {
        waivers.append(path)
      }
      return
    }
    guard let content = Self.content(parts, given: given) else {
      if let kind = PlannedAppFile.kind(ofPath: parts) {
        return addAppFile(path: path, parts: parts, folder: folder, kind: kind)
      }
      return addOther(parts, folder, .notRecognised(Self.reason(parts)), path: path)
    }
    items.append(
      Item(
        path: path, argument: nextArgument, folder: folder,
        relativePath: parts.joined(separator: "/"), name: parts.joined(separator: "/"),
        outcome: nil, content: content, isGiven: given != nil))
  }

  private mutating func addAppFile(
    path: String, parts: [String], folder: String, kind: AppFileKind
  ) {
    let name = parts.joined(separator: "/")
    items.append(
      Item(
        path: path, argument: nextArgument, folder: folder, relativePath: name, name: name,
        outcome: nil, content: nil, appKind: kind))
  }

  private static func stream(_ parts: [String]) -> Stream? {
    guard parts.last?.utf8.first != UInt8(ascii: "."),
      case .stream(let stream)? = StreamName(ofPath: parts)
    else { return nil }
    return stream
  }

  /// What a file is read as, by its name; nil where that tells nothing.
  private static func content(_ parts: [String], given: Stream?) -> FileContent? {
    let stream = given ?? stream(parts)
    let name = parts.last ?? ""
    if FileFormat(name: name) == .dump, name.utf8.first != UInt8(ascii: ".") {
      return .dump(DumpContent(own: stream))
    }
    return stream.map(FileContent.stream)
  }

  private static func reason(_ parts: [String]) -> String {
    if parts.last?.utf8.first == UInt8(ascii: ".") { return "is a hidden file" }
    if parts.dropLast().contains(where: { $0.lowercased() == "app" }) {
      return "is none of the app's own files that are read"
    }
    return "is named after no stream"
  }

  // MARK: The plan

  func plan(isConfigurationGiven: Bool) throws(InputError) -> ExportPlan {
    let configuration = try Self.only(configurations, isConfigurationGiven)
    let waivers = try Self.only(waivers, false)
    var all = Self.distinct(items)
    for (path, name, stream) in overridePaths where !all.contains(where: { $0.path == path }) {
      all.append(
        Item(
          path: path, argument: nextArgument, folder: "", relativePath: name, name: name,
          outcome: nil, content: Self.content([name], given: stream), isGiven: true))
    }
    all = Self.named(all).sorted(by: Self.precedes)
    var files: [PlannedFile] = []
    var appFiles: [PlannedAppFile] = []
    var others: [UnrecognisedFile] = []
    for item in all {
      if let content = item.content, let path = item.path {
        var file = PlannedFile(
          path: path, name: item.name, content: content, format: FileFormat(name: item.name))
        file.relativePath = item.relativePath
        file.isGiven = item.isGiven
        files.append(file)
      } else if let kind = item.appKind, let path = item.path {
        appFiles.append(PlannedAppFile(path: path, name: item.name, kind: kind))
      } else if let outcome = item.outcome {
        others.append(
          UnrecognisedFile(
            path: item.path, name: item.name, outcome: outcome, relativePath: item.relativePath))
      }
    }
    if let stream = readsStandardInput {
      files.append(PlannedFile(path: "-", name: "-", stream: stream, format: nil))
    }
    return ExportPlan(
      files: files, appFiles: appFiles, others: others, configurationPath: configuration,
      waiversPath: waivers)
  }

  /// By path relative to the export, which decides what is newer; then by the name shown.
  private static func precedes(_ left: Item, _ right: Item) -> Bool {
    if left.relativePath.utf8.elementsEqual(right.relativePath.utf8) {
      return left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
    return left.relativePath.utf8.lexicographicallyPrecedes(right.relativePath.utf8)
  }

  /// The one file of several with the same bytes.
  private static func only(_ paths: [String], _ isIgnored: Bool) throws(InputError) -> String? {
    guard let first = paths.first, !isIgnored else { return nil }
    let digest = FileDigest.sha256(ofFileAt: first)
    for path in paths.dropFirst() where path != first {
      guard digest != nil, FileDigest.sha256(ofFileAt: path) == digest else {
        throw InputError(
          path: lastPart(of: path),
          reason: "two exports hold different ones: name the one that counts with --config")
      }
    }
    return first
  }

  /// Without what two arguments name alike: the same place in the same export, twice.
  private static func distinct(_ items: [Item]) -> [Item] {
    var seen: Set<[String]> = []
    return items.filter { item in
      guard let path = item.path else { return true }
      return seen.insert([path, item.name]).inserted
    }
  }

  /// With the folder's name before every name that two exports share, and a number where the
  /// folders are named alike, too.
  private static func named(_ items: [Item]) -> [Item] {
    var owners: [String: Set<Int>] = [:]
    for item in items { owners[item.name, default: []].insert(item.argument) }
    let shared = Set(items.filter { (owners[$0.name]?.count ?? 0) > 1 }.map(\.argument))
    guard !shared.isEmpty else { return items }
    var taken: Set<String> = []
    var result: [Item] = []
    for item in items {
      var named = item
      if (owners[item.name]?.count ?? 0) > 1, !item.folder.isEmpty {
        named.name = item.folder + "/" + item.name
      }
      var number = 2
      let base = named.name
      while taken.contains(named.name) {
        named.name = numbered(base, number)
        number += 1
      }
      taken.insert(named.name)
      result.append(named)
    }
    return result
  }

  /// `a/ledger.csv` becomes `a~2/ledger.csv`, `ledger.csv` becomes `ledger~2.csv`.
  private static func numbered(_ name: String, _ number: Int) -> String {
    let separator = name.utf8.contains(UInt8(ascii: "/")) ? UInt8(ascii: "/") : UInt8(ascii: ".")
    let first = name.utf8.prefix { $0 != separator }
    let rest = name.utf8.dropFirst(first.count)
    return String(decoding: Array(first), as: UTF8.self) + "~\(number)"
      + String(decoding: Array(rest), as: UTF8.self)
  }

  private static func lastPart(of path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map {
      String(decoding: Array($0), as: UTF8.self)
    } ?? path
  }
}
