/// Reads nights of NDJSON files into what the audit holds after the last of them.
///
/// "A known key with other values **replaces** the older record in mutable streams (the later
/// file read wins) and stands beside it in immutable ones"; "A file whose SHA-256 was read before
/// is skipped"; "`rows` is a snapshot **per table**".
struct OracleLoader {
  private var records = OracleRecords()
  private var filesRead: Set<String> = []
  private var order: [String: [String]] = [:]
  private var mutable: [String: [String: FieldReader]] = [:]
  private var rowsByTable: [String: [String: RowRecord]] = [:]
  private var ledgerSeen: Set<LedgerRecord> = []

  static func load(_ nights: [Night]) throws -> OracleRecords {
    var loader = OracleLoader()
    for night in nights { try loader.read(night) }
    return try loader.finished()
  }

  private mutating func read(_ night: Night) throws {
    // "The byte order of paths … decides which of two versions of a record is the later".
    let files = night.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
    var tablesTonight: [String: [String: RowRecord]] = [:]
    for file in files where filesRead.insert(file.text).inserted {
      if try takeAppFile(file) { continue }
      let stream = FieldNames.stream(ofFile: file.name)
      if records.known[stream] == nil { records.known[stream] = [] }
      for line in file.lines {
        let json = try PlainJSON(line)
        let fields = FieldReader(json, stream: stream)
        records.secretPlaces.formUnion(Secrets.places(in: json, file: file.name, stream: stream))
        records.known[stream, default: []].formUnion(fields.names)
        if let events = try fields.text("events").map(PlainJSON.init) {
          let inner = FieldReader(events, stream: stream).names
          records.known[stream, default: []].formUnion(inner)
        }
        if fields.names.contains("notificationtype") {
          records.known[stream, default: []].insert("type")
        }
        try take(fields, of: stream, line: line, tablesTonight: &tablesTonight)
      }
    }
    for (table, rows) in tablesTonight { rowsByTable[table] = rows }
  }

  private mutating func take(
    _ fields: FieldReader, of stream: String, line: String,
    tablesTonight: inout [String: [String: RowRecord]]
  ) throws {
    switch stream {
    case "ledger":
      let record = try LedgerRecord(fields)
      if ledgerSeen.insert(record).inserted {
        records.ledger.append(record)
        records.ledgerText[record] = line
      }
    case "rows":
      let row = try RowRecord(fields)
      tablesTonight[row.table, default: [:]][row.rowId] = row
    default:
      let key = try OracleLoader.key(of: fields, stream: stream)
      if mutable[stream]?[key] == nil { order[stream, default: []].append(key) }
      mutable[stream, default: [:]][key] = fields
    }
  }

  /// "`app.json` (Expo), `jwks.json` (Apple's public keys as of the export)".
  private mutating func takeAppFile(_ file: ExportFile) throws -> Bool {
    switch file.name {
    case "app/jwks.json":
      guard case .array(let keys) = try PlainJSON(file.text)["keys"] else { return true }
      records.keyIds = Set(keys.compactMap { $0["kid"]?.word })
    case "app/app.json": records.expo = try PlainJSON(file.text)
    default: return false
    }
    return true
  }

  private static func key(of fields: FieldReader, stream: String) throws -> String {
    switch stream {
    case "accounts": return try fields.needed("userId")
    case "balances": return "\(try fields.needed("userId"))\u{1}\(try fields.neededTime("at"))"
    case "purchases": return try fields.needed("transactionId")
    case "notifications":
      let id = fields.text("jti") ?? fields.text("notificationUUID") ?? ""
      let time = try NotificationRecord(fields).receivedAt
      return "\(id)\u{1}\(time.map(String.init) ?? "")"
    default: return try fields.needed("id")
    }
  }

  private func all<Record>(
    _ stream: String, _ make: (FieldReader) throws -> Record
  ) throws -> [Record] {
    try (order[stream] ?? []).compactMap { mutable[stream]?[$0] }.map(make)
  }

  private mutating func finished() throws -> OracleRecords {
    records.sessions = try all("sessions", SessionRecord.init)
    records.accounts = try all("accounts", AccountRecord.init)
    records.links = try all("links", LinkRecord.init)
    records.balances = try all("balances", BalanceRecord.init)
    records.purchases = try all("purchases", PurchaseRecord.init)
    records.notifications = try all("notifications", NotificationRecord.init)
    records.deletions = try all("deletions", DeletionRecord.init)
    records.applecalls = try all("applecalls", AppleCallRecord.init)
    records.rows = rowsByTable.values.flatMap(\.values)
    records.isNameInSessions = records.isKnown("sessions", "name")
    // "accounts: its appleSub and appUserUUID count as known".
    for field in ["appleSub", "appUserUUID", "name"] where records.isKnown("accounts", field) {
      records.known["sessions"]?.insert(FieldNames.normalized(field))
    }
    records.attempts = try all("attempts", AttemptRecord.init)
    records.mail = try all("mail", MailRecord.init)
    return records
  }
}
