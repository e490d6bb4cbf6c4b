import AuditRules
import AuditSample
import CSQLite
import TestSupport
import Testing

/// No rule compares all records with all: one that does is quick on every example, and on the
/// history of a large app it never ends.
///
/// The steps of SQLite's machine are counted, not the time, so every machine says the same.
@Suite struct GrowthTests {
  /// A history four times as long may take a rule this many times the steps. Sorting and lookups
  /// grow a little faster than the records; all with all is sixteen times.
  private static let limit = 6
  /// Steps that any rule may take.
  private static let free = 2000

  @Test("the work of a rule grows with the records, not with their square")
  func growth() throws {
    let rules = try RuleSet.load(directories: [Project.folder + "/data/rules"]).rules
    let small = try Store(accountCount: 250)
    let large = try Store(accountCount: 1000)
    for rule in rules {
      let before = try small.steps(rule.query)
      let after = try large.steps(rule.query)
      #expect(
        after <= Self.limit * (before + Self.free),
        "\(rule.rule.id) took \(before) steps, and \(after) where all is four times as many")
    }
  }

  @Test("a rule that compares all with all is told")
  func teeth() throws {
    let query = "SELECT count(*) FROM session AS a, session AS b WHERE a.at < b.at"
    let before = try Store(accountCount: 50).steps(query)
    let after = try Store(accountCount: 200).steps(query)
    #expect(after > Self.limit * (before + Self.free))
  }

  /// The database that the audit of a sample leaves.
  private final class Store {
    private let bench: Bench
    private let path: String
    private var handle: OpaquePointer?

    init(accountCount: Int) throws {
      var options = SampleOptions()
      options.accountCount = accountCount
      bench = try Bench(options)
      #expect(try bench.disagreements() == [])
      path = bench.folder.path("output/siwa-audit.sqlite")
      try open()
      try pretendToBeLarge()
      // The planner reads what it knows of the sizes when a database is opened.
      sqlite3_close(handle)
      try open()
    }

    deinit { sqlite3_close(handle) }

    private func open() throws {
      try #require(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK)
    }

    /// Lets the planner choose as it does on a large history; on a small one it scans tables twice,
    /// and is right.
    private func pretendToBeLarge() throws {
      let sql = """
        UPDATE sqlite_stat1
        SET stat = CAST(stat AS INTEGER) * 1000 || substr(stat, instr(stat || ' ', ' '))
        """
      try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
    }

    func steps(_ query: String) throws -> Int {
      var statement: OpaquePointer?
      try #require(sqlite3_prepare_v2(handle, query, -1, &statement, nil) == SQLITE_OK)
      defer { sqlite3_finalize(statement) }
      while sqlite3_step(statement) == SQLITE_ROW {}
      return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
    }
  }
}
