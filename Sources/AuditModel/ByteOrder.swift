extension String {
  /// Order by bytes, the same in every locale.
  package func utf8Precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
