// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("The registry of providers")
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

  @Test("a decision returns which providers start and which are withdrawn")
  func decisions() throws {
    var providers = Providers(installed: [Self.bundle("a"), Self.bundle("b", isOn: false)], settings: ProviderSettings())
    #expect(providers.apply().added == ["a"])
    let on = try providers.decided(ProviderSettingsChange(identifier: "b", enabled: true))
    #expect(providers.apply(on) == (withdrawn: [], added: ["b"]))
    let off = try providers.decided(ProviderSettingsChange(identifier: "a", enabled: false))
    #expect(providers.apply(off) == (withdrawn: ["a"], added: []))
    #expect(providers.order == ["b"])
  }

  @Test("the user's choice comes first for new passkeys, and must be able to create them")
  func passkeys() throws {
    var providers = applied([Self.bundle("a", passkeys: true), Self.bundle("b"), Self.bundle("c", passkeys: true)])
    #expect(providers.ableToCreatePasskeys == ["a", "c"])
    _ = providers.apply(try providers.decided(ProviderSettingsChange(identifier: "c", defaultForPasskeys: true)))
    #expect(providers.ableToCreatePasskeys == ["c", "a"])
    #expect(throws: ClientFailure.self) { try providers.decided(ProviderSettingsChange(identifier: "b", defaultForPasskeys: true)) }
    #expect(throws: ClientFailure.self) { try providers.decided(ProviderSettingsChange(identifier: "nobody", enabled: true)) }
  }

  @Test("unreadable settings leave the defaults in force and are marked as unreadable")
  func unreadable() {
    var providers = Providers(installed: [Self.bundle("a"), Self.bundle("b", isOn: false)], settings: nil)
    #expect(providers.apply().added == ["a"])
    #expect(!providers.areSettingsReadable)
  }
}
