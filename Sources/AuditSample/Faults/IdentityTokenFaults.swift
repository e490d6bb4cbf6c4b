/// Identity tokens believed too easily.
enum IdentityTokenFaults {
  static let all = claims + nonces + repeats

  /// An accepted token of a newcomer: that of the first sign-in, or of a later one.
  private static func token(_ life: inout Life) -> RecordID {
    if life.random.happens(50) {
      life.wait(.hour...9 * .day)
      life.signIn(0)
    }
    let tokens = life.all(.attempts)
    return tokens[tokens.count - 1]
  }

  /// A fault of one token, which is the finding's subject.
  private static func fault(
    _ rule: String, _ change: @escaping @Sendable (inout Life, RecordID) -> Void
  ) -> Fault {
    Fault(rule) { plot in
      var life = plot.newcomer()
      let token = token(&life)
      change(&life, token)
      plot.expect(.attempt, life.id(token))
      plot.add(life)
    }
  }

  private static let claims = [
    fault("identity.wrong-issuer") { life, token in
      life[token]["iss"] = .text(
        life.random.pick(
          "https://account.apple.com", "https://appleid.apple.com/", "https://issuer.example"))
    },
    fault("identity.wrong-audience") { life, token in
      life[token]["aud"] = .text(
        life.random.pick("com.example.App", "host.exp.Exponent", "com.example.app.beta"))
    },
    fault("identity.expired-token") { life, token in
      let at = life[token]["at"]?.time ?? 0
      let late = life.random.pick(61 * Int64.second, .hour, 3 * .day)
      life[token]["exp"] = .time(at - late)
      life[token]["iat"] = .time(at - late - 10 * .minute)
    },
    fault("identity.issued-in-future") { life, token in
      let at = life[token]["at"]?.time ?? 0
      let early = life.random.pick(61 * Int64.second, 5 * .minute, .day)
      life[token]["iat"] = .time(at + early)
      life[token]["exp"] = .time(at + early + .day)
    },
    fault("identity.bad-signature") { life, token in life[token]["signature"] = "invalid" },
    fault("identity.wrong-algorithm") { life, token in
      life[token]["alg"] = .text(life.random.pick("HS256", "ES256", "none"))
      life[token]["signature"] = "valid"
    },
    fault("identity.unknown-key") { life, token in
      life[token]["kid"] = .text(life.random.pick("APPLEKEY99", "applekey01"))
      life[token]["signature"] = "unchecked"
    },
  ]

  private static let nonces = [
    fault("identity.no-nonce") { life, token in
      if life.random.happens(50) {
        life[token]["nonce"] = .null
      } else {
        life[token]["rawNonce"] = .null
        life[token]["rawNonceSHA256"] = .null
      }
    },
    fault("identity.nonce-mismatch") { life, token in
      let raw = life.random.hex(64)
      let digest = SHA256.hex(raw)
      let isHashOnly = life.random.happens(30)
      life[token]["rawNonce"] = isHashOnly ? .null : .text(raw)
      life[token]["rawNonceSHA256"] = isHashOnly ? .text(digest) : .null
      life[token]["nonce"] = .text(mistaken(raw, digest, &life.random))
    },
    fault("identity.weak-nonce") { life, token in
      // Thirty-two bytes may be fewer characters.
      let raw =
        life.random.happens(50)
        ? life.random.hex(31) : "é" + life.random.hex(30)
      life[token]["rawNonce"] = .text(raw)
      life[token]["rawNonceSHA256"] = .null
      life[token]["nonce"] = .text(SHA256.hex(raw))
    },
  ]

  /// A claim as clients get it wrong.
  private static func mistaken(
    _ raw: String, _ digest: String, _ random: inout Random
  ) -> String {
    switch random.number(1...5) {
    case 1: Base64URL.text(ofHex: digest)
    case 2: digest.uppercased()
    case 3: raw
    case 4: SHA256.hex(digest)
    default: random.hex(64)
    }
  }

  private static let repeats = [
    Fault("identity.nonce-replayed") { plot in
      var life = plot.newcomer()
      let first = life.all(.attempts)[0]
      for _ in 0..<life.random.number(1...2) {
        life.wait(.minute...2 * .day)
        guard let again = life.signIn(0).attempt else { continue }
        for field in ["nonce", "rawNonce", "rawNonceSHA256"] {
          life[again][field] = life[first][field]
        }
      }
      plot.expect(.nonce, life[first]["nonce"]?.text ?? "")
      plot.add(life)
    },
    Fault("identity.session-without-attempt") { plot in
      var life = plot.newcomer()
      let signIn = life.signIn(0)
      if let attempt = signIn.attempt {
        if life.random.happens(50) {
          life[attempt]["sessionId"] = .null
        } else {
          life.drop(attempt)
        }
      }
      plot.expect(.session, life.id(signIn.session))
      plot.add(life)
    },
    Fault("identity.session-from-refused") { plot in
      var life = plot.newcomer()
      let signIn = life.signIn(0)
      if let attempt = signIn.attempt {
        life[attempt]["outcome"] = "rejected"
        life[attempt]["reason"] = "wrong audience"
        life[attempt]["aud"] = "com.example.other"
      }
      plot.expect(.session, life.id(signIn.session))
      // All attempts are exported, and none that was accepted names it.
      plot.expect("identity.session-without-attempt", .session, life.id(signIn.session))
      plot.add(life)
    },
    Fault("identity.subject-mismatch") { plot in
      var life = plot.newcomer()
      let token = token(&life)
      let session = life[token]["sessionId"]?.text ?? ""
      life[token]["sub"] = .text(life.freshSub())
      plot.expect(.session, session)
      plot.add(life)
    },
  ]
}
