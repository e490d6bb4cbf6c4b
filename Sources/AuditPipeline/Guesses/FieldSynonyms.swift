internal import AuditModel

/// The names that backends give the fields of a stream, where they don't use the contract's.
///
/// Names are compared in lower case without `_`, `-` and blanks. The first that a file has wins.
struct FieldSynonyms {
  /// The fields that can be filled, the required ones first, each with its names.
  let fields: [(name: String, isRequired: Bool, synonyms: [String])]

  private static let moment =
    "createdat timestamp occurredat happenedat loggedat insertedat time datetime date created ts "
    + "eventtime recordedat"
  private static let person =
    "uid user userid accountid account memberid customerid ownerid playerid profileid useruuid "
    + "user.id account.id appuserid"
  private static let login = "provider loginmethod authprovider authmethod signinmethod logintype"
  private static let appleSubject =
    "appleuserid appleuser appleid applesubject appleidentifier appleuseridentifier siwasub "
    + "applesubid"
  private static let product = "product sku productidentifier storeproductid productsku itemid item"
  private static let code = "statuscode httpstatus httpcode responsestatus responsecode code result"

  private static let words: [AuditModel.Stream: [String: String]] = [
    .sessions: [
      "id": "sessionid uuid pk tokenid", "userId": person, "method": login,
      "at": "issuedat startedat loginat loggedinat signedinat lastsigninat " + moment,
      "appUserUUID": "appaccounttoken appuuid", "isNewAccount": "isnew newaccount newuser signup",
      "expiresAt": "expires expiry expiration validuntil notafter expireson",
      "lastUsedAt": "lastseenat lastseen lastactiveat lastactivity refreshedat updatedat",
      "endedAt": "revokedat loggedoutat logoutat signedoutat ended invalidatedat deletedat",
      "endReason": "logoutreason reason", "appleSub": appleSubject, "email": "mail emailaddress",
      "tokenId": "tokenhash jti", "role": "scope",
    ],
    .attempts: [
      "id": "attemptid eventid logid uuid pk requestid", "at": moment,
      "outcome": "result success succeeded status verified isvalid accepted ok",
      "reason": "error failurereason errorcode errormessage message", "userId": person,
      "sessionId": "session", "iss": "issuer", "aud": "audience clientid",
      "sub": "subject applesub " + appleSubject, "iat": "issuedat tokeniat",
      "exp": "expiresat tokenexp expiry", "kid": "keyid", "alg": "algorithm",
      "nonce": "tokennonce nonceclaim", "email": "mail emailaddress",
    ],
    .accounts: [
      "userId": "id " + person + " uuid pk", "appleSub": appleSubject + " sub subject providerid",
      "email": "emailaddress mail", "name": "fullname displayname username firstname",
      "createdAt": "created signupat signedupat registeredat insertedat joinedat datejoined "
        + "creationtime creationdate timestamp registered joined",
      "method": login + " signupmethod", "appUserUUID": "appaccounttoken appuuid",
      "deletedAt": "deleted removedat deletiontime",
    ],
    .links: [
      "id": "linkid requestid uuid pk", "at": moment, "status": code,
      "localUserId": "localuser localid localaccountid callerid userid uid",
      "speedUserId": "speeduser speedid speedaccountid remoteuserid",
      "keep": "kept choice strategy",
      "previousUserId": "olduserid fromuserid", "newUserId": "touserid survivorid",
      "confirmedAt": "confirmed", "error": "errorcode errormessage",
    ],
    .ledger: [
      "adjustmentId": "id entryid eventid ledgerid movementid transactionid txid txnid uuid pk",
      "at": "completedat bookedat " + moment, "userId": person,
      "amount": "credits delta value change points coins tokens sum quantity creditamount "
        + "amountcredits amountcents cents",
      "kind": "type entrytype movementtype transactiontype txtype category reason action operation "
        + "event direction",
      "balanceAfter": "balance newbalance runningbalance resultingbalance balanceafterwards "
        + "closingbalance",
      "idempotencyKey": "idempotency idemkey dedupkey dedupekey uniquekey requestid requestkey",
      "transactionId": "appletransactionid storetransactionid iaptransactionid storetransaction "
        + "appletransaction iaptransaction purchaseid",
      "productId": product, "source": "origin", "operationId": "jobid operationref",
      "startedAt": "started begunat", "applied": "isapplied", "status": code,
    ],
    .balances: [
      "userId": person, "at": "readat checkedat " + moment,
      "localBalance": "balance credits amount localcredits", "grantSpendable": "grants spendable",
    ],
    .purchases: [
      "transactionId": "appletransactionid storetransactionid iaptransactionid orderid id txid "
        + "purchaseid receiptid",
      "at": "purchasedat purchasedate purchasedatems boughtat " + moment, "userId": person,
      "productId": product, "originalTransactionId": "originaltransaction originalid",
      "appAccountToken": "accounttoken appuseruuid", "bundleId": "bundle appid",
      "environment": "env", "state": "status purchasestate", "quantity": "qty count",
      "verifiedAt": "validatedat checkedat",
      "creditedAt": "credited fulfilledat grantedat deliveredat creditgrantedat",
      "finishedAt": "finished acknowledgedat",
      "revocationDate": "refundedat refunddate revokedat cancellationdate canceledat cancelledat",
      "revocationReason": "refundreason cancelreason",
    ],
    .deletions: [
      "id": "deletionid requestid uuid pk", "userId": person,
      "requestedAt": "requested deletionrequestedat requestdate requesttime " + moment,
      "channel": "via origin source", "accountKind": "accounttype",
      "appleSub": appleSubject, "confirmedAt": "confirmed",
      "dataDeletedAt": "datadeleted purgedat erasedat wipedat deletedat",
      "revokedAt": "applerevokedat tokenrevokedat appletokenrevokedat revoked",
      "revokeStatus": "applerevokestatus revocationstatus",
      "completedAt": "completed finishedat doneat processedat",
    ],
    .applecalls: [
      "id": "callid requestid uuid pk", "at": moment, "endpoint": "path call action operation",
      "status": code, "userId": person, "error": "errorcode errormessage",
      "sub": appleSubject + " applesub", "codeHash": "authcodehash",
    ],
    .mail: [
      "id": "mailid messageid emailid uuid pk", "at": "sentat deliveredat " + moment,
      "to": "recipient toaddress toemail email emailaddress address", "userId": person,
      "status": "deliverystatus state", "category": "template type kind mailtype subject",
    ],
    .rows: [
      "table": "tablename relation", "rowId": "recordid id pk", "userId": person,
      "createdAt": "created insertedat", "updatedAt": "updated modifiedat",
    ],
    .exchanges: [
      "id": "requestid traceid logid uuid exchangeid correlationid req.id",
      "at": moment, "method": "httpmethod verb requestmethod request.method req.method",
      "path": "url uri endpoint requestpath requesturl request.path request.url req.url req.path",
      "status": "statuscode httpstatus httpcode responsestatus responsecode response.status "
        + "response.statuscode res.status res.statuscode",
      "userId": person + " caller callerid",
      "request": "requestbody reqbody request.body req.body body requestpayload",
      "response": "responsebody resbody response.body res.body responsepayload",
    ],
  ]

  /// Fields that many kinds of tables have: that they are there says little.
  private static let common: Set<String> = [
    "id", "at", "userId", "email", "name", "status", "reason", "error", "source", "createdAt",
    "updatedAt", "deletedAt", "method", "role", "category", "channel", "requestedAt", "quantity",
    "appleSub", "appUserUUID", "sub", "adjustmentId", "applied", "state", "environment",
    "completedAt",
  ]

  /// Fields that only so many exchanges have at once.
  private static let telling: [AuditModel.Stream: Set<String>] = [.exchanges: ["method", "path"]]

  /// Whether a field tells its stream.
  static func isTelling(_ field: String, of stream: AuditModel.Stream) -> Bool {
    telling[stream]?.contains(field) ?? !common.contains(field)
  }

  /// The streams whose records such names may tell of; a notification's stand in its payload.
  static let streams = AuditModel.Stream.allCases.filter { $0 != .notifications }

  init(_ stream: AuditModel.Stream) {
    let words = Self.words[stream] ?? [:]
    func synonyms(_ name: String) -> [String] {
      words[name]?.split(separator: " ").map(String.init) ?? []
    }
    guard stream != .exchanges else {
      let required = ["id", "at", "method", "path", "status"]
      fields =
        required.map { ($0, true, synonyms($0)) }
        + ["userId", "request", "response"].map { ($0, false, synonyms($0)) }
      return
    }
    let all = stream.definition.fields
    fields = (all.filter(\.isRequired) + all.filter { !$0.isRequired }).map {
      ($0.name, $0.isRequired, $0.aliases.map(Self.plain) + synonyms($0.name))
    }
  }

  /// A name as names are compared.
  static func plain(_ name: String) -> String {
    String(
      decoding: name.utf8.filter { $0 != 0x5F && $0 != 0x2D && $0 != 0x20 }.map {
        $0 &- 0x41 < 26 ? $0 | 0x20 : $0
      }, as: UTF8.self)
  }
}
