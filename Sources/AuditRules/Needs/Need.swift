package import AuditModel

/// One thing a rule can't do without.
package enum Need: Sendable, Hashable {
  /// `deletions`: the stream was read.
  case stream(Stream)
  /// `deletions.unlinkedAt`: the field's name occurred in a file of the stream.
  case field(Stream, String)
  /// `complete:sessions`: the stream holds everything since the app began.
  case complete(Stream)
  /// `whole:purchases`: the stream was read, and nothing says that there is more of it.
  case whole(Stream)
  /// `config:app.bundleIds`: the configuration gives the key.
  case configuration(String)
  /// `unset:app.loginExemption`: the configuration doesn't give the key.
  case unset(String)
  /// `platform:direct`
  case platform(String)
  /// `file:mobileprovision`: one of the app's own files of that kind was read.
  case file(AppFileKind)
  /// `evidence:checked-attempts`: the records show something.
  case evidence(Evidence)
}

extension AppFileKind {
  /// How a person finds or exports it.
  var written: String {
    switch self {
    case .entitlements: "app/*.entitlements"
    case .mobileprovision: "app/*.mobileprovision"
    case .infoPlist: "app/Info.plist"
    case .appJSON: "app/app.json"
    case .jwks: "app/jwks.json"
    case .certificate: "app/*.cer"
    }
  }
}

extension Need {
  /// Keys of the configuration that a rule may ask for.
  static let configurationKeys = [
    "app.appId", "app.teamId", "app.keyIds", "app.bundleIds", "app.servicesIds",
    "app.urlSchemes", "app.environment", "app.loginMethods", "app.ownLoginMethods",
    "app.equivalentLogins", "app.loginExemption", "app.deletionInApp", "app.teamTransferAt",
    "export.exportedAt", "products", "policy.sessionLifetime",
  ]

  /// Why a word of @needs is none.
  struct Unknown: Error {
    let reason: String
  }

  init(text: String) throws(Unknown) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      self = try Self.streamOrField(text)
      return
    }
    let name = String(text[text.utf8.index(after: colon)...])
    switch text[..<colon] {
    case "complete": self = .complete(try Self.stream(name))
    case "whole": self = .whole(try Self.stream(name))
    case "config": self = .configuration(try Self.key(name))
    case "unset": self = .unset(try Self.key(name))
    case "platform":
      guard name == "speed" || name == "direct" else {
        throw Unknown(reason: "@needs '\(text)': the platform is speed or direct")
      }
      self = .platform(name)
    case "file":
      guard let kind = AppFileKind(rawValue: name) else {
        throw Unknown(reason: Self.choice(text, AppFileKind.allCases.map(\.rawValue)))
      }
      self = .file(kind)
    case "evidence":
      guard let evidence = Evidence(rawValue: name) else {
        throw Unknown(reason: Self.choice(text, Evidence.allCases.map(\.rawValue)))
      }
      self = .evidence(evidence)
    default:
      throw Unknown(
        reason: "@needs '\(text)' is unknown; write a stream, stream.field, or one of "
          + "complete: whole: config: unset: platform: file: evidence:")
    }
  }

  private static func streamOrField(_ text: String) throws(Unknown) -> Need {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else {
      return .stream(try stream(text))
    }
    let stream = try stream(String(text[..<point]))
    let field = String(text[text.utf8.index(after: point)...])
    guard stream.definition.field(named: field) != nil else {
      throw Unknown(
        reason: "@needs '\(text)': "
          + choice(field, stream.definition.fields.map(\.name)))
    }
    return .field(stream, field)
  }

  private static func stream(_ name: String) throws(Unknown) -> Stream {
    guard let stream = Stream(rawValue: name) else {
      throw Unknown(reason: choice(name, Stream.allCases.map(\.rawValue)))
    }
    return stream
  }

  private static func key(_ name: String) throws(Unknown) -> String {
    guard configurationKeys.contains(name) else {
      throw Unknown(reason: choice(name, configurationKeys))
    }
    return name
  }

  private static func choice(_ text: String, _ names: [String]) -> String {
    "@needs '\(text)' is none of " + names.joined(separator: ", ")
  }
}
