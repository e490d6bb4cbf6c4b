/// Something the records must show before a rule can be judged, beyond streams and fields.
package enum Evidence: String, CaseIterable, Sendable {
  case checkedAttempts = "checked-attempts"
  case checkedNotifications = "checked-notifications"
  case checkedPurchases = "checked-purchases"
  case manyUsers = "many-users"
  case deletionChannels = "deletion-channels"
  case anyFile = "any-file"

  /// A query with one row: 1 where the records show it.
  var query: String {
    switch self {
    case .checkedAttempts:
      "SELECT EXISTS (SELECT 1 FROM attempt WHERE signature IN ('valid', 'invalid'))"
    case .checkedNotifications:
      "SELECT EXISTS (SELECT 1 FROM notification WHERE signature IN ('valid', 'invalid'))"
    case .checkedPurchases:
      "SELECT EXISTS (SELECT 1 FROM purchase WHERE signature IN ('valid', 'invalid'))"
    case .manyUsers:
      """
      SELECT coalesce(last_at - first_at >= 2592000000000 AND users >= 100, 0)
      FROM session_span
      """
    case .deletionChannels:
      """
      SELECT
        EXISTS (SELECT 1 FROM known WHERE stream = 'deletions' AND field = 'channel')
        OR (
          EXISTS (SELECT 1 FROM file_stream WHERE stream = 'deletions')
          AND NOT EXISTS (SELECT 1 FROM deletion))
      """
    case .anyFile:
      "SELECT EXISTS (SELECT 1 FROM file) OR EXISTS (SELECT 1 FROM app_file)"
    }
  }

  /// What to do where the records don't show it.
  var advice: String {
    switch self {
    case .checkedAttempts:
      "export `attempts` with checked signatures (`valid` or `invalid`), or `exchanges` with the "
        + "tokens beside app/jwks.json"
    case .checkedNotifications:
      "export `notifications` as signed payloads beside app/jwks.json, or with the field "
        + "`signature`"
    case .checkedPurchases:
      "export `purchases` with the field `signedTransaction`, beside the roots they are signed with"
    case .manyUsers:
      "export `sessions` of 100 users or more over 30 days or more"
    case .deletionChannels: "export `deletions` with the field `channel`"
    case .anyFile: "name an export with a file that is recognised"
    }
  }

  /// What a summary asks for.
  var piece: String {
    switch self {
    case .checkedAttempts: "attempts.signature"
    case .checkedNotifications: "notifications.signature"
    case .checkedPurchases: "purchases.signedTransaction"
    case .manyUsers: "sessions"
    case .deletionChannels: "deletions.channel"
    case .anyFile: "any stream"
    }
  }
}
