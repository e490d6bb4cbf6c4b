import AuditRules
import Testing

@Suite struct ExplanationTests {
  @Test("the list has a line a rule")
  func list() throws {
    #expect(
      RuleExplanation.list(RuleSet(rules: [try parsed(ruleText())]))
        == "x.odd  high      A title.\n")
  }

  @Test("an explanation says everything, examples too")
  func explain() throws {
    let rest = """

      /* @fires one
      asof 2026-10-01T00:00:00Z
      deletions {"id":"d1"}
      @finds d1
      */
      /* @quiet two
      config {"app":{}}
      deletions {"id":"d2"}
      --- next export
      deletions {"id":"d3"}
      */
      """
    let file = try parsed(ruleText(header: ["-- @uses sessions"], rest: rest))
    #expect(
      RuleExplanation.explain(file) == """
        x.odd (high)

        A title.

        Why it matters
          The why, in two lines.

          And more.

        How to fix it
          Mend it.

        What it needs
          export `deletions` with the field `channel`

        Better with
          `sessions`

        Source
          Practice

          https://example.com/

        Examples

          It fires: one (finds d1)
            deletions.ndjson
              {"id":"d1"}
            as of 2026-10-01T00:00:00Z

          It is quiet: two
            deletions.ndjson
              {"id":"d2"}
            siwa-audit.json
              {"app":{}}
            the next export:
            deletions.ndjson
              {"id":"d3"}

        """)
  }
}
