/// Paths cut at their last slash, by bytes.
enum FolderPath {
  /// `("a/b", "c")` for `a/b/c`, `(".", "c")` for `c`, `("/", "c")` for `/c`.
  static func split(_ path: String) -> (folder: String, name: String) {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    return (slash == bytes.startIndex ? "/" : String(path[..<slash]), name)
  }
}
