/// Deletions that stall, forget something or go too far.
enum DeletionFaults {
  static let all = revokes + steps + remains + requests + codes

  private static let revokes = [
    Fault("deletion.missing-revoke") { plot in
      var life = plot.newcomer()
      let deletion = life.delete(0)
      let record = deletion.deletion
      for field in ["unlinkedAt", "unlinkStatus", "revokedAt", "revokeStatus"] {
        life[record][field] = .null
      }
      if let revoke = deletion.revoke {
        // A call from before the request is another story.
        let requestedAt = life[record]["requestedAt"]?.time ?? 0
        life[revoke]["at"] = .time(requestedAt - 2 * .minute)
        if life.random.happens(50) { life.drop(revoke) }
      }
      if life.random.happens(30) { life[record]["completedAt"] = .null }
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.revoke-failed") { plot in
      var life = plot.newcomer()
      let deletion = life.delete(0)
      if let revoke = deletion.revoke {
        life[revoke]["status"] = 503
        life[deletion.deletion]["revokeStatus"] = 503
      } else {
        life[deletion.deletion]["unlinkStatus"] = .integer(life.random.pick(500, 404, 409))
      }
      plot.expect(.deletion, life.id(deletion.deletion))
      plot.add(life)
    },
    Fault("deletion.blocked-by-apple") { plot in
      var life = plot.newcomer()
      life.wait(30 * .day...36 * .day)
      let record = life.askForDeletion(of: 0)
      life.wait(.minute)
      let isExchange = life.random.happens(50)
      life[record][isExchange ? "tokenExchangedAt" : "revokedAt"] = .time(life.now)
      life[record][isExchange ? "tokenExchangeStatus" : "revokeStatus"] = .integer(
        life.random.pick(400, 500, 503))
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
  ]

  private static let steps = [
    Fault("deletion.out-of-order", on: [.speed]) { plot in
      var life = plot.newcomer()
      let record = life.delete(0).deletion
      let unlinkedAt = life[record]["unlinkedAt"]?.time ?? 0
      if life.random.happens(50) {
        life[record]["dataDeletedAt"] = .time(unlinkedAt + 10 * .minute)
        life[record]["completedAt"] = .time(unlinkedAt + 11 * .minute)
      } else {
        life[record]["dataDeletedAt"] = .null
      }
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.stalled") { plot in
      var life = plot.newcomer()
      let record = life.askForDeletion(of: 0, channel: life.random.pick("app", "web"))
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.unconfirmed") { plot in
      var life = plot.newcomer()
      let record = life.delete(0).deletion
      let erasedAt = life[record]["dataDeletedAt"]?.time ?? 0
      life[record]["confirmedAt"] =
        life.random.happens(50) ? .null : .time(erasedAt + 5 * .minute)
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
  ]

  private static let remains = [
    Fault("deletion.data-remains") { plot in
      var life = plot.newcomer()
      let row = life.makeRow(0)
      let kept = life[row]
      life.delete(0)
      let remains = life.add(kept)
      if life.random.happens(30) { life[remains]["createdAt"] = .null }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("deletion.session-survives") { plot in
      var life = plot.newcomer()
      let session = life.signIn(0).session
      life.delete(0)
      life[session]["endedAt"] = .null
      life[session]["endReason"] = .null
      life[session]["lastUsedAt"] = .time(life.now + 10 * .minute)
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("deletion.account-resurrected") { plot in
      var life = plot.newcomer()
      life.delete(0)
      life.wait(2 * .hour...2 * .day)
      if life.random.happens(50) {
        life.signIn(0)
      } else {
        let again = life.arrive(sub: life.accounts[0].sub)
        let session = life.all(.sessions, of: again)[0]
        life[session]["isNewAccount"] = false
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("deletion.ledger-after") { plot in
      var life = plot.newcomer()
      life.delete(0)
      life.wait(.hour)
      life.book(.gift, .credit, for: 0, key: life.fresh("gift"))
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
  ]

  private static let requests = [
    Fault("deletion.not-in-app") { plot in
      var life = plot.newcomer()
      let record = life.delete(0, channel: life.random.pick("email", "support")).deletion
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.by-consent-revoked") { plot in
      var life = plot.newcomer()
      life.revokeConsent(0)
      let record = life.delete(0, channel: "notification").deletion
      if life.random.happens(30) { life[record]["appleSub"] = .null }
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.loss-not-disclosed") { plot in
      var life = plot.newcomer()
      life.buy(by: 0)
      let record = life.delete(0).deletion
      life[record]["lossDisclosed"] = life.random.pick(false, .null)
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.subscription-notice-missing") { plot in
      var life = plot.newcomer()
      let record = life.delete(0).deletion
      life[record]["hasActiveSubscription"] = true
      life[record]["subscriptionNoticeShown"] = life.random.pick(false, .null)
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
    Fault("deletion.wrong-apple-account") { plot in
      var life = plot.newcomer()
      let record = life.delete(0).deletion
      life[record]["appleSub"] = .text(life.accounts[0].sub ?? "")
      life[record]["idTokenSub"] = .text(life.freshSub())
      plot.expect(.deletion, life.id(record))
      plot.add(life)
    },
  ]

  private static let codes = [
    Fault("deletion.stale-code") { plot in
      var life = plot.newcomer()
      if plot.scene.platform == .speed && life.random.happens(50) {
        let record = life.delete(0).deletion
        let exchangedAt = life[record]["dataDeletedAt"]?.time ?? 0
        life[record]["codeIssuedAt"] = .time(exchangedAt - 7 * .minute)
        life[record]["tokenExchangedAt"] = .time(exchangedAt)
        life[record]["tokenExchangeStatus"] = 200
        plot.expect(.deletion, life.id(record))
      } else {
        let call = life.exchangeCode(0)
        life[call]["codeIssuedAt"] = .time((life[call]["at"]?.time ?? 0) - 7 * .minute)
        plot.expect(.applecall, life.id(call))
      }
      plot.add(life)
    },
    Fault("deletion.code-reused") { plot in
      var life = plot.newcomer()
      let first = life.exchangeCode(0)
      plot.expect(.code, life[first]["codeHash"]?.text ?? "")
      if plot.scene.platform == .speed && life.random.happens(50) {
        life.wait(.hour)
        let record = life.delete(0).deletion
        life[record]["codeHash"] = life[first]["codeHash"]
        life[record]["tokenExchangedAt"] = .time(life.now)
        life[record]["tokenExchangeStatus"] = 200
        plot.add(life)
        return
      }
      life.wait(life.random.happens(50) ? 10 * .second : 2 * .minute)
      let second = life.exchangeCode(0)
      life[second]["codeHash"] = life[first]["codeHash"]
      life[second]["codeIssuedAt"] = life[first]["codeIssuedAt"]
      plot.add(life)
    },
  ]
}
