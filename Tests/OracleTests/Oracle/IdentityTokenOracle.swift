/// Rules of the area identity about the tokens that were presented.
struct IdentityTokenOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    var nonces: [String: Int] = [:]
    for attempt in words.records.attempts {
      if attempt.isAccepted {
        accepted(attempt, &report)
        if let nonce = attempt.nonce { nonces[nonce, default: 0] += 1 }
      } else {
        refused(attempt, &report)
      }
    }
    // identity.nonce-replayed: "one nonce claim in more than one accepted attempt".
    for (nonce, count) in nonces where count > 1 {
      report.fire("identity.nonce-replayed", "nonce", nonce)
    }
  }

  private func accepted(_ attempt: AttemptRecord, _ report: inout OracleReport) {
    let configuration = words.configuration
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("identity." + rule, "attempt", attempt.id) }
    }
    // identity.wrong-issuer: "accepted, `iss` not in `policy.issuers`"; quiet: "iss absent".
    fire("wrong-issuer", when: attempt.iss.map { !configuration.issuers.contains($0) } ?? false)
    // identity.wrong-audience: "`aud` not in bundleIds or servicesIds (exact, case counts)".
    if let clients = configuration.clientIds {
      fire("wrong-audience", when: attempt.aud.map { !clients.contains($0) } ?? false)
    }
    // identity.expired-token: "accepted at > exp + skew".
    fire("expired-token", when: attempt.exp.map { attempt.at > $0 + words.skew } ?? false)
    // identity.issued-in-future: "accepted, iat > at + skew".
    fire("issued-in-future", when: attempt.iat.map { $0 > attempt.at + words.skew } ?? false)
    // identity.bad-signature: "accepted, `signature` is invalid".
    fire("bad-signature", when: attempt.signature == "invalid")
    // identity.wrong-algorithm: "accepted, alg is not RS256"; quiet: "alg absent".
    fire("wrong-algorithm", when: attempt.alg.map { $0 != "RS256" } ?? false)
    // identity.unknown-key: "accepted, kid not in `app/jwks.json`".
    if let keys = words.records.keyIds {
      fire("unknown-key", when: attempt.kid.map { !keys.contains($0) } ?? false)
    }
    // identity.no-nonce: "accepted, nonce claim absent, or both rawNonce and rawNonceSHA256 absent".
    let hasRaw = attempt.rawNonce != nil || attempt.rawNonceSHA256 != nil
    fire("no-nonce", when: attempt.nonce == nil || !hasRaw)
    // identity.nonce-mismatch: "accepted, claim differs from the lower-case hex SHA-256 of the raw
    // nonce".
    if let claim = attempt.nonce,
      let hash = attempt.rawNonce.map(SHA256.hex) ?? attempt.rawNonceSHA256
    {
      fire("nonce-mismatch", when: claim != hash)
    }
    // identity.weak-nonce: "accepted, rawNonce shorter than 32 characters".
    fire("weak-nonce", when: attempt.rawNonce.map { $0.unicodeScalars.count < 32 } ?? false)
  }

  private func refused(_ attempt: AttemptRecord, _ report: inout OracleReport) {
    func fire(_ rule: String, when holds: Bool) {
      if holds { report.fire("identity." + rule, "attempt", attempt.id) }
    }
    // identity.refused-without-reason: "rejected, no reason and no clientError".
    fire("refused-without-reason", when: attempt.reason == nil && attempt.clientError == nil)
    // identity.refused-without-email: "rejected, email absent, the reason has the word email".
    fire(
      "refused-without-email",
      when: attempt.email == nil && OracleWords.hasWord(attempt.reason, among: ["email"]))
    // identity.stale-keys: "rejected, the reason has the word key, kid or signature, while the kid
    // is in `app/jwks.json`"; quiet: "the attempt's signature is `invalid`".
    if let keys = words.records.keyIds, let kid = attempt.kid {
      fire(
        "stale-keys",
        when: OracleWords.hasWord(attempt.reason, among: ["key", "kid", "signature"])
          && keys.contains(kid) && attempt.signature != "invalid")
    }
    // identity.cancel-as-failure: "rejected with clientError 1001, `canceled` or
    // `ERR_REQUEST_CANCELED`".
    let canceled = ["1001", "canceled", "ERR_REQUEST_CANCELED"]
    fire("cancel-as-failure", when: attempt.clientError.map(canceled.contains) ?? false)
  }
}
