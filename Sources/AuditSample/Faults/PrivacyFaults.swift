/// Secrets where none belongs: in a field of a stream, known or not, in the app's files, or beside.
enum PrivacyFaults {
  static let all = [
    Fault("privacy.raw-token") { plot in
      var life = plot.newcomer()
      let place = place(in: &life, &plot)
      plot.expect(.file, place)
      plot.add(life)
    }
  ]

  /// Leaves a secret somewhere.
  ///
  /// - Returns: The place as a finding names it.
  private static func place(in life: inout Life, _ plot: inout Plot) -> String {
    let session = life.signIn(0).session
    switch life.random.number(1...8) {
    case 1:
      life[session]["tokenId"] = .text(jwt(&life.random))
      return "sessions.ndjson#tokenId"
    case 2:
      let refused = life.refusedAttempt(0)
      life[refused]["reason"] = .text("wrong audience: " + jwt(&life.random))
      life[refused]["aud"] = "host.exp.Exponent"
      life[refused]["signature"] = "valid"
      return "attempts.ndjson#reason"
    case 3:
      let call = life.validate(0)
      life[call]["appleRefreshToken"] = .text(refreshToken(&life.random))
      return "applecalls.ndjson#appleRefreshToken"
    case 4:
      life[session]["headers"] = .object([
        .init("X-Speed-App-Key", .text(life.random.hex(40)))
      ])
      return "sessions.ndjson#headers.X-Speed-App-Key"
    case 5:
      let call = life.validate(0)
      life[call]["clientSecret"] = .text(life.random.hex(20))
      return "applecalls.ndjson#clientSecret"
    case 6:
      let row = life.makeRow(0)
      life[row]["devices"] = .list([
        .object([.init("pushToken", "none")]),
        .object([.init("pushToken", .text(jwt(&life.random)))]),
      ])
      return "rows.ndjson#devices.pushToken"
    case 7:
      plot.appFiles["app/Info.plist"] = AppFiles.infoPlist(
        schemes: [Scene.urlScheme],
        adding: [("appKey", "<string>\(life.random.hex(40))</string>")])
      return "app/Info.plist#appKey"
    default:
      plot.otherFiles["notes.txt"] = Array(("to remember\n" + privateKey(&life.random)).utf8)
      return "notes.txt"
    }
  }

  /// A token of three parts; its signature is made up.
  private static func jwt(_ random: inout Random) -> String {
    let header = #"{"alg":"ES256","kid":"\#(Scene.keyID)"}"#
    let claims = #"{"iss":"\#(Scene.teamID)","jti":"\#(random.hex(16))"}"#
    return Base64URL.text(of: Array(header.utf8)) + "." + Base64URL.text(of: Array(claims.utf8))
      + "." + random.hex(86)
  }

  /// A refresh token in the form that Apple gives them.
  private static func refreshToken(_ random: inout Random) -> String {
    "r" + random.hex(32) + ".0.mrzyx." + random.hex(22)
  }

  /// A private key in the form of a file; its bytes are made up.
  private static func privateKey(_ random: inout Random) -> String {
    let frame = "PRIVATE" + " KEY-----\n"
    return "-----BEGIN " + frame + random.hex(64) + "\n" + random.hex(64) + "\n-----END " + frame
  }
}
