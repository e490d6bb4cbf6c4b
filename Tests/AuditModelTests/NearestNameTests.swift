import AuditModel
import Testing

@Suite("The nearest known name")
struct NearestNameTests {
  @Test(
    "The name with the fewest changes is found",
    arguments: [
      ("ouput", "output"), ("fail_on", "fail-on"), ("FAILON", "fail-on"), ("databse", "database"),
      ("verison", "version"), ("", "output"), ("zzzzzzzzzz", "output"),
    ])
  func finds(name: String, nearest: String) {
    let known = ["output", "fail-on", "database", "version"]
    #expect(NearestName.find(name, among: known) == nearest)
  }

  @Test("Nothing is near where nothing is known")
  func nothing() {
    #expect(NearestName.find("a", among: []) == nil)
  }
}
