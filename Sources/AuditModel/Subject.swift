/// What a finding is about.
package struct Subject: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case attempt, nonce, session, user, sub, uuid, link, adjustment, key, transaction, deletion
    case code, applecall, secret, notification, address, file, scheme, app
  }

  package let kind: Kind
  package let id: String

  package init(kind: Kind, id: String) {
    self.kind = kind
    self.id = id
  }
}
