// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import PresentedViews
import Testing

@Suite("The provider list in settings")
struct ProviderListTests {
  private static func provider(
    _ name: String, position: Int?, capabilities: [String] = ["ProvidesPasskeys"], isDefault: Bool = false, state: String = "unlocked",
    faults: Int = 0, findings: [String] = []
  ) -> ProviderSettingsValue {
    ProviderSettingsValue(
      identifier: "org.example." + name, name: name, folder: "/" + name, capabilities: capabilities, isEnabled: position != nil,
      position: position, state: state, faults: faults, isDefaultForPasskeys: isDefault, findings: findings)
  }

  private let list = ProviderList([
    provider("a", position: 0), provider("b", position: 1, capabilities: ["ProvidesPasswords"]),
    provider("c", position: 2, isDefault: true),
    provider("d", position: nil, state: "disabled", faults: 3, findings: ["executableMissing"]),
  ])

  @Test("moves an enabled provider among the enabled ones and no further")
  func moving() {
    #expect(list.moving("org.example.b", by: -1) == ProviderSettingsChange(identifier: "org.example.b", position: 0))
    #expect(list.moving("org.example.c", by: 1) == nil)
    #expect(list.moving("org.example.a", by: -1) == nil)
    #expect(list.moving("org.example.d", by: -1) == nil)
  }

  @Test("sends no change if a switch already has the requested state")
  func turning() {
    #expect(list.turning("org.example.a", on: true) == nil)
    #expect(list.turning("org.example.d", on: true) == ProviderSettingsChange(identifier: "org.example.d", enabled: true))
  }

  @Test("offers only enabled providers that make passkeys as the default for new passkeys")
  func passkeys() {
    #expect(list.passkeyMakers.map(\.name) == ["a", "c"])
    #expect(list.defaultMaker == 1)
    #expect(list.makingPasskeys(at: 1) == nil)
    #expect(list.makingPasskeys(at: 0) == ProviderSettingsChange(identifier: "org.example.a", defaultForPasskeys: true))
  }

  @Test("describes findings in words")
  func words() {
    #expect(ProviderWords.finding("executableMissing") == "Its program is missing or cannot be run.")
    #expect(ProviderWords.finding("methodNotOverridden prepareCredentialList").contains("prepareCredentialList"))
  }

  @Test("describes a provider's state in one line, capitalised if it stands alone")
  func standing() {
    #expect(ProviderStanding.line(about: list.providers[0]) == "unlocked")
    #expect(ProviderStanding.sentence(about: list.providers[3]) == "Turned off, 3 faults in ten minutes, something is wrong")
    #expect(ProviderStanding.words(for: "resting") == "ready, starts when needed")
    #expect(ProviderStanding.words(for: "of a later version") == "of a later version")
  }

  @Test("says why and when the broker turned a provider off, even if its faults no longer count")
  func notice() {
    var provider = list.providers[3]
    provider.faults = 0
    provider.findings = []
    provider.notice = ProviderNoticeValue(reason: "faults", time: 1_800_000_000)
    let time = CalendarTime.text(1_800_000_000)
    #expect(ProviderStanding.sentence(about: provider) == "Turned off after repeated faults (\(time))")
    provider.notice?.reason = "vanished"
    #expect(ProviderStanding.sentence(about: provider) == "Turned off by Passfold (vanished) (\(time))")
  }

  @Test("describes how a provider's process last failed and its last output")
  func lastFault() {
    let fault = ProviderFaultValue(reason: "exited", number: 127, lastLine: "libshop.so: cannot open", time: 0)
    #expect(
      ProviderWords.lastFault(fault).hasSuffix("its program exited with status 127; its last output: libshop.so: cannot open"))
    #expect(
      ProviderWords.lastFault(ProviderFaultValue(reason: "signaled", number: 11, time: 0)).hasSuffix("its program crashed with signal 11"))
    #expect(ProviderWords.lastFault(ProviderFaultValue(reason: "notStarted", time: 0)).hasSuffix("its program could not be started"))
  }

  @Test("describes what to correct in a bundle that cannot be read")
  func unreadable() {
    let words = "Its Info.plist lacks CFBundleExecutable. Xcode adds it during the build; here you have to write it yourself."
    #expect(ProviderWords.finding("informationLacks CFBundleExecutable") == words)
    #expect(ProviderWords.finding("principalClassUnexpanded $(PRODUCT_MODULE_NAME).A").contains("$(PRODUCT_MODULE_NAME).A"))
    #expect(ProviderStanding.words(for: "unreadable") == "left out: its Info.plist does not describe a provider")
  }

  @Test("enables a provider that needs access only after the user agrees to what is shown")
  func agreeing() {
    var provider = list.providers[3]
    provider.access = [
      ProviderAccessValue(kind: "folder", path: "/people/anne/.store", isWritable: true, purpose: "the passwords"),
      ProviderAccessValue(kind: "socket", path: "$GONE/agent", isPlaced: false, purpose: "to decrypt"),
      ProviderAccessValue(
        kind: "bus", path: "org.example.keeper", purpose: "a keeper",
        members: [
          .init(kind: "method", name: "org.example.Keeper.Read", object: "/org/example/*", purpose: "to read"),
          .init(kind: "signal", name: "org.example.Keeper.Changed", object: "/org/example", purpose: "to follow"),
        ]),
    ]
    provider.needs = ["PassfoldCredentialProviderNetwork"]
    provider.agreement = "all this"
    let list = ProviderList([provider])
    #expect(list.turning(provider.identifier, on: true) == nil && list.asksForAgreement(provider.identifier))
    #expect(
      list.agreeing(to: provider.identifier)
        == ProviderSettingsChange(identifier: provider.identifier, enabled: true, agreement: "all this"))
    #expect(
      ProviderAccessWords.lines(about: provider) == [
        "the folder /people/anne/.store, to read and change: the passwords",
        "the socket $GONE/agent (not available in this session, or not open to providers): to decrypt",
        "the program org.example.keeper on the session bus, limited to the following: a keeper",
        "calls org.example.Keeper.Read of anything below /org/example: to read",
        "receives org.example.Keeper.Changed of /org/example: to follow",
        "the network",
      ])
    #expect(self.list.agreeing(to: "org.example.d") == nil)
    #expect(ProviderStanding.words(for: "notAgreed") == "turned off until you agree to the access it wants now")
  }
}
