/// The SHA-256 by which a file that was read before is known again.
package enum FileDigest {
  /// The digest of a regular file's bytes as they are stored, in lower-case hexadecimal digits.
  ///
  /// - Returns: Nil where the file can't be read; reading it then says why.
  package static func sha256(ofFileAt path: String) -> String? {
    do throws(Damage) {
      let file = try RawFile(path: path)
      let digest = Digest()
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
      defer { buffer.deallocate() }
      while true {
        let count = try file.read(into: buffer)
        guard count > 0 else { return digest.finishHex() }
        digest.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    } catch {
      return nil
    }
  }
}
