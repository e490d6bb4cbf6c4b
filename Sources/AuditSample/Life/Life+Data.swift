/// What the backend keeps and sends.
extension Life {
  /// The user makes something that the app's own database keeps.
  @discardableResult
  mutating func makeRow(_ who: AccountID, in table: String? = nil) -> RecordID {
    use(who)
    let row = add(
      .rows,
      [
        ("table", .text(table ?? random.pick("documents", "profiles", "chats"))),
        ("rowId", .text(String(freshNumber()))), ("userId", .text(accounts[who].userId)),
        ("createdAt", .time(now)), ("updatedAt", .time(now + .minute)),
      ])
    if random.happens(4) { self[row]["createdAt"] = .null }
    wait(.minute...5 * .minute)
    return row
  }

  /// A mail to the account's address.
  @discardableResult
  mutating func mail(_ who: AccountID, status: String = "sent") -> RecordID {
    let mail = add(
      .mail,
      [
        ("id", .text(fresh("mail"))), ("at", .time(now)), ("to", .text(accounts[who].email)),
        ("userId", .text(accounts[who].userId)), ("status", .text(status)),
        ("category", .text(random.pick("receipt", "news"))),
      ])
    wait(.minute...5 * .minute)
    return mail
  }

  /// Forwarding to a relay address is switched off, and mail waits until it is on again.
  mutating func pauseMail(_ who: AccountID) {
    mail(who)
    wait(.hour...9 * .hour)
    notify("email-disabled", who)
    wait(.hour...9 * .hour)
    mail(who, status: "suppressed")
    wait(.hour...9 * .hour)
    notify("email-enabled", who)
    wait(.hour...9 * .hour)
    mail(who)
  }
}
