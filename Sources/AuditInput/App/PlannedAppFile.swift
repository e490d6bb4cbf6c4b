package import AuditModel

/// One of the app's own files that an export holds, by what its name says.
package struct PlannedAppFile: Sendable, Equatable {
  /// Where it is, links resolved.
  package let path: String
  /// Its path relative to the export.
  package let name: String
  package let kind: AppFileKind

  package init(path: String, name: String, kind: AppFileKind) {
    self.path = path
    self.name = name
    self.kind = kind
  }

  /// What the name of a file says, in any letter case; nil for all others. Certificates are the
  /// app's only in the folder `app/`.
  static func kind(ofPath parts: [String]) -> AppFileKind? {
    guard let name = parts.last?.lowercased(), name.utf8.first != UInt8(ascii: ".") else {
      return nil
    }
    switch name {
    case "info.plist": return .infoPlist
    case "app.json": return .appJSON
    case "jwks.json": return .jwks
    default: break
    }
    if name.hasSuffix(".entitlements") { return .entitlements }
    if name.hasSuffix(".mobileprovision") || name.hasSuffix(".provisionprofile") {
      return .mobileprovision
    }
    let isInApp = parts.dropLast().contains { $0.lowercased() == "app" }
    if isInApp, [".cer", ".pem", ".der"].contains(where: name.hasSuffix) { return .certificate }
    return nil
  }
}
