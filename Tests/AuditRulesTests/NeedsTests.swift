import AuditModel
import AuditRules
import Testing

@Suite struct NeedsTests {
  private func missing(_ needs: String, _ facts: RuleFacts) throws -> String? {
    try parsed(ruleText(header: ["-- @needs " + needs])).needs.missing(from: facts)?.sentence
  }

  private func pieces(_ needs: String, _ facts: RuleFacts) throws -> Set<String>? {
    try parsed(ruleText(header: ["-- @needs " + needs])).needs.missing(from: facts)?.pieces
  }

  static let told: [(needs: String, facts: RuleFacts, sentence: String?)] = [
    ("deletions", RuleFacts(), "export `deletions`"),
    ("deletions", RuleFacts(streams: [.deletions]), nil),
    ("deletions.channel", RuleFacts(), "export `deletions` with the field `channel`"),
    (
      "deletions.unlinkedAt|deletions.unlinkStatus", RuleFacts(streams: [.deletions]),
      "export `deletions` with the field `unlinkedAt` or `unlinkStatus`"
    ),
    (
      "deletions.unlinkedAt|deletions.unlinkStatus deletions.channel sessions",
      RuleFacts(streams: [.deletions], knownFields: ["deletions.unlinkStatus"]),
      "export `deletions` with the field `channel`; export `sessions`"
    ),
    ("deletions.id", RuleFacts(streams: [.deletions]), nil),
    (
      "sessions|deletions.appleSub", RuleFacts(streams: [.deletions]),
      "export `sessions`, or export `deletions` with the field `appleSub`"
    ),
    (
      "platform:direct|deletions.unlinkedAt",
      RuleFacts(streams: [.deletions], platform: "speed"),
      "export `deletions` with the field `unlinkedAt`"
    ),
    ("platform:direct|deletions.unlinkedAt", RuleFacts(platform: "direct"), nil),
    (
      "platform:speed", RuleFacts(platform: "direct"),
      "this rule is about platform `speed` only (`app.platform` in siwa-audit.json)"
    ),
    (
      "config:app.bundleIds|config:app.servicesIds", RuleFacts(),
      "set `app.bundleIds` in siwa-audit.json, or set `app.servicesIds` in siwa-audit.json"
    ),
    ("config:app.bundleIds", RuleFacts(configuration: ["app.bundleIds"]), nil),
    (
      "unset:app.loginExemption", RuleFacts(configuration: ["app.loginExemption"]),
      "the configuration sets `app.loginExemption`, which exempts the app"
    ),
    (
      "complete:sessions", RuleFacts(streams: [.sessions]),
      "export all of `sessions` since the app began and name it in `export.complete` of "
        + "siwa-audit.json"
    ),
    ("complete:sessions", RuleFacts(streams: [.sessions], complete: [.sessions]), nil),
    (
      "complete:purchases",
      RuleFacts(streams: [.purchases], incomplete: [.purchases], complete: [.purchases]),
      "export `purchases` to its last page (what was read says that there is more)"
    ),
    ("whole:purchases", RuleFacts(streams: [.purchases]), nil),
    ("whole:purchases", RuleFacts(), "export `purchases`"),
    ("file:jwks", RuleFacts(), "add `app/jwks.json` to the export"),
    ("file:jwks", RuleFacts(files: [.jwks]), nil),
    ("evidence:many-users", RuleFacts(evidence: [.manyUsers]), nil),
  ]

  @Test("what is missing is told in a sentence", arguments: told)
  func tells(_ row: (needs: String, facts: RuleFacts, sentence: String?)) throws {
    #expect(try missing(row.needs, row.facts) == row.sentence)
  }

  @Test("a summary counts the rules that each export would add")
  func suggests() throws {
    let facts = RuleFacts(streams: [.deletions], configuration: [])
    let needs = [
      "sessions", "sessions.lastUsedAt", "sessions links", "deletions.channel",
      "config:app.teamId", "platform:speed", "deletions.id",
    ]
    let files = try needs.enumerated().map { index, needs in
      try RuleFileParser.parse(
        ruleText(header: ["-- @needs " + needs]), path: "x", id: "x.r\(index)")
    }
    let suggestions = RuleSet(rules: files).suggestions(facts: facts, off: ["x.r4"])
    // A single piece first, then what it leaves.
    #expect(
      suggestions == [
        Audit.Suggestion(export: "sessions", ruleCount: 2),
        Audit.Suggestion(export: "deletions.channel", ruleCount: 1),
        Audit.Suggestion(export: "links", ruleCount: 1),
      ])
    let pair = try RuleFileParser.parse(
      ruleText(header: ["-- @needs mail links"]), path: "x", id: "x.pair")
    #expect(
      RuleSet(rules: [pair]).suggestions(facts: facts) == [
        Audit.Suggestion(export: "links and mail", ruleCount: 1)
      ])
    #expect(try pieces("platform:speed sessions", facts) == nil)
  }

  @Test("a backend of one's own is not asked for what only the platform has")
  func asksOnlyForWhatThereIs() throws {
    var facts = RuleFacts(streams: [.sessions])
    for needs in ["links", "balances.grantSpendable", "sessions.isLocalUser", "mail links"] {
      #expect(try pieces(needs, facts) != nil)
    }
    facts.isOwnBackend = true
    for needs in ["links", "balances.grantSpendable", "sessions.isLocalUser", "mail links"] {
      #expect(try pieces(needs, facts) == nil)
    }
    #expect(try pieces("sessions.appUserUUID", facts) == ["sessions.appUserUUID"])
    #expect(try missing("links", facts) == "export `links`")
  }
}
