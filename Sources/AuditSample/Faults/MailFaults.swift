/// Mail that does not arrive.
enum MailFaults {
  static let all = [
    Fault("mail.relay-bounced") { plot in
      var life = plot.newcomer()
      let domain = life.random.pick("privaterelay.appleid.com", "private.icloud.com")
      let address = life.fresh("r") + "@" + domain
      for _ in 0..<life.random.number(1...2) {
        let mail = life.mail(0, status: life.random.pick("bounced", "rejected", "dropped"))
        life[mail]["to"] = .text(life.random.happens(30) ? address.uppercased() : address)
        life.wait(.hour)
      }
      plot.expect(.address, address)
      plot.add(life)
    }
  ]
}
