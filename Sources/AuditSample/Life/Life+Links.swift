/// What a call of the link endpoint left.
struct Link: Sendable {
  let link: RecordID
  /// The refused call before it, where there was a conflict.
  var conflict: RecordID?
  /// The hash of the Speed token that both calls carried.
  let tokenId: String
  /// The rows that moved the balance in a merge.
  var mergeOut: RecordID?
  var mergeIn: RecordID?
}

/// Links of the three kinds.
extension Life {
  /// A call of the link endpoint as it is answered without a conflict.
  mutating func linkRecord(
    _ local: AccountID, speedUserId: String, tokenId: String, status: Int64 = 200
  ) -> RecordID {
    add(
      .links,
      [
        ("id", .text(fresh("lnk"))), ("at", .time(now)),
        ("localUserId", .text(accounts[local].userId)), ("speedUserId", .text(speedUserId)),
        ("keep", .null), ("status", .integer(status)), ("error", .null),
        ("previousUserId", .null), ("newUserId", .null), ("newAppUserUUID", .null),
        ("speedTokenId", .text(tokenId)), ("confirmedAt", .null),
      ])
  }

  /// Links a local account with a Speed account that was never in this app: a new one where nil.
  @discardableResult
  mutating func linkPlainly(_ local: AccountID, to speedUserId: String? = nil) -> Link {
    use(local)
    wait(5 * .minute...20 * .minute)
    let tokenId = freshHash()
    let link = linkRecord(local, speedUserId: speedUserId ?? fresh("spd"), tokenId: tokenId)
    self[link]["newUserId"] = .text(accounts[local].userId)
    self[link]["newAppUserUUID"] = .text(accounts[local].uuid)
    accounts[local].isLocal = false
    wait(5 * .minute...20 * .minute)
    return Link(link: link, tokenId: tokenId)
  }

  /// A call that the platform refuses for another reason than a conflict.
  mutating func refusedLink(_ local: AccountID) {
    use(local)
    let link = linkRecord(local, speedUserId: fresh("spd"), tokenId: freshHash(), status: 401)
    self[link]["error"] = "invalid_token"
    wait(.minute...5 * .minute)
  }

  /// Both accounts hold data: the platform refuses, the user sees what is given up and agrees.
  private mutating func raiseConflict(
    _ local: AccountID, _ speed: AccountID, isRaised: Bool
  ) -> (conflict: RecordID?, tokenId: String) {
    use(local)
    wait(5 * .minute...20 * .minute)
    let tokenId = freshHash()
    guard isRaised else { return (nil, tokenId) }
    let conflict = linkRecord(
      local, speedUserId: accounts[speed].userId, tokenId: tokenId, status: 409)
    self[conflict]["error"] = "app_data_conflict"
    wait(60 * .second...180 * .second)
    guard habits.hasSlowDecisions && now < scene.to - 5 * .day else { return (conflict, tokenId) }
    wait(25 * .hour...40 * .hour)
    use(local)
    wait(5 * .minute)
    return (conflict, freshHash())
  }

  /// Keeps the Speed account: the local one is merged into it and goes.
  @discardableResult
  mutating func keepSpeed(
    _ local: AccountID, _ speed: AccountID, afterConflict: Bool = true
  ) -> Link {
    let raised = raiseConflict(local, speed, isRaised: afterConflict)
    let link = linkRecord(
      local, speedUserId: accounts[speed].userId, tokenId: raised.tokenId)
    self[link]["keep"] = "speed"
    self[link]["previousUserId"] = .text(accounts[local].userId)
    self[link]["newUserId"] = .text(accounts[speed].userId)
    self[link]["newAppUserUUID"] = .text(accounts[speed].uuid)
    self[link]["confirmedAt"] = .time(now - 20 * .second)
    var result = Link(link: link, conflict: raised.conflict, tokenId: raised.tokenId)
    close(local, reason: "merged")
    accounts[speed].sub = accounts[local].sub
    wait(.second...3 * .second)
    moveBalance(from: local, to: speed, in: &result)
    wait(5 * .minute...20 * .minute)
    return result
  }

  private mutating func moveBalance(
    from local: AccountID, to speed: AccountID, in link: inout Link
  ) {
    let amount = accounts[local].balance
    guard amount > 0 else { return }
    let key = random.happens(50) ? "merge-" + id(link.link) : nil
    if random.happens(70) {
      link.mergeOut = book(.mergeOut, amount, for: local, key: key)
      wait(.second)
    }
    link.mergeIn = book(.mergeIn, amount, for: speed, key: key)
  }

  /// The platform moves the adjustment history of a merged account to the survivor.
  mutating func moveHistory(from local: AccountID, to speed: AccountID) {
    for row in all(.ledger, of: local) {
      self[row]["movedFrom"] = .text(accounts[local].userId)
      self[row]["userId"] = .text(accounts[speed].userId)
    }
  }

  /// Keeps the local account: nobody reaches the Speed account's data in this app any more.
  @discardableResult
  mutating func keepLocal(
    _ local: AccountID, _ speed: AccountID, afterConflict: Bool = true
  ) -> Link {
    let raised = raiseConflict(local, speed, isRaised: afterConflict)
    let link = linkRecord(
      local, speedUserId: accounts[speed].userId, tokenId: raised.tokenId)
    self[link]["keep"] = "local"
    self[link]["newUserId"] = .text(accounts[local].userId)
    self[link]["newAppUserUUID"] = .text(accounts[local].uuid)
    self[link]["confirmedAt"] = .time(now - 20 * .second)
    close(speed, reason: "unlinked")
    accounts[local].isLocal = false
    wait(.second...3 * .second)
    if accounts[speed].balance > 0 && random.happens(50) {
      book(.forfeit, accounts[speed].balance, for: speed)
    }
    wait(5 * .minute...20 * .minute)
    return Link(link: link, conflict: raised.conflict, tokenId: raised.tokenId)
  }

  /// An account goes now: its sessions end, its data is cleaned up.
  mutating func close(_ who: AccountID, reason: String) {
    endSessions(of: who, reason: reason)
    for row in all(.rows, of: who) { drop(row) }
    for row in all(.accounts, of: who) { drop(row) }
    accounts[who].isGone = true
  }
}
