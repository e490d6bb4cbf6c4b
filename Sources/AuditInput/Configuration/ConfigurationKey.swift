internal import AuditModel

/// A key that one object of the configuration may have, and what its value sets.
struct ConfigurationKey<Target>: Sendable {
  let name: String
  let set: @Sendable (inout Target, ConfigurationValue) throws(InputError) -> Void

  init(
    _ name: String,
    _ set: @escaping @Sendable (inout Target, ConfigurationValue) throws(InputError) -> Void
  ) {
    self.name = name
    self.set = set
  }

  /// A key whose value goes to one property.
  init<Value>(
    _ name: String, _ property: WritableKeyPath<Target, Value> & Sendable,
    _ read: @escaping @Sendable (ConfigurationValue) -> () throws(InputError) -> Value
  ) {
    self.init(name) { target, value throws(InputError) in
      target[keyPath: property] = try read(value)()
    }
  }

  /// A key whose value goes to one property that is nil without it.
  init<Value>(
    _ name: String, _ property: WritableKeyPath<Target, Value?> & Sendable,
    _ read: @escaping @Sendable (ConfigurationValue) -> () throws(InputError) -> Value
  ) {
    self.init(name) { target, value throws(InputError) in
      target[keyPath: property] = try read(value)()
    }
  }
}

extension ConfigurationKey {
  /// Sets what the members of an object say; a member that isn't among the keys is an error.
  static func apply(
    _ keys: [ConfigurationKey], of object: ConfigurationValue, to target: inout Target
  ) throws(InputError) {
    for member in try object.members() {
      guard let key = keys.first(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) else {
        throw unknown(member, among: keys.map(\.name), below: object.key)
      }
      try key.set(&target, member)
    }
  }

  /// The error for an unknown key: a sibling that is spelled alike, else the same name elsewhere.
  private static func unknown(
    _ member: ConfigurationValue, among names: [String], below parent: String
  ) -> InputError {
    let siblings = names.map { parent.isEmpty ? $0 : "\(parent).\($0)" }
    let elsewhere = ConfigurationKey<Configuration>.allPaths.first { path in
      path.utf8.split(separator: UInt8(ascii: ".")).last?.elementsEqual(member.name.utf8) ?? false
    }
    let nearest = elsewhere ?? NearestName.find(member.key, among: siblings) ?? ""
    return member.error("the key '\(member.key)' is not known; did you mean '\(nearest)'?")
  }
}
