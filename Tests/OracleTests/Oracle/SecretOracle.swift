/// Rules of the area secret: the client secrets that calls were made with.
struct SecretOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    let configuration = words.configuration
    for call in words.records.applecalls {
      // "`secret` = `<kid>@<iat in seconds>` (a missing part is empty)".
      let iat = call.secretIat.map { String($0 / PlainValues.second) } ?? ""
      let secret = (call.secretKid ?? "") + "@" + iat
      func fire(_ rule: String, when holds: Bool) {
        if holds { report.fire("secret." + rule, "secret", secret) }
      }
      let lifetime = configuration.clientSecretLifetime
      // secret.too-long: "secretExp - secretIat, or secretExp - at of a call, >
      // clientSecretLifetime".
      if let exp = call.secretExp {
        let isLong = call.secretIat.map { exp - $0 > lifetime } ?? false
        fire("too-long", when: isLong || exp - call.at > lifetime)
        // secret.expired-in-use: "a call later than secretExp + skew".
        fire("expired-in-use", when: call.at > exp + words.skew)
      }
      // secret.unknown-key: "secretKid not in `app.keyIds`"; "keyIds not given: not evaluated".
      if let kid = call.secretKid, let keys = configuration.keyIds {
        fire("unknown-key", when: !keys.contains(kid))
      }
      // secret.wrong-subject: "secretSub not in bundleIds or servicesIds (case counts)".
      if let sub = call.secretSub, let clients = configuration.clientIds {
        fire("wrong-subject", when: !clients.contains(sub))
      }
      // secret.wrong-issuer: "secretIss is not teamId".
      if let iss = call.secretIss, let team = configuration.teamId {
        fire("wrong-issuer", when: iss != team)
      }
      // secret.wrong-audience: "secretAud is not `https://appleid.apple.com`".
      if let aud = call.secretAud {
        fire("wrong-audience", when: aud != "https://appleid.apple.com")
      }
      // secret.wrong-algorithm: "secretAlg is not ES256".
      if let alg = call.secretAlg { fire("wrong-algorithm", when: alg != "ES256") }
    }
    if configuration.keyIds == nil { report.notEvaluated("secret.unknown-key") }
    if configuration.clientIds == nil { report.notEvaluated("secret.wrong-subject") }
    if configuration.teamId == nil { report.notEvaluated("secret.wrong-issuer") }
  }
}
