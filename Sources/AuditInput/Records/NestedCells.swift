/// The cells of a row as the object that their columns' names tell, a dot nesting.
struct NestedCells {
  private var members: [JSONValue.Member] = []

  var object: JSONValue { .object(members) }

  mutating func removeAll() { members.removeAll(keepingCapacity: true) }

  /// Adds the value of a cell whose column has these names, from the outermost on.
  mutating func add(_ parts: [String], _ value: JSONValue, line: Int) {
    guard parts.count != 1 else {
      return members.append(JSONValue.Member(name: parts[0], value: value, line: line))
    }
    Self.add(parts[...], value, line, to: &members)
  }

  /// The names that a column's name nests.
  static func parts(of name: String) -> [String] {
    name.utf8.split(separator: UInt8(ascii: ".")).map { String(decoding: Array($0), as: UTF8.self) }
  }

  private static func add(
    _ parts: ArraySlice<String>, _ value: JSONValue, _ line: Int,
    to members: inout [JSONValue.Member]
  ) {
    guard let name = parts.first else { return }
    let rest = parts.dropFirst()
    guard !rest.isEmpty else {
      members.append(JSONValue.Member(name: name, value: value, line: line))
      return
    }
    var inner: [JSONValue.Member] = []
    let there = members.firstIndex { $0.name == name }
    if let there, case .object(let known) = members[there].value { inner = known }
    add(rest, value, line, to: &inner)
    let member = JSONValue.Member(name: name, value: .object(inner), line: line)
    if let there {
      members[there] = member
    } else {
      members.append(member)
    }
  }
}
