import AuditInput
import Testing

@Suite struct MappingErrorTests {
  private func message(_ mapping: String) -> String {
    let library = MappingLibrary(texts: [
      "one.users": Array("{ stream: 'accounts', fields: { userId: 'id' } }".utf8),
      "two.both": Array("[{ stream: 'accounts' }, { stream: 'mail' }]".utf8),
    ])
    do throws(InputError) {
      _ = try ConfigurationReader.read(
        text: Array("{ mapping: \(mapping) }".utf8), path: "siwa-audit.json", mappings: library)
      return "none"
    } catch {
      return error.description
    }
  }

  @Test(
    "a mapping that can't be meant is an error with its line and the nearest name",
    arguments: [
      (
        "{ 'a.csv': {\n stream: 'sesions' } }",
        "2: error: 'sesions' is not known for 'mapping.a.csv.stream'; did you mean 'sessions'?"
      ),
      (
        "{ 'a.csv': { stream: 'sessions', fields: {\n userID: 'a',\n usrId: 'b' } } }",
        "3: error: 'usrId' is no field of 'sessions'; did you mean 'userId'?"
      ),
      (
        "{ 'a.csv': { stream: 'sessions',\n feilds: { id: 'a' } } }",
        "2: error: the key 'mapping.a.csv.feilds' is not known; did you mean 'fields'?"
      ),
      (
        "{ 'a.csv': { use: 'one.user' } }",
        "1: error: 'one.user' is not known for 'mapping.a.csv.use'; did you mean 'one.users'?"
      ),
      (
        "{ 'a.csv': { use: 'two.both', where: { a: 1 } } }",
        "1: error: 'two.both' is several mappings: write no other key beside"
      ),
      (
        "{ 'a.csv': { stream: 'mail', fields: { id: 'a', ID: 'b' } } }",
        "1: error: the field 'id' is mapped twice in 'mapping.a.csv.fields'"
      ),
      (
        "{ 'a.csv': { stream: 'mail', fields: { id: 'a[x' } } }",
        "1: error: 'a[x' in 'mapping.a.csv.fields.id' is no path: write a.b, a[0] or"
      ),
      (
        "{ 'a.csv': { stream: 'mail', fields: { id: 7 } } }",
        "1: error: 'mapping.a.csv.fields.id' must be a source"
      ),
      (
        "{ 'a.csv': { stream: 'mail', fields: {} } }",
        "1: error: 'mapping.a.csv.fields' maps no field"
      ),
      (
        "{ 'a.csv': { stream: 'mail', fields: { id: 'a' }, values: { status: { a: 'b' } } } }",
        "1: error: the field 'status' of 'mapping.a.csv.values' is not among the fields"
      ),
      (
        "{ 'a.csv': { stream: 'mail', scale: { status: '2' } } }",
        "1: error: 'mapping.a.csv.scale.status' scales the field 'status', which is no number"
      ),
      (
        "{ 'a.csv': { stream: 'ledger', scale: { amount: 'x' } } }",
        "1: error: 'mapping.a.csv.scale.amount' must be a number above zero"
      ),
      (
        "{ 'a.csv': { stream: 'mail', signed: true } }",
        "1: error: 'mapping.a.csv.signed' needs the stream 'ledger' and its field 'amount'"
      ),
      (
        "{ 'a.csv': { stream: 'mail', columns: ['a', 'A'] } }",
        "1: error: 'mapping.a.csv.columns' names the column 'A' twice"
      ),
      (
        "{ 'a.csv': [{ stream: 'mail' },\n { stream: 'post' }] }",
        "2: error: 'post' is not known for 'mapping.a.csv[1].stream'; did you mean"
      ),
      ("{ 'a.csv': 'mail' }", "1: error: 'mapping.a.csv' must be a mapping"),
      (
        "{ 'a.csv': { stream: 'mail', where: { 'a..b': 1 } } }",
        "1: error: 'a..b' in 'mapping.a.csv.where.a..b' is no path"
      ),
      (
        "{ 'a.csv': { stream: 'mail', where: { a: {} } } }",
        "1: error: 'mapping.a.csv.where.a' must be a value, a list of values, or null for none"
      ),
    ])
  func errors(mapping: String, expected: String) {
    let message = message(mapping)
    #expect(message.hasPrefix("siwa-audit.json:" + expected), "\(message)")
  }

  @Test("a built-in mapping may be used as it is or with changes")
  func uses() {
    #expect(
      message("{ a: { use: 'two.both' }, b: [{ use: 'one.users' }, { stream: 'mail' }] }") == "none"
    )
    #expect(
      message("{ a: { use: 'one.users', where: { x: 1 }, fields: { userId: 'uid', name: 'n' } } }")
        == "none")
  }
}
