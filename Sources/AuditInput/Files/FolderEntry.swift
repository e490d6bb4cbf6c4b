#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What a name in a file system is, found without opening it.
enum FolderEntry: Equatable {
  /// A regular file, by its path without links.
  case file(path: String)
  case folder(path: String)
  /// Something that is not read, and why.
  case other(reason: String)

  /// Looks at what stands at a path that a person named: links are followed.
  init(named path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .other(reason: "can't be opened: \(RawFile.errorText(errno))")
      return
    }
    guard let resolved = Self.resolve(path) else {
      self = .other(reason: "can't be opened: \(RawFile.errorText(errno))")
      return
    }
    self.init(status, path: resolved)
  }

  /// Looks at what stands in a folder of an export: only links to regular files inside the export
  /// are followed. `root` is the export's own path without links.
  init(inExport path: String, root: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      self = .other(reason: "can't be opened: \(RawFile.errorText(errno))")
      return
    }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      self.init(status, path: path)
      return
    }
    guard let target = Self.resolve(path) else {
      self = .other(reason: "is a link that leads nowhere: \(RawFile.errorText(errno))")
      return
    }
    let prefix = root == "/" ? root : root + "/"
    guard target == root || target.utf8.starts(with: prefix.utf8) else {
      self = .other(reason: "is a link that leads out of the export")
      return
    }
    guard lstat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      self = .other(reason: "is a link to something that is no regular file")
      return
    }
    self = .file(path: target)
  }

  private init(_ status: stat, path: String) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file(path: path)
    case S_IFDIR: self = .folder(path: path)
    case S_IFIFO: self = .other(reason: "is a FIFO, not a file")
    case S_IFSOCK: self = .other(reason: "is a socket, not a file")
    case S_IFCHR, S_IFBLK: self = .other(reason: "is a device, not a file")
    default: self = .other(reason: "is no regular file")
    }
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(validatingCString: resolved)
  }

  /// The names in a folder in the order of their bytes; a name that is no UTF-8 comes with its
  /// broken bytes replaced and is marked.
  static func names(in path: String) throws(Damage) -> [(name: String, isValid: Bool)] {
    guard let folder = opendir(path) else {
      throw Damage("can't be listed: \(RawFile.errorText(errno))")
    }
    defer { closedir(folder) }
    var names: [(name: String, isValid: Bool)] = []
    while let entry = readdir(folder) {
      let bytes = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        let count = MemoryLayout.size(ofValue: pointer.pointee)
        return pointer.withMemoryRebound(to: UInt8.self, capacity: count) { start in
          Array(UnsafeBufferPointer(start: start, count: count).prefix { $0 != 0 })
        }
      }
      let name = String(decoding: bytes, as: UTF8.self)
      guard name != ".", name != ".." else { continue }
      names.append((name, Array(name.utf8) == bytes))
    }
    return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}
