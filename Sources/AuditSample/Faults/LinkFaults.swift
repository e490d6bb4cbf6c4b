/// Links of all three kinds gone wrong.
enum LinkFaults {
  static let all = keptLocal + merges + answers + callers

  private static let keptLocal = [
    Fault("link.orphaned-rows") { plot in
      var life = plot.pair()
      let row = life.makeRow(0)
      let kept = life[row]
      life.keepLocal(1, 0)
      let orphan = life.add(kept)
      if life.random.happens(30) { life[orphan]["createdAt"] = .null }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("link.unreachable-account-used") { plot in
      var life = plot.pair()
      life.keepLocal(1, 0)
      life.wait(.hour)
      if life.random.happens(50) {
        life.signIn(0)
      } else {
        life.book(.gift, .credit, for: 0, key: life.fresh("gift"))
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("link.session-dropped") { plot in
      var life = plot.newcomer()
      let session = life.signIn(0).session
      let link = life.linkPlainly(0).link
      let linkedAt = life[link]["at"]?.time ?? 0
      if life.random.happens(50) {
        life[session]["endedAt"] = .time(linkedAt + 20 * .second)
        life[session]["endReason"] = "replaced"
      } else {
        life[session]["endedAt"] = .time(linkedAt + 2 * .hour)
        life[session]["endReason"] = "linked"
      }
      plot.expect(.session, life.id(session))
      plot.add(life)
    },
  ]

  private static let merges = [
    Fault("link.rows-left-behind") { plot in
      var life = plot.pair()
      let row = life.makeRow(1)
      let kept = life[row]
      life.keepSpeed(1, 0)
      life.add(kept)
      plot.expect(.user, life.accounts[1].userId)
      plot.add(life)
    },
    Fault("link.previous-session-used") { plot in
      var life = plot.pair()
      life.keepSpeed(1, 0)
      life.wait(.hour)
      if life.random.happens(50) {
        let session = life.signIn(1).session
        life[session]["isLocalUser"] = false
        life[session]["linkSuggestion"] = nil
      } else {
        let session = life.all(.sessions, of: 1)[0]
        life[session]["endedAt"] = .null
        life[session]["endReason"] = .null
        life[session]["lastUsedAt"] = .time(life.now)
      }
      plot.expect(.user, life.accounts[1].userId)
      plot.add(life)
    },
    Fault("link.merge-without-identifiers") { plot in
      var life = plot.pair()
      let link = life.keepSpeed(1, 0).link
      life[link][life.random.pick("newUserId", "newAppUserUUID")] = .null
      plot.expect(.link, life.id(link))
      plot.add(life)
    },
    Fault("link.balance-not-merged") { plot in
      var life = plot.pair()
      let before = life.accounts[0].balance
      let link = life.keepSpeed(1, 0)
      if life.random.happens(30) { life.moveHistory(from: 1, to: 0) }
      if let row = link.mergeIn, let amount = life[row]["amount"]?.amount {
        if life.random.happens(50) {
          life.drop(row)
          life.accounts[0].balance = before
        } else {
          life[row]["amount"] = .amount(amount / 2)
          life[row]["balanceAfter"] = .amount(before + amount / 2)
        }
      }
      plot.expect(.user, life.accounts[1].userId)
      plot.add(life)
    },
    Fault("link.ledger-after-merge") { plot in
      var life = plot.pair()
      let link = life.keepSpeed(1, 0)
      life.wait(.hour)
      if link.mergeOut != nil && life.random.happens(50) {
        let row = life.book(.usage, 0, for: 1, startedAt: life.now - .minute)
        plot.expect("ledger.spend-while-empty", .adjustment, life.id(row))
      } else {
        life.book(.gift, .credit, for: 1, key: life.fresh("gift"))
      }
      plot.expect(.user, life.accounts[1].userId)
      plot.add(life)
    },
    Fault("link.unfinished-purchases") { plot in
      var life = plot.pair()
      let purchase = life.buy(by: 1)
      let link = life.keepSpeed(1, 0).link
      let mergedAt = life[link]["at"]?.time ?? 0
      if life.random.happens(30) {
        life[purchase.record]["finishedAt"] = .null
        plot.expect("purchase.unfinished", .transaction, purchase.transactionId)
      } else {
        life[purchase.record]["finishedAt"] = .time(mergedAt + .hour)
      }
      if life.random.happens(30) {
        life[purchase.record]["userId"] = .null
        life[purchase.record]["appAccountToken"] = .text(life.accounts[1].uuid)
      }
      plot.expect(.user, life.accounts[1].userId)
      plot.add(life)
    },
  ]

  private static let answers = [
    Fault("link.identifiers-changed") { plot in
      var life = plot.pair()
      let isPlain = life.random.happens(50)
      let link = isPlain ? life.linkPlainly(1).link : life.keepLocal(1, 0).link
      if life.random.happens(50) {
        life[link]["newUserId"] = .text(life.fresh("usr"))
      } else {
        life[link]["newAppUserUUID"] = .text(life.random.uuid())
        // The contract doesn't say whether a link's answer tells an account's UUID.
        plot.allow("session.uuid-changed", life.accounts[1].userId)
      }
      plot.expect(.link, life.id(link))
      plot.add(life)
    },
    Fault("link.conflict-not-raised") { plot in
      var life = plot.pair(buying: plot.random.happens(50) ? .small : nil)
      if life.random.happens(30) {
        // A row alone is data as well.
        for session in life.all(.sessions, of: 0) { life.drop(session) }
        for row in life.all(.accounts, of: 0) { life.drop(row) }
        if life.all(.ledger, of: 0).isEmpty {
          life.add(
            .rows,
            [
              ("table", "chats"), ("rowId", .text(String(life.freshNumber()))),
              ("userId", .text(life.accounts[0].userId)), ("createdAt", .time(life.now)),
            ])
        }
      }
      let link = life.linkPlainly(1, to: life.accounts[0].userId).link
      plot.expect(.link, life.id(link))
      plot.add(life)
    },
    Fault("link.conflict-unresolved") { plot in
      var life = plot.pair()
      life.use(1)
      let refused = life.linkRecord(
        1, speedUserId: life.accounts[0].userId, tokenId: life.freshHash(), status: 409)
      life[refused]["error"] = "app_data_conflict"
      life.wait(.hour)
      if life.random.happens(30) { life.linkPlainly(1) }
      plot.expect(.link, life.id(refused))
      plot.add(life)
    },
    Fault("link.not-confirmed") { plot in
      var life = plot.pair()
      let hasConflict = life.random.happens(50)
      let link =
        life.random.happens(50)
        ? life.keepSpeed(1, 0, afterConflict: hasConflict)
        : life.keepLocal(1, 0, afterConflict: hasConflict)
      let linkedAt = life[link.link]["at"]?.time ?? 0
      life[link.link]["confirmedAt"] = life.random.happens(50) ? .null : .time(linkedAt + .hour)
      plot.expect(.link, life.id(link.link))
      plot.add(life)
    },
    Fault("link.retry-other-token") { plot in
      var life = plot.pair()
      let link = life.random.happens(50) ? life.keepSpeed(1, 0) : life.keepLocal(1, 0)
      life[link.link]["speedTokenId"] = .text(life.freshHash())
      plot.expect(.link, life.id(link.link))
      plot.add(life)
    },
  ]

  private static let callers = [
    Fault("link.already-linked") { plot in
      var life = plot.newcomer()
      life.linkPlainly(0)
      life.wait(.hour...9 * .day)
      if life.random.happens(50) {
        life.linkPlainly(0)
      } else {
        let other = life.arrive(by: .speed)
        life.wait(.hour)
        if life.random.happens(50) { life.keepLocal(0, other) } else { life.keepSpeed(0, other) }
      }
      plot.expect(.user, life.accounts[0].userId)
      plot.add(life)
    },
    Fault("link.caller-not-local") { plot in
      var life = plot.newcomer()
      let session = life.signIn(0).session
      life[session]["isLocalUser"] = false
      life[session]["linkSuggestion"] = nil
      let link = life.linkPlainly(0).link
      plot.expect(.link, life.id(link))
      plot.add(life)
    },
  ]
}
