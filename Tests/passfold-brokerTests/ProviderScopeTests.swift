// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Testing
import passfold_broker

@Suite("A provider's control group")
struct ProviderScopeTests {
  private func unit(_ identifier: String, _ mark: String) -> String {
    ProviderScope(of: identifier, mark: mark, limits: ProviderLimits(), processors: 2).unit
  }

  @Test("is named after the provider, with characters invalid in a unit name replaced")
  func name() {
    #expect(unit("org.example.a b/c", "7-1") == "passfold-provider-org.example.a_b_c-7-1.scope")
  }

  @Test("has a unique name per process and broker, however long the provider's identifier is")
  func own() {
    let identifier = "org." + String(repeating: "long", count: 60)
    #expect(Set([unit(identifier, "7-1"), unit(identifier, "7-2"), unit(identifier, "8-1")]).count == 3)
    #expect(unit(identifier, "4194304-99999").utf8.count < 256)
  }
}
