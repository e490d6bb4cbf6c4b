import Foundation
import TestSupport
import Testing

/// What people write to support, and what the first lines of the story must answer.
@Suite struct SupportQuestionTests {
  struct Question: CustomTestStringConvertible, Sendable {
    let words: String
    let id: String
    /// Lines of an export by stream.
    let export: [String: [String]]
    /// What the summary must say, each within one line.
    let answers: [String]
    var testDescription: String { words }
  }

  private static let questions = [
    Question(
      words: "My credits are gone, since I linked my account.", id: "usr_1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1","method":"apple","isNewAccount":true,"isLocalUser":true,"appleSub":"a1"}"#,
          #"{"id":"s2","at":"2026-10-03T08:01:00Z","userId":"spd_1","method":"apple","isLocalUser":false}"#,
        ],
        "ledger": [
          #"{"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"usr_1","kind":"purchase","amount":"4.25","balanceAfter":"4.25","idempotencyKey":"k1"}"#
        ],
        "links": [
          #"{"id":"lnk_1","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1","confirmedAt":"2026-10-03T07:59:00Z"}"#
        ],
      ],
      answers: [
        "usr_1: local account; merged into spd_1 at 2026-10-03T08:00:00Z (link lnk_1)",
        "critical link.balance-not-merged: Account usr_1 held 4.25",
        "! The 4.25 that usr_1 held did not come to spd_1",
      ]),
    Question(
      words: "I used my credits up? I never did!", id: "u1",
      export: [
        "ledger": [
          #"{"adjustmentId":"1","at":"2026-10-02T08:00:00Z","userId":"u1","kind":"purchase","amount":"1.00","balanceAfter":"1.00","idempotencyKey":"k1"}"#,
          #"{"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"usage","amount":"0.50","operationId":"op1"}"#,
          #"{"adjustmentId":"3","at":"2026-10-02T09:00:01Z","userId":"u1","kind":"usage","amount":"0.50","operationId":"op1"}"#,
        ]
      ],
      answers: [
        "! Operation op1 was booked 2 times: 0.50 at 2026-10-02T09:00:00Z (2), 0.50 at 2026-10-02T09:00:01Z (3).",
        "- u1 has used up its credits: 2 operations took 1.00, the last at 2026-10-02T09:00:01Z.",
      ]),
    Question(
      words: "I was charged twice.", id: "t2",
      export: [
        "purchases": [
          #"{"transactionId":"t1","at":"2026-10-02T08:00:00Z","userId":"u1","productId":"small","state":"verified"}"#,
          #"{"transactionId":"t2","at":"2026-10-02T08:00:40Z","userId":"u1","productId":"small","state":"verified"}"#,
        ],
        "ledger": [
          #"{"adjustmentId":"1","at":"2026-10-02T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}"#
        ],
      ],
      answers: [
        "t2 (transaction)",
        "! Transaction t2 (small, bought at 2026-10-02T08:00:40Z) was not credited: no ledger row names it.",
        "! Two purchases of small within 40 seconds: transactions t1 and t2. Apple charged both.",
      ]),
    Question(
      words: "I paid, and somebody else got it.", id: "u1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","appUserUUID":"00000000-0000-4000-8000-000000000001"}"#,
          #"{"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","appUserUUID":"00000000-0000-4000-8000-000000000002"}"#,
        ],
        "purchases": [
          #"{"transactionId":"t1","at":"2026-10-02T08:00:00Z","productId":"small","state":"verified","appAccountToken":"00000000-0000-4000-8000-000000000001"}"#
        ],
        "ledger": [
          #"{"adjustmentId":"1","at":"2026-10-02T08:00:05Z","userId":"u2","kind":"purchase","amount":"0.85","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}"#
        ],
      ],
      answers: ["! Transaction t1 was credited to u2, which is none of these accounts."]),
    Question(
      words: "I deleted my account and it is back.", id: "u1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","isLocalUser":true,"appleSub":"a1"}"#,
          #"{"id":"s2","at":"2026-10-05T08:00:00Z","userId":"u1","method":"apple","isLocalUser":true,"appleSub":"a1"}"#,
        ],
        "deletions": [
          #"{"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","channel":"in-app","accountKind":"local","confirmedAt":"2026-10-02T08:00:01Z","dataDeletedAt":"2026-10-02T08:01:00Z","completedAt":"2026-10-02T08:01:00Z"}"#
        ],
        "rows": [#"{"table":"chats","rowId":"c1","userId":"u1"}"#],
      ],
      answers: [
        "! u1 was deleted at 2026-10-02T08:01:00Z and signed in again at 2026-10-05T08:00:00Z: the sign-in found the same user id.",
        "! u1 is deleted, but rows of it are in your database: chats 1.",
        "deletion.account-resurrected",
      ]),
    Question(
      words: "I deleted my account, came back, and everything is gone.", id: "u2",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1"}"#,
          #"{"id":"s2","at":"2026-10-05T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true}"#,
        ],
        "deletions": [
          #"{"id":"d1","userId":"u1","requestedAt":"2026-10-02T08:00:00Z","channel":"in-app","confirmedAt":"2026-10-02T08:00:01Z","dataDeletedAt":"2026-10-02T08:01:00Z","revokedAt":"2026-10-02T08:01:01Z","revokeStatus":200,"completedAt":"2026-10-02T08:01:02Z"}"#
        ],
      ],
      answers: [
        "u1: account; deleted at 2026-10-02T08:01:02Z (d1)", "has the same Apple sub a1",
        "- After the deletion of u1 at 2026-10-02T08:01:02Z the same Apple account signed in at 2026-10-05T08:00:00Z and got a new account, u2.",
      ]),
    Question(
      words: "I get no mail.", id: "a1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","email":"x1@privaterelay.appleid.com"}"#
        ],
        "notifications": [
          #"{"id":"n1","receivedAt":"2026-10-02T08:00:00Z","source":"siwa","type":"email-disabled","eventTime":"2026-10-02T08:00:00Z","sub":"a1","email":"x1@privaterelay.appleid.com"}"#
        ],
        "mail": [
          #"{"id":"m1","at":"2026-10-03T08:00:00Z","to":"x1@privaterelay.appleid.com","status":"bounced"}"#
        ],
      ],
      answers: [
        "a1 (Apple sub)",
        "! Mail forwarding is switched off: Apple told so at 2026-10-02T08:00:00Z, and nothing since switched it on.",
        "! 1 of 1 mails did not arrive, the last at 2026-10-03T08:00:00Z to x…@privaterelay.appleid.com: bounced.",
      ]),
    Question(
      words: "I see someone else's data after linking.", id: "usr_1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"usr_1","method":"apple","isLocalUser":true,"appleSub":"a1"}"#,
          #"{"id":"s2","at":"2026-10-01T09:00:00Z","userId":"spd_1","method":"apple","isLocalUser":false,"appleSub":"a2"}"#,
          #"{"id":"s3","at":"2026-10-03T08:01:00Z","userId":"spd_1","method":"apple","isLocalUser":false,"appleSub":"a1"}"#,
        ],
        "links": [
          #"{"id":"lnk_1","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"speed","status":200,"previousUserId":"usr_1","newUserId":"spd_1"}"#
        ],
      ],
      answers: [
        "- Since 2026-10-03T08:00:00Z sign-ins to usr_1 lead to spd_1 (link lnk_1, keep: speed): what is shown is the data of spd_1.",
        "! Before link lnk_1 usr_1 and spd_1 were used with different Apple accounts (a1; a2)",
        "tied by link lnk_1 to usr_1",
      ]),
    Question(
      words: "My chats are gone since I linked, and I kept this phone's data.", id: "spd_1",
      export: [
        "links": [
          #"{"id":"lnk_1","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","keep":"local","status":200,"newUserId":"usr_1","confirmedAt":"2026-10-03T07:59:00Z"}"#
        ],
        "rows": [#"{"table":"chats","rowId":"c1","userId":"spd_1"}"#],
      ],
      answers: [
        "spd_1: speed account; given up at 2026-10-03T08:00:00Z: link lnk_1 kept usr_1 instead",
        "high link.orphaned-rows", "! Since 2026-10-03T08:00:00Z spd_1 can't be reached",
      ]),
    Question(
      words: "I can't sign in any more.", id: "u1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","endedAt":"2026-10-02T08:00:10Z","endReason":"consent-revoked"}"#
        ],
        "attempts": [
          #"{"id":"t1","at":"2026-10-03T08:00:00Z","outcome":"rejected","reason":"unknown key","sub":"a1"}"#,
          #"{"id":"t2","at":"2026-10-03T08:01:00Z","outcome":"rejected","reason":"unknown key","sub":"a1"}"#,
        ],
        "notifications": [
          #"{"id":"n1","receivedAt":"2026-10-02T08:00:00Z","source":"siwa","type":"consent-revoked","eventTime":"2026-10-02T08:00:00Z","sub":"a1"}"#
        ],
      ],
      answers: [
        "! The last 2 sign-ins were refused, at 2026-10-03T08:01:00Z: unknown key.",
        "! Apple told of consent-revoked at 2026-10-02T08:00:00Z. No sign-in is known since.",
        "- The last session (s1) ended at 2026-10-02T08:00:10Z: consent-revoked.",
      ]),
    Question(
      words: "Apple gave me my money back, and now my balance is below zero.", id: "u1",
      export: [
        "purchases": [
          #"{"transactionId":"t1","at":"2026-10-02T08:00:00Z","userId":"u1","productId":"small","state":"revoked","revocationDate":"2026-10-05T08:00:00Z"}"#
        ],
        "ledger": [
          #"{"adjustmentId":"1","at":"2026-10-02T08:00:05Z","userId":"u1","kind":"purchase","amount":"0.85","balanceAfter":"0.85","idempotencyKey":"apple-transaction:t1","transactionId":"t1"}"#,
          #"{"adjustmentId":"2","at":"2026-10-02T09:00:00Z","userId":"u1","kind":"usage","amount":"0.50"}"#,
          #"{"adjustmentId":"3","at":"2026-10-05T09:00:00Z","userId":"u1","kind":"reversal","amount":"0.85","transactionId":"t1"}"#,
        ],
      ],
      answers: [
        "balance -0.50000000",
        "! Apple refunded transaction t1 at 2026-10-05T08:00:00Z; 0.85 was taken back.",
        "! The balance of u1 fell to -0.50.",
      ]),
    Question(
      words: "On my new phone everything is gone.", id: "u2",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-09-01T08:00:00Z","userId":"u1","method":"email","email":"x@example.com"}"#,
          #"{"id":"s2","at":"2026-10-01T08:00:00Z","userId":"u2","method":"apple","appleSub":"a1","isNewAccount":true,"email":"X@example.com"}"#,
        ],
        "accounts": [#"{"userId":"u3","email":"x@example.com"}"#],
      ],
      answers: [
        "! The same mail address is of u1, u3, which nothing else ties to these accounts."
      ]),
    Question(
      words: "I am signed out all the time.", id: "u1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","endedAt":"2026-10-01T08:01:00Z","endReason":"refresh-failed"}"#,
          #"{"id":"s2","at":"2026-10-02T08:00:00Z","userId":"u1","method":"apple","endedAt":"2026-10-02T08:01:00Z","endReason":"sign-out"}"#,
          #"{"id":"s3","at":"2026-10-03T08:00:00Z","userId":"u1","method":"apple","endedAt":"2026-10-03T08:01:00Z","endReason":"refresh-failed"}"#,
        ]
      ],
      answers: [
        "- The last session (s3) ended at 2026-10-03T08:01:00Z: refresh-failed, as 2 of 3 sessions did."
      ]),
    Question(
      words: "I can't link my account.", id: "usr_1",
      export: [
        "links": [
          #"{"id":"lnk_1","at":"2026-10-03T08:00:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":409}"#,
          #"{"id":"lnk_2","at":"2026-10-03T08:05:00Z","localUserId":"usr_1","speedUserId":"spd_1","status":500,"error":"INTERNAL"}"#,
        ]
      ],
      answers: [
        "- Link lnk_1 at 2026-10-03T08:00:00Z found data in both usr_1 and spd_1.",
        "! Link lnk_2 of usr_1 to spd_1 failed at 2026-10-03T08:05:00Z: 500 INTERNAL.",
      ]),
    Question(
      words: "Your mail came late.", id: "a1",
      export: [
        "sessions": [
          #"{"id":"s1","at":"2026-10-01T08:00:00Z","userId":"u1","method":"apple","appleSub":"a1","email":"x1@privaterelay.appleid.com"}"#
        ],
        "notifications": [
          #"{"id":"n1","receivedAt":"2026-10-02T08:00:00Z","source":"siwa","type":"email-disabled","sub":"a1"}"#,
          #"{"id":"n2","receivedAt":"2026-10-04T08:00:00Z","source":"siwa","type":"email-enabled","sub":"a1"}"#,
        ],
      ],
      answers: [
        "- Mail forwarding was switched off, and on again: Apple told so at 2026-10-04T08:00:00Z."
      ]),
  ]

  @Test("the summary names the cause", arguments: questions)
  func answer(_ question: Question) throws {
    let folder = try TemporaryFolder()
    for (stream, lines) in question.export {
      try folder.write("e/\(stream).ndjson", lines.joined(separator: "\n") + "\n")
    }
    let tool = Tool()
    let audit = try tool.run(
      "audit", folder.path("e"), "--output", folder.path("out"), "--exit-zero", "--as-of",
      "2026-11-01T00:00:00Z")
    #expect(audit.errors == "" && audit.code == 0)
    let story = try tool.run(
      "investigate", question.id, "--output", folder.path("out"), "--format", "html,xml,text")
    #expect(story.errors == "")
    #expect(story.code == 0)
    let lines = story.output.split(separator: "\n")
    for answer in question.answers {
      #expect(
        lines.contains { $0.contains(answer) }, "\(answer) is not in:\n\(story.output)")
    }
    // The page says the same before the time line begins.
    let page = try folder.text("out/investigation.html")
    let top = try #require(page.components(separatedBy: "<h2 id=\"timeline\">").first)
    for answer in question.answers where answer.hasPrefix("! ") {
      let words = answer.dropFirst(2).replacingOccurrences(of: "&", with: "&amp;")
      #expect(top.contains(words), "\(words) is not on the first screen")
    }
  }
}
