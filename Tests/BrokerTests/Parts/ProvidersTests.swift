// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("The registry of providers, without the broker")
struct ProvidersTests {
  private static func bundle(_ identifier: String, passkeys: Bool = false, isOn: Bool = true) -> ProviderBundle {
    var capabilities = ProviderBundle.Capabilities()
    capabilities.passkeys = passkeys
    return ProviderBundle(
      identifier: identifier, displayName: identifier.uppercased(), executable: "/bin/true", capabilities: capabilities,
      isEnabledByDefault: isOn)
  }

  private func applied(_ bundles: [ProviderBundle]) -> Providers {
    var providers = Providers(installed: bundles, settings: ProviderSettings())
    _ = providers.apply()
    return providers
  }

  @Test("a decision names what starts and what is withdrawn, and the registry starts nothing itself")
  func decisions() throws {
    var providers = Providers(installed: [Self.bundle("a"), Self.bundle("b", isOn: false)], settings: ProviderSettings())
    #expect(providers.apply().added == ["a"])
    let on = try providers.decided(ProviderSettingsChange(identifier: "b", enabled: true))
    #expect(providers.apply(on) == (withdrawn: [], added: ["b"]))
    let off = try providers.decided(ProviderSettingsChange(identifier: "a", enabled: false))
    #expect(providers.apply(off) == (withdrawn: ["a"], added: []))
    #expect(providers.order == ["b"])
  }

  @Test("the person's choice makes new passkeys first, and only one that can is chosen")
  func passkeys() throws {
    var providers = applied([Self.bundle("a", passkeys: true), Self.bundle("b"), Self.bundle("c", passkeys: true)])
    #expect(providers.ableToCreatePasskeys == ["a", "c"])
    _ = providers.apply(try providers.decided(ProviderSettingsChange(identifier: "c", defaultForPasskeys: true)))
    #expect(providers.ableToCreatePasskeys == ["c", "a"])
    #expect(throws: ClientFailure.self) { try providers.decided(ProviderSettingsChange(identifier: "b", defaultForPasskeys: true)) }
    #expect(throws: ClientFailure.self) { try providers.decided(ProviderSettingsChange(identifier: "nobody", enabled: true)) }
  }

  @Test("decisions that cannot be read leave the defaults in force, and are known as unreadable so that nothing is written over them")
  func unreadable() {
    var providers = Providers(installed: [Self.bundle("a"), Self.bundle("b", isOn: false)], settings: nil)
    #expect(providers.apply().added == ["a"])
    #expect(!providers.areSettingsReadable)
  }
}
