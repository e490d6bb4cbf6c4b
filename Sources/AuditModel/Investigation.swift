/// One account's whole story, as the records of earlier audits tell it.
///
/// Accounts that a link, an Apple sub or an appUserUUID ties together are one story: who asks about
/// one of them has usually met the others.
package struct Investigation: Sendable, Equatable {
  /// A sentence of the summary, and whether it names something that went wrong for the person.
  package struct Note: Sendable, Equatable {
    package let text: String
    package let isTrouble: Bool

    package init(_ text: String, isTrouble: Bool = false) {
      self.text = text
      self.isTrouble = isTrouble
    }
  }

  /// A finding of an audit about one of the accounts.
  package struct Problem: Sendable, Equatable {
    package let rule: String
    package let severity: Severity
    package let subject: Subject
    package let message: String
    package let at: Int64?
    package let exposure: Int64?
    package let fingerprint: String
    /// Whether a later audit no longer found it.
    package let isResolved: Bool
    /// As the last audit kept it.
    package var disposition: Finding.Disposition
    /// The waivers that fit it, expired ones too; none where it is resolved.
    package var waivers: [Waiver]

    package init(
      rule: String, severity: Severity, subject: Subject, message: String, at: Int64?,
      exposure: Int64?, fingerprint: String, isResolved: Bool,
      disposition: Finding.Disposition = .open, waivers: [Waiver] = []
    ) {
      self.rule = rule
      self.severity = severity
      self.subject = subject
      self.message = message
      self.at = at
      self.exposure = exposure
      self.fingerprint = fingerprint
      self.isResolved = isResolved
      self.disposition = disposition
      self.waivers = waivers
    }
  }

  /// What came and went under one kind of ledger row, applied rows only.
  package struct Money: Sendable, Equatable {
    package let kind: String
    package let count: Int
    /// Units of 1e-8, negative where it took.
    package let amount: Int64

    package init(kind: String, count: Int, amount: Int64) {
      self.kind = kind
      self.count = count
      self.amount = amount
    }
  }

  /// The balance of one account over time.
  package struct Line: Sendable, Equatable {
    package struct Point: Sendable, Equatable {
      /// Microseconds since 1970 UTC.
      package let at: Int64
      /// Units of 1e-8.
      package let balance: Int64

      package init(at: Int64, balance: Int64) {
        self.at = at
        self.balance = balance
      }
    }

    package let account: String
    /// In order of time.
    package let points: [Point]

    package init(account: String, points: [Point]) {
      self.account = account
      self.points = points
    }
  }

  /// What the exports lack to be sure of the story.
  package struct Missing: Sendable, Equatable {
    package let export: String
    /// What it would tell, one sentence.
    package let reason: String

    package init(export: String, reason: String) {
      self.export = export
      self.reason = reason
    }
  }

  package var toolVersion: String
  /// Name of the data set.
  package var name: String
  /// The as-of time of the last audit, microseconds since 1970 UTC.
  package var asOf: Int64
  /// The id that was asked for.
  package var id: String
  /// What that id is, as people say it.
  package var kinds: [String]
  /// The account asked for first, then those it is tied to.
  package var accounts: [StoryAccount]
  /// Accounts beyond those that one story shows.
  package var omittedAccountCount: Int
  package var notes: [Note]
  /// Open ones before resolved ones, worst first.
  package var problems: [Problem]
  package var money: [Money]
  package var lines: [Line]
  /// Oldest first.
  package var events: [StoryEvent]
  package var missing: [Missing]
  /// Every user id that a sentence may name, other people's, too.
  package var namedUsers: [String]

  package init(
    toolVersion: String, name: String, asOf: Int64, id: String, kinds: [String],
    accounts: [StoryAccount], omittedAccountCount: Int, notes: [Note], problems: [Problem],
    money: [Money], lines: [Line], events: [StoryEvent], missing: [Missing],
    namedUsers: [String] = []
  ) {
    self.toolVersion = toolVersion
    self.name = name
    self.asOf = asOf
    self.id = id
    self.kinds = kinds
    self.accounts = accounts
    self.omittedAccountCount = omittedAccountCount
    self.notes = notes
    self.problems = problems
    self.money = money
    self.lines = lines
    self.events = events
    self.missing = missing
    self.namedUsers = namedUsers
  }

  package var openProblems: [Problem] { problems.filter { !$0.isResolved } }

  /// Findings that are there and that a waiver accepts.
  package var waivedProblems: [Problem] { openProblems.filter { $0.disposition == .waived } }
}
