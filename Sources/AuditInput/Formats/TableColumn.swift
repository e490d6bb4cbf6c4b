/// One column of a table and what its name means.
struct TableColumn {
  let node: Int32
  let name: Int16
  /// Whether its values are of interest, however short they are.
  let isKept: Bool

  /// The columns of a table by their names, noted in the sink.
  ///
  /// - Throws: For a name that stands twice, and where a required field has no column.
  static func columns(
    named names: [[UInt8]], _ paths: inout PathTable, _ sink: inout RecordSink
  ) throws(Damage) -> [TableColumn] {
    var forms: Set<[UInt8]> = []
    var columns: [TableColumn] = []
    for name in names {
      guard name.isEmpty || forms.insert(FieldNames.normalised(name)).inserted else {
        let shown = RejectReason.shown(String(decoding: name, as: UTF8.self))
        throw Damage("names the column '\(shown)' twice")
      }
      let node = name.withUnsafeBufferPointer { paths.child(of: PathTable.root, key: $0) }
      let found = paths.nodes[Int(node)]
      columns.append(
        TableColumn(
          node: node, name: found.name,
          isKept: found.name >= 0 || found.isSecretName || found.isUnderstood
            || sink.takesWholeRecords))
    }
    sink.note(columns: columns.map { paths.writtenName(of: $0.node) })
    if let field = sink.missingColumn(columns.map { Int($0.name) }, paths) {
      throw Damage("has no column '\(field)' in its header: rename the one that holds it")
    }
    return columns
  }
}
