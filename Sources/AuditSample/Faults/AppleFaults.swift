/// Calls of Apple's token endpoints that Apple refuses, or that are made too often.
enum AppleFaults {
  static let all = [
    refused("apple.invalid-client", "invalid_client"),
    refused("apple.invalid-grant", "invalid_grant"),
    Fault("apple.validated-too-often") { plot in
      var life = plot.newcomer()
      let isWithoutSub = life.random.happens(50)
      for _ in 0..<life.random.number(2...4) {
        life.wait(life.random.pick(Int64.hour, .day - 12 * .second, 20 * .minute))
        let call = life.validate(0)
        if isWithoutSub { life[call]["sub"] = .null }
      }
      if isWithoutSub {
        plot.expect(.user, life.accounts[0].userId)
      } else {
        plot.expect(.sub, life.accounts[0].sub ?? "")
      }
      plot.add(life)
    },
  ]

  private static func refused(_ rule: String, _ error: String) -> Fault {
    Fault(rule) { plot in
      var life = plot.newcomer()
      let call: RecordID
      switch life.random.number(1...3) {
      case 1: call = life.exchangeCode(0)
      case 2: call = life.validate(0)
      default: call = life.appleCall("revoke", 0)
      }
      life[call]["status"] = 400
      life[call]["error"] = .text(error)
      plot.expect(.applecall, life.id(call))
      plot.add(life)
    }
  }
}
