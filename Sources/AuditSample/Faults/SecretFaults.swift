/// Client secrets that Apple refuses, or will.
enum SecretFaults {
  static let all = [
    fault("secret.too-long") { life, call in
      let at = life[call]["at"]?.time ?? 0
      let longest: Int64 = 15_777_000 * .second
      let extra = life.random.pick(Int64.second, .day, 200 * .day)
      if life.random.happens(30) {
        // Without its beginning, the call itself is the earliest it can have been made.
        life[call]["secretIat"] = .null
        life[call]["secretExp"] = .time(at + longest + extra)
      } else {
        life[call]["secretIat"] = .time(at - .minute)
        life[call]["secretExp"] = .time(at - .minute + longest + extra)
      }
    },
    fault("secret.unknown-key", isRegistered: false) { _, _ in },
    fault("secret.expired-in-use") { life, call in
      let at = life[call]["at"]?.time ?? 0
      let late = life.random.pick(61 * Int64.second, .hour, 9 * .day)
      life[call]["secretIat"] = .time(at - late - 5 * .minute)
      life[call]["secretExp"] = .time(at - late)
    },
    fault("secret.wrong-subject") { life, call in
      life[call]["secretSub"] = .text(
        life.random.pick("com.example.App", "com.example.other", "\(Scene.teamID).com.example.app"))
    },
    fault("secret.wrong-issuer") { life, call in
      life[call]["secretIss"] = .text(life.random.pick("com.example.app", "abcde12345"))
    },
    fault("secret.wrong-audience") { life, call in
      life[call]["secretAud"] = .text(
        life.random.pick("https://appleid.apple.com/", "https://account.apple.com"))
    },
    fault("secret.wrong-algorithm") { life, call in
      life[call]["secretAlg"] = .text(life.random.pick("RS256", "HS256", "none"))
    },
  ]

  /// A fault of one secret, with a key of its own, which one or two calls carry.
  private static func fault(
    _ rule: String, isRegistered: Bool = true,
    _ change: @escaping @Sendable (inout Life, RecordID) -> Void
  ) -> Fault {
    Fault(rule) { plot in
      var life = plot.newcomer()
      let digits = String(plot.nextNumber % 100_000)
      let kid = "KEY" + String(repeating: "0", count: 7 - digits.utf8.count) + digits
      if isRegistered { plot.configuration.keyIds.append(kid) }
      let call = life.exchangeCode(0)
      life[call]["secretKid"] = .text(kid)
      life[call]["secretIat"] = life[call]["at"]
      life[call]["secretExp"] = .time((life[call]["at"]?.time ?? 0) + 5 * .minute)
      change(&life, call)
      if life.random.happens(50) {
        let second = life.validate(0)
        for field in ["Kid", "Iss", "Iat", "Exp", "Aud", "Sub", "Alg"] {
          life[second]["secret" + field] = life[call]["secret" + field]
        }
      }
      let seconds = life[call]["secretIat"]?.time.map { String($0 / .second) } ?? ""
      plot.expect(.secret, kid + "@" + seconds)
      plot.add(life)
    }
  }
}
