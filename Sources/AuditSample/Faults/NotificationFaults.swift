/// Apple's notifications, ignored, believed too easily or understood wrongly.
enum NotificationFaults {
  static let all = sessions + processing + claims + subjects

  private static let sessions = [
    Fault("notification.session-alive") { plot in
      var life = plot.newcomer()
      if life.random.happens(50) {
        life.notify("consent-revoked", 0)
      } else {
        // Young enough that its deletion is not overdue.
        life.wait(20 * .day...30 * .day)
        life.signIn(0)
        life.wait(.hour)
        life.notify("account-deleted", 0)
      }
      life.wait(2 * .hour)
      life.use(0)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("notification.session-not-ended") { plot in
      var life = plot.newcomer()
      life.notify("consent-revoked", 0)
      let session = life.all(.sessions, of: 0)[0]
      if life.random.happens(50) {
        life.wait(3 * .hour)
        life.end(session, reason: "revoked")
      }
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
    Fault("notification.account-deleted-ignored") { plot in
      if plot.random.happens(30) {
        // The survivor of a merge is the person's account now.
        var life = plot.pair()
        life.keepSpeed(1, 0)
        life.signIn(0, by: .apple)
        life.wait(.hour)
        life.notify("account-deleted", 0)
        life.endSessionsOfPerson(0)
        plot.expect(.user, life.accounts[0].userId)
        plot.add(life)
        return
      }
      var life = plot.newcomer()
      life.notify(life.random.pick("account-deleted", "account-delete"), 0)
      life.wait(3 * .second)
      life.endSessionsOfPerson(0)
      if life.random.happens(50) {
        life.wait(31 * .day)
        life.delete(0, channel: "notification")
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("notification.stale-applied") { plot in
      var life = plot.newcomer()
      let notice = life.notify("consent-revoked", 0)
      life.wait(.hour...5 * .hour)
      life.signIn(0)
      life.wait(.hour)
      // It is received only now, and ends the session that came after it.
      life[notice]["receivedAt"] = .time(life.now)
      life[notice]["processedAt"] = .time(life.now + 5 * .second)
      life.wait(7 * .second)
      if life.random.happens(50) {
        life.endSessionsOfPerson(0)
      } else {
        let record = life.delete(0, channel: "notification").deletion
        plot.expect("deletion.by-consent-revoked", .deletion, life.id(record))
      }
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
  ]

  /// One of a store's and of a person's notifications, processed as it should be.
  private static func notice(_ life: inout Life) -> RecordID {
    if life.random.happens(50) { return life.notify("email-enabled", 0) }
    let purchase = life.buy(by: 0)
    return life.notifyStore(
      "CONSUMPTION_REQUEST", of: purchase.transactionId, purchase.product, at: life.now)
  }

  private static let processing = [
    Fault("notification.unprocessed") { plot in
      var life = plot.newcomer()
      let notice = notice(&life)
      life[notice]["processedAt"] = .null
      life[notice]["action"] = .null
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.processed-late") { plot in
      var life = plot.newcomer()
      let notice = notice(&life)
      let receivedAt = life[notice]["receivedAt"]?.time ?? 0
      life[notice]["processedAt"] = .time(receivedAt + .hour + life.random.span(.second ... .day))
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.processed-twice") { plot in
      var life = plot.newcomer()
      let notice = notice(&life)
      var again = life[notice]
      let receivedAt = again["receivedAt"]?.time ?? 0
      again["receivedAt"] = .time(receivedAt + .hour)
      again["processedAt"] = .time(receivedAt + .hour + 3 * .second)
      life.add(again)
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.bad-signature") { plot in
      var life = plot.newcomer()
      let notice = notice(&life)
      life[notice]["signature"] = "invalid"
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
  ]

  private static let claims = [
    Fault("notification.wrong-issuer") { plot in
      var life = plot.newcomer()
      let notice = life.notify("email-enabled", 0)
      life[notice]["iss"] = "https://appleid.apple.com.example"
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.wrong-audience") { plot in
      var life = plot.newcomer()
      let notice = life.notify("email-enabled", 0)
      life[notice]["aud"] = .text(life.random.pick("com.example.other", "com.example.App"))
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.wrong-bundle") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      let notice = life.notifyStore(
        "CONSUMPTION_REQUEST", of: purchase.transactionId, purchase.product, at: life.now)
      life[notice]["data"] = .object([
        .init("bundleId", "com.example.other"), .init("environment", .text(Scene.environment)),
      ])
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.wrong-environment") { plot in
      var life = plot.newcomer()
      let purchase = life.buy(by: 0)
      let notice = life.notifyStore(
        "CONSUMPTION_REQUEST", of: purchase.transactionId, purchase.product, at: life.now)
      life[notice]["data"] = .object([
        .init("bundleId", .text(Scene.bundleID)), .init("environment", "Sandbox"),
      ])
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.unknown-type") { plot in
      var life = plot.newcomer()
      let notice = life.notify("consent-paused", 0)
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
  ]

  private static let subjects = [
    Fault("notification.unknown-subject") { plot in
      var life = plot.newcomer()
      life.accounts[0].sub = life.freshSub()
      let notice = life.notify(life.random.pick("email-enabled", "consent-revoked"), 0)
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.unknown-transaction") { plot in
      var life = plot.newcomer()
      let transaction = String(2_000_000_000_000_000 + life.freshNumber())
      let notice = life.notifyStore("ONE_TIME_CHARGE", of: transaction, .small, at: life.now)
      plot.expect(.notification, life.id(notice))
      plot.add(life)
    },
    Fault("notification.mail-while-disabled") { plot in
      var life = plot.newcomer()
      life.notify("email-disabled", 0)
      life.wait(.hour...5 * .day)
      life.mail(0)
      plot.expect(.address, life.accounts[0].email)
      plot.add(life)
    },
  ]
}
