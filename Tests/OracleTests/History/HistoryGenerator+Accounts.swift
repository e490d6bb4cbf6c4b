extension HistoryGenerator {
  /// Sessions of everybody, and some of the users table.
  mutating func addAccounts() {
    for user in users {
      let isSpeed = user.hasPrefix("s")
      for index in 0..<random.number(in: 0...4) {
        let at = ownMoment()
        let isFirst = index == 0
        let method = random.pick(
          isSpeed ? ["speed", "speed", "apple"] : ["apple", "apple", "google"])
        drafts.append(
          DraftRecord(
            "sessions",
            [
              ("id", .text("ses\(number())")), ("at", .time(at)), ("userId", .text(user)),
              ("appUserUUID", .words(maybe(75, uuidSpelled(random.chance(95) ? user : "zz")))),
              ("method", .words(maybe(90, method))),
              ("isNewAccount", .flag(maybe(85, isFirst && random.chance(70)))),
              ("isLocalUser", .flag(maybe(80, isSpeed == random.chance(10)))),
              ("lastUsedAt", .moment(maybe(60, random.chance(50) ? moment() : near(at)))),
              ("endedAt", .moment(maybe(30, moment()))),
              ("endReason", .words(maybe(20, random.pick(["linked", "sign-out"])))),
              ("appleSub", .words(maybe(method == "apple" ? 85 : 3, sub(of: user)))),
              ("tokenId", .words(maybe(50, "tok\(random.below(6))"))),
            ]))
      }
      if random.chance(25) {
        drafts.append(
          DraftRecord(
            "accounts",
            [
              ("userId", .text(user)), ("appleSub", .words(maybe(30, sub(of: user)))),
              ("createdAt", .moment(maybe(60, moment()))), ("method", .words(maybe(40, "apple"))),
              ("isLocalUser", .flag(maybe(40, !isSpeed))),
              ("appUserUUID", .words(maybe(60, uuidSpelled(user)))),
            ]))
      }
    }
  }

  mutating func uuidSpelled(_ user: String) -> String {
    random.chance(30) ? uuid(of: user).uppercased() : uuid(of: user)
  }

  /// Link calls of all sorts, several of a pair, several merges in a row.
  mutating func addLinks() {
    for _ in 0..<random.number(in: 0...5) {
      var previous = drafts.last { $0.stream == "links" }
      var isRetry = false
      if case .number(409) = previous?["status"] { isRetry = random.chance(60) }
      if !isRetry, random.chance(50) { previous = nil }
      let caller = previous?.text("localUserId") ?? random.pick(users)
      let other = previous?.text("speedUserId") ?? random.pick(users)
      guard caller != other else { continue }
      let keep = random.pick(isRetry ? ["speed", "local"] : ["speed", "speed", "local", nil, nil])
      // An account that went into another does not take that one in later.
      if keep == "speed", isMerged(other, into: caller) { continue }
      let isConflict = keep == nil && random.chance(40)
      let refusal: Int64 = random.chance(80) ? 409 : 500
      let survivor = keep == "speed" ? other : caller
      let at = isRetry ? linkMoment(after: previous?.time("at")) : ownMoment()
      drafts.append(
        DraftRecord(
          "links",
          [
            ("id", .text("lnk\(number())")), ("at", .time(at)), ("localUserId", .text(caller)),
            ("speedUserId", .words(maybe(92, other))), ("keep", .words(keep)),
            ("status", .number(isConflict ? refusal : random.pick([200, 200, 201]))),
            ("error", .words(isConflict && random.chance(85) ? "app_data_conflict" : nil)),
            ("previousUserId", .words(keep == "speed" ? maybe(50, caller) : nil)),
            (
              "newUserId",
              .words(isConflict ? nil : maybe(85, random.chance(95) ? survivor : other))
            ),
            (
              "newAppUserUUID",
              .words(
                isConflict ? nil : maybe(70, uuidSpelled(random.chance(90) ? survivor : other)))
            ),
            ("speedTokenId", .words(maybe(70, "tok\(random.below(6))"))),
            ("confirmedAt", .moment(maybe(60, near(at)))),
          ]))
    }
  }

  private mutating func linkMoment(after time: Int64?) -> Int64 {
    guard let time else { return ownMoment() }
    var result = laterThan(time)
    while !takenTimes.insert(result).inserted { result += PlainValues.second }
    return result
  }

  private func isMerged(_ p: String, into s: String) -> Bool {
    var reached: Set<String> = [p]
    for _ in drafts {
      for link in drafts where link.stream == "links" && link.text("keep") == "speed" {
        if let from = link.text("localUserId"), reached.contains(from) {
          // Without one of the two names the other says who survives.
          for name in ["newUserId", "speedUserId"] {
            link.text(name).map { _ = reached.insert($0) }
          }
        }
      }
    }
    return reached.contains(s)
  }
}
