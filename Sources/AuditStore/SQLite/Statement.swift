internal import CSQLite

/// A compiled statement: bind, step, read columns, and again.
///
/// Columns are numbered from 0, parameters from 1.
package final class Statement {
  let handle: OpaquePointer
  private let connection: Connection

  init(_ connection: Connection, _ sql: String) throws(StoreError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else {
      throw connection.error(code, action: "compile")
    }
    handle = prepared
    self.connection = connection
  }

  /// Compiles text that must be one statement and nothing else.
  init(_ connection: Connection, single sql: String) throws(StoreError) {
    var prepared: OpaquePointer?
    var rest = ""
    let code = sql.withCString { text in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v3(connection.handle, text, -1, 0, &prepared, &tail)
      if let tail { rest = String(cString: tail) }
      return code
    }
    guard code == SQLITE_OK else { throw connection.error(code, action: "compile") }
    guard let prepared else {
      throw StoreError(
        path: connection.path, action: "compile", code: SQLITE_ERROR, reason: "it is no statement")
    }
    guard rest.utf8.allSatisfy({ [0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      sqlite3_finalize(prepared)
      throw StoreError(
        path: connection.path, action: "compile", code: SQLITE_ERROR,
        reason: "it is more than one statement")
    }
    handle = prepared
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Advances to the next row; false when there is none.
  package func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code, action: "run")
    }
  }

  /// Runs a statement that returns no rows, and makes it ready for the next values.
  package func run() throws(StoreError) {
    let code = sqlite3_step(handle)
    sqlite3_reset(handle)
    guard code == SQLITE_DONE || code == SQLITE_ROW else {
      throw connection.error(code, action: "run")
    }
  }

  package func reset() { sqlite3_reset(handle) }

  package func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

  package func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }

  package func bind(_ index: Int32, _ value: Int64?) {
    guard let value else { return bindNull(index) }
    bind(index, value)
  }

  package func bind(_ index: Int32, _ value: String) {
    var value = value
    value.withUTF8 { bytes in
      // An empty buffer may have no address, and a null pointer would bind NULL.
      guard let start = bytes.baseAddress, bytes.count > 0 else {
        _ = siwa_bind_text_copy(handle, index, "", 0)
        return
      }
      _ = siwa_bind_text_copy(handle, index, start, Int32(bytes.count))
    }
  }

  package func bind(_ index: Int32, _ value: String?) {
    guard let value else { return bindNull(index) }
    bind(index, value)
  }

  package func bind(_ index: Int32, blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      _ = siwa_bind_blob_copy(handle, index, bytes.baseAddress, Int32(bytes.count))
    }
  }

  /// Binds text that the caller keeps in place until the statement was run.
  func bindStatic(_ index: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      _ = siwa_bind_text_copy(handle, index, "", 0)
      return
    }
    _ = siwa_bind_text_static(handle, index, start, Int32(bytes.count))
  }

  package var columnCount: Int32 { sqlite3_column_count(handle) }

  package func columnName(_ index: Int32) -> String {
    sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
  }

  package func isNull(_ index: Int32) -> Bool {
    sqlite3_column_type(handle, index) == SQLITE_NULL
  }

  package func isText(_ index: Int32) -> Bool {
    sqlite3_column_type(handle, index) == SQLITE_TEXT
  }

  package func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

  package func optionalInteger(_ index: Int32) -> Int64? {
    isNull(index) ? nil : integer(index)
  }

  package func text(_ index: Int32) -> String {
    String(decoding: textBytes(index), as: UTF8.self)
  }

  package func optionalText(_ index: Int32) -> String? {
    isNull(index) ? nil : text(index)
  }

  package func blob(_ index: Int32) -> [UInt8] { Array(blobBytes(index)) }

  /// The blob's bytes, valid until the next step or reset.
  package func blobBytes(_ index: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_blob(handle, index)
    let count = Int(sqlite3_column_bytes(handle, index))
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  }

  /// The text's bytes, valid until the next step or reset.
  package func textBytes(_ index: Int32) -> UnsafeRawBufferPointer {
    let bytes = sqlite3_column_text(handle, index)
    let count = Int(sqlite3_column_bytes(handle, index))
    return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  }
}
