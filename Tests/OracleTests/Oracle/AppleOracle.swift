/// Rules of the area apple: what Apple's token endpoints answered.
struct AppleOracle {
  let words: OracleWords

  func judge(into report: inout OracleReport) {
    for call in words.records.applecalls {
      // apple.invalid-client, apple.invalid-grant: "an applecall with error …".
      if call.error == "invalid_client" {
        report.fire("apple.invalid-client", "applecall", call.id)
      }
      if call.error == "invalid_grant" { report.fire("apple.invalid-grant", "applecall", call.id) }
    }
    // apple.validated-too-often: "more than one `refresh_token` validation of a sub (userId where
    // the sub is absent) within 24 h"; "strictly less than 24 h".
    var times: [Subject: [Int64]] = [:]
    for call in words.records.applecalls
    where call.endpoint == "token" && call.grantType == "refresh_token" {
      if let sub = call.sub {
        times[Subject(kind: "sub", id: sub), default: []].append(call.at)
      } else if let user = call.userId {
        times[Subject(kind: "user", id: user), default: []].append(call.at)
      }
    }
    for (subject, calls) in times {
      let sorted = calls.sorted()
      if zip(sorted, sorted.dropFirst()).contains(where: { $1 - $0 < PlainValues.day }) {
        report.fire("apple.validated-too-often", subject.kind, subject.id)
      }
    }
  }

  private struct Subject: Hashable {
    var kind: String
    var id: String
  }
}
