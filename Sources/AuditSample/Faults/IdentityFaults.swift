/// Refusals without need or reason, accounts under the wrong key, and what Apple tells only once.
enum IdentityFaults {
  static let all = refusals + accounts + firsts

  /// A fault of one refused token, which is the finding's subject.
  private static func refusal(
    _ rule: String, _ change: @escaping @Sendable (inout Life, RecordID) -> Void
  ) -> Fault {
    Fault(rule) { plot in
      var life = plot.newcomer()
      let refused = life.attempt(0, session: nil)
      life[refused]["outcome"] = "rejected"
      life[refused]["userId"] = .null
      change(&life, refused)
      plot.expect(.attempt, life.id(refused))
      plot.add(life)
    }
  }

  private static let refusals = [
    refusal("identity.refused-without-reason") { life, refused in
      if life.random.happens(50) { life[refused]["aud"] = "host.exp.Exponent" }
    },
    refusal("identity.refused-without-email") { life, refused in
      life[refused]["email"] = .null
      life[refused]["reason"] = .text(
        life.random.pick("no-email", "EMAIL_REQUIRED", "Email is missing"))
    },
    refusal("identity.stale-keys") { life, refused in
      life[refused]["signature"] = .text(life.random.pick("valid", "unchecked"))
      life[refused]["reason"] = .text(
        life.random.pick("unknown key", "KID_NOT_FOUND", "Signature verification failed"))
    },
    refusal("identity.cancel-as-failure") { life, refused in
      // Whoever cancels brings no token.
      let claims = ["iss", "aud", "sub", "iat", "exp", "kid", "alg", "nonce", "rawNonce"]
      for field in claims + ["rawNonceSHA256", "email", "signature"] {
        life[refused][field] = .null
      }
      life[refused]["clientError"] = life.random.pick(
        1001, "1001", "canceled", "ERR_REQUEST_CANCELED")
      if life.random.happens(50) { life[refused]["reason"] = "sign-in failed" }
    },
  ]

  private static let accounts = [
    Fault("identity.email-as-key") { plot in
      var life = plot.person()
      let address = life.fresh("jane") + "@mail.example"
      if life.random.happens(50) {
        _ = life.arrive(by: life.random.pick(.apple, .password), userId: address)
      } else {
        _ = life.arrive()
        life.wait(.hour)
        let row = life.makeRow(0)
        life[row]["userId"] = .text(address)
      }
      plot.expect(.user, address)
      plot.add(life)
    },
    Fault("identity.split-account") { plot in
      var life = plot.newcomer()
      life.wait(.hour...9 * .day)
      let other = life.arrive(sub: life.accounts[0].sub)
      if life.random.happens(50) {
        life.wait(.hour)
        life.signIn(life.random.pick(0, other))
      }
      plot.expect(.sub, life.accounts[0].sub ?? "")
      plot.add(life)
    },
    Fault("identity.shared-account") { plot in
      var life = plot.newcomer()
      for _ in 0..<life.random.number(1...2) {
        life.wait(.hour...9 * .day)
        life.accounts[0].sub = life.freshSub()
        life.signIn(0)
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("identity.linked-without-link") { plot in
      // Somebody links as it should be: without any link the export says nothing about them.
      var sound = plot.newcomer()
      sound.linkPlainly(0)
      plot.add(sound)
      var life = plot.newcomer(by: plot.random.pick(.speed, .password))
      life.accounts[0].sub = life.freshSub()
      life.signIn(0, by: .apple)
      if life.accounts[0].isLocal && life.random.happens(50) {
        life.wait(.hour)
        life.linkPlainly(0)
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("identity.code-never-exchanged", on: [.direct]) { plot in
      var life = plot.newcomer()
      for call in life.all(.applecalls) {
        switch life.random.number(1...3) {
        case 1: life.drop(call)
        case 2: life[call]["status"] = 503
        default:
          life[call]["grantType"] = "refresh_token"
          life[call]["codeHash"] = .null
          life[call]["codeIssuedAt"] = .null
        }
      }
      life.wait(2 * .day)
      life.validate(0)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
  ]

  private static let firsts = [
    Fault("identity.name-lost") { plot in
      var life = plot.newcomer()
      if life.random.happens(50) { life.signIn(0) }
      for record in life.all(.sessions) + life.all(.accounts) { life[record]["name"] = .null }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("identity.name-not-forwarded") { plot in
      var life = plot.newcomer()
      var who = 0
      if life.random.happens(50) {
        // Consent was withdrawn with the deletion, so Apple gives the name once more.
        let record = life.delete(0).deletion
        life[record]["appleSub"] = .text(life.accounts[0].sub ?? "")
        life.wait(2 * .hour...2 * .day)
        who = life.arrive(sub: life.accounts[0].sub)
      }
      let session = life.all(.sessions, of: who)[0]
      life[session]["fullNameReceived"] = false
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
  ]
}
