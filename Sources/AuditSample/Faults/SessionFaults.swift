/// Sessions that live too long, and accounts that change under their sessions.
enum SessionFaults {
  static let all = lifetimes + flags + accounts

  /// A fault of one session of a newcomer, which is the finding's subject.
  private static func fault(
    _ rule: String, by method: Method = .apple,
    _ change: @escaping @Sendable (inout Life, RecordID) -> Void
  ) -> Fault {
    Fault(rule) { plot in
      var life = plot.newcomer(by: method)
      let session = life.signIn(0).session
      change(&life, session)
      plot.expect(.session, life.id(session))
      plot.add(life)
    }
  }

  private static let lifetimes = [
    fault("session.too-long") { life, session in
      let at = life[session]["at"]?.time ?? 0
      life[session]["expiresAt"] = .time(
        at + Scene.sessionLifetime + life.random.pick(61 * Int64.second, .day, 365 * .day))
    },
    fault("session.apple-token-as-session") { life, session in
      let id = life.id(session)
      let token = life.all(.attempts).first { life[$0]["sessionId"]?.text == id }
      let exp = token.flatMap { life[$0]["exp"]?.time } ?? 0
      life[session]["expiresAt"] = .time(exp + life.random.pick(Int64(0), .second / 2))
    },
    fault("session.used-after-expiry") { life, session in
      let expiresAt = life[session]["expiresAt"]?.time ?? 0
      life[session]["lastUsedAt"] = .time(
        expiresAt + life.random.pick(61 * Int64.second, .hour, 9 * .day))
    },
    fault("session.used-after-end") { life, session in
      life.signOut(0)
      let endedAt = life[session]["endedAt"]?.time ?? 0
      life[session]["lastUsedAt"] = .time(
        endedAt + life.random.pick(61 * Int64.second, .hour, 2 * .day))
    },
  ]

  private static let flags = [
    fault("session.local-flag-on-speed", by: .speed) { life, session in
      life[session]["isLocalUser"] = true
    },
    fault("session.unregistered-scheme", by: .speed) { life, session in
      life[session]["redirectScheme"] = .text(life.random.pick("otherapp", "http", "exampleapp2"))
    },
    Fault("session.suggestion-after-link") { plot in
      var life = plot.newcomer(by: plot.random.pick(.apple, .speed))
      if life.accounts[0].isLocal { life.linkPlainly(0) }
      let session = life.signIn(0).session
      life[session]["linkSuggestion"] = "link-speed-account"
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
    Fault("session.local-flag-after-link") { plot in
      var life: Life
      if plot.random.happens(50) {
        life = plot.newcomer()
        life.linkPlainly(0)
      } else {
        life = plot.pair()
        life.keepSpeed(1, 0)
      }
      life.wait(.hour)
      let session = life.signIn(0, by: .apple).session
      life[session]["isLocalUser"] = true
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
    Fault("session.link-token-adopted") { plot in
      var life: Life
      let link: Link
      if plot.random.happens(50) {
        life = plot.newcomer()
        link = life.linkPlainly(0)
      } else {
        life = plot.pair()
        link = life.keepSpeed(1, 0)
      }
      let session = life.signIn(0).session
      life[session]["tokenId"] = .text(link.tokenId)
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
  ]

  private static let accounts = [
    Fault("session.uuid-changed") { plot in
      var life = plot.newcomer(by: plot.random.pick(.apple, .speed, .password))
      for _ in 0..<life.random.number(1...2) {
        life.wait(.hour)
        let session = life.signIn(0).session
        life[session]["appUserUUID"] = .text(life.random.uuid())
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("session.uuid-shared") { plot in
      var life = plot.newcomer()
      let other = life.arrive(by: life.random.pick(.apple, .speed, .password))
      let uuid = life.accounts[0].uuid
      let isUpper = life.random.happens(50)
      for record in life.all(.sessions, of: other) + life.all(.accounts, of: other) {
        life[record]["appUserUUID"] = .text(isUpper ? uuid.uppercased() : uuid)
      }
      plot.expect(.uuid, uuid)
      plot.add(life)
    },
    Fault("session.new-account-twice") { plot in
      var life = plot.newcomer(by: plot.random.pick(.apple, .speed, .password))
      if life.accounts[0].method == .speed && life.random.happens(50) {
        life.delete(0)
        life.wait(2 * .hour)
        life.comeBack(0)
        life.wait(.hour)
        life.signIn(0, isNew: true)
      }
      life.wait(.hour...9 * .day)
      life.signIn(0, isNew: true)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("session.rows-before-account") { plot in
      let method = plot.random.pick(Method.apple, .speed, .password)
      var life = plot.newcomer(by: method)
      let early = life.accounts[0].arrivedAt - life.random.pick(61 * Int64.second, .hour, 3 * .day)
      switch life.random.number(1...(method == .apple ? 2 : 3)) {
      case 1:
        let row = life.makeRow(0)
        life[row]["createdAt"] = .time(early)
      case 2:
        let row = life.gift(.credit, to: 0)
        life[row]["at"] = .time(early)
      default:
        let session = life.signIn(0).session
        life[session]["at"] = .time(early)
        life[session]["lastUsedAt"] = .time(early)
        life[session]["expiresAt"] = .time(early + Scene.sessionLifetime)
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
  ]
}
