internal import CSQLite

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The fence around a query that the owner wrote: it can read records and facts, nothing else,
/// and not for long.
///
/// The connection must be read-only. While a query is compiled and run, an authorizer allows only
/// reading of the store's own tables and a list of functions, limits bound what it can build in
/// memory, and a progress handler ends it at the deadline.
package struct Sandbox: Sendable {
  /// Seconds a query may take.
  package var timeLimitSeconds: Int
  /// Bytes of the longest text a query can build.
  package var textByteLimit: Int32

  package init(timeLimitSeconds: Int = 5, textByteLimit: Int32 = 4 << 20) {
    self.timeLimitSeconds = timeLimitSeconds
    self.textByteLimit = textByteLimit
  }

  /// Tables that hold the tool's own secrets or history.
  private static let hiddenTables: Set<String> = [
    "data_set", "finding", "finding_past", "rule_outcome", "run",
  ]

  /// Functions of values only: none reads a clock, a file or the schema.
  private static let functions: Set<String> = [
    "abs", "avg", "char", "coalesce", "count", "cume_dist", "dense_rank", "first_value", "glob",
    "group_concat", "hex", "ifnull", "iif", "instr", "json", "json_array", "json_array_length",
    "json_each", "json_extract", "json_group_array", "json_group_object", "json_object",
    "json_type", "json_valid", "->", "->>", "lag", "last_value", "lead", "length", "like",
    "likelihood", "likely", "lower", "ltrim", "max", "min", "nth_value", "ntile", "nullif",
    "percent_rank", "quote", "rank", "replace", "round", "row_number", "rtrim", "sign", "substr",
    "substring", "sum", "total", "trim", "typeof", "unicode", "unlikely", "upper",
  ]

  /// Compiles and runs one statement inside the fence.
  ///
  /// - Throws: What `body` throws; `StoreError` where the statement is refused or ran too long.
  package func run(
    _ sql: String, on connection: Connection, _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    let fence = try Fence(connection, self)
    defer { fence.remove() }
    do throws(StoreError) {
      let statement = try Statement(connection, single: sql)
      guard sqlite3_stmt_readonly(statement.handle) != 0 else {
        throw StoreError(
          path: connection.path, action: "compile", code: SQLITE_AUTH,
          reason: "the statement writes; a rule may only read")
      }
      try body(statement)
    } catch {
      if let reason = fence.reason {
        throw StoreError(
          path: error.path, action: error.action, code: error.code, reason: reason)
      }
      throw error
    }
  }

  /// What the callbacks look at while a statement runs.
  private final class Fence {
    private let connection: Connection
    private var oldLimits: [(Int32, Int32)] = []
    private let seconds: Int
    private let deadline: Int
    let tables: Set<String>
    /// Why something was refused.
    var reason: String?

    init(_ connection: Connection, _ sandbox: Sandbox) throws(StoreError) {
      self.connection = connection
      seconds = sandbox.timeLimitSeconds
      deadline = Self.now() + sandbox.timeLimitSeconds
      var tables: Set<String> = ["json_each", "json_tree"]
      let names = try connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
      while try names.step() { tables.insert(names.text(0)) }
      self.tables = tables.subtracting(Sandbox.hiddenTables)
      let limits: [(Int32, Int32)] = [
        (SQLITE_LIMIT_LENGTH, sandbox.textByteLimit), (SQLITE_LIMIT_SQL_LENGTH, 100_000),
        (SQLITE_LIMIT_COLUMN, 200), (SQLITE_LIMIT_EXPR_DEPTH, 200),
        (SQLITE_LIMIT_COMPOUND_SELECT, 50), (SQLITE_LIMIT_FUNCTION_ARG, 20),
        (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200), (SQLITE_LIMIT_ATTACHED, 0),
      ]
      for (limit, value) in limits {
        oldLimits.append((limit, sqlite3_limit(connection.handle, limit, value)))
      }
      let context = Unmanaged.passUnretained(self).toOpaque()
      sqlite3_set_authorizer(
        connection.handle,
        { context, action, first, second, _, _ in
          guard let context else { return SQLITE_DENY }
          let fence = Unmanaged<Fence>.fromOpaque(context).takeUnretainedValue()
          return fence.decide(action, Fence.text(first), Fence.text(second))
        }, context)
      sqlite3_progress_handler(
        connection.handle, 1000,
        { context in
          guard let context else { return 1 }
          return Unmanaged<Fence>.fromOpaque(context).takeUnretainedValue().isLate() ? 1 : 0
        }, context)
    }

    func remove() {
      sqlite3_set_authorizer(connection.handle, nil, nil)
      sqlite3_progress_handler(connection.handle, 0, nil, nil)
      for (limit, value) in oldLimits { sqlite3_limit(connection.handle, limit, value) }
    }

    func decide(_ action: Int32, _ first: String, _ second: String) -> Int32 {
      switch action {
      case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
      case SQLITE_READ:
        if tables.contains(first) { return SQLITE_OK }
        reason = "the table '\(first)' is not for rules"
      case SQLITE_FUNCTION:
        if Sandbox.functions.contains(second) { return SQLITE_OK }
        reason = "the function '\(second)' is not for rules"
      default:
        reason = "a rule may only read: one SELECT over the store's tables"
      }
      return SQLITE_DENY
    }

    func isLate() -> Bool {
      guard Self.now() >= deadline else { return false }
      reason = "the query took more than \(seconds) seconds"
      return true
    }

    private static func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec)
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String {
      pointer.map { String(cString: $0) } ?? ""
    }
  }
}
