import Testing

@testable import AuditInput

struct PinnedRootTests {
  @Test("The pinned key is that of Apple Root CA - G3")
  func pinned() {
    #expect(
      String(decoding: Hex.encode(TrustedKeys.appleRoot), as: UTF8.self)
        == "9b219d0fbff36a5fb32090571906bceea68617c833a3f61b81e962a8e64db8af")
  }
}
