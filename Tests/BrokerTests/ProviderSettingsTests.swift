// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Broker
import BrokerProtocol
import Foundation
import Testing

@Suite("The user's decisions about providers")
struct ProviderSettingsTests {
  private let installed = ["passfold.vault", "org.example.one", "org.example.two"].map {
    ProviderBundle(
      identifier: $0, displayName: $0, executable: "/none", capabilities: .init(), isEnabledByDefault: $0 == ProviderSettingsValue.vault)
  }

  private func order(_ settings: ProviderSettings, of bundles: [ProviderBundle]? = nil) -> [String] {
    settings.ordered(bundles ?? installed).map { String($0.identifier.split(separator: ".").last ?? "") }
  }

  @Test("by default only Passfold's own provider is enabled")
  func nothingDecided() {
    let settings = ProviderSettings()
    #expect(installed.map(settings.isEnabled) == [true, false, false])
    #expect(order(settings) == ["vault", "one", "two"])
  }

  @Test("an enabled provider keeps its place when another provider is installed")
  func placesStay() throws {
    var settings = ProviderSettings()
    settings.turn("org.example.two", on: true, among: installed)
    let newcomer = ProviderBundle(identifier: "org.example.new", displayName: "New", executable: "/none", capabilities: .init())
    #expect(order(settings, of: [newcomer] + installed) == ["vault", "one", "two", "new"])
    #expect(settings.isEnabled(try #require(installed.last)))
  }

  @Test("positions count the enabled providers, and a position that is too large means the end")
  func positions() {
    var settings = ProviderSettings()
    settings.turn("org.example.two", on: true, among: installed)
    settings.move("org.example.two", to: 0, among: settings.ordered(installed))
    #expect(order(settings) == ["two", "vault", "one"])
    settings.move("org.example.two", to: 99, among: settings.ordered(installed))
    #expect(order(settings) == ["vault", "one", "two"])
  }

  @Test("disabling a provider removes it as the default for passkeys, but disabling it for faults does not")
  func defaultForPasskeys() {
    var settings = ProviderSettings()
    settings.turn("org.example.one", on: true, among: installed)
    settings.defaultForPasskeys = "org.example.one"
    settings.turn("org.example.one", on: false, among: installed, notice: .init(reason: "faults", time: 5))
    #expect(settings.defaultForPasskeys == "org.example.one")
    #expect(settings.notice(for: "org.example.one")?.reason == "faults")
    settings.turn("org.example.one", on: false, among: installed)
    #expect(settings.defaultForPasskeys == nil)
    #expect(settings.notice(for: "org.example.one") == nil)
  }

  @Test("the file is private, round-trips, and is refused if its content is malformed")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try #require(ProviderSettingsFile { $0 == "XDG_CONFIG_HOME" ? folder.path : nil })
    #expect(file.path == folder.path + "/passfold/providers.json")
    #expect(try file.load() == ProviderSettings())
    var settings = ProviderSettings()
    settings.turn("org.example.one", on: true, among: installed)
    settings.defaultForPasskeys = "org.example.one"
    try file.save(settings)
    #expect(try file.load() == settings)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/passfold") == ["providers.json"])
    for text in ["{", #"{"version":2,"providers":[]}"#, ""] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))
      #expect(throws: BrokerError(.unreadableSettings, subject: "")) { try file.load() }
      // The user may have edited it while the broker ran.
      #expect(throws: BrokerError(.unreadableSettings, subject: "")) { try file.save(settings) }
      #expect(try String(contentsOfFile: file.path, encoding: .utf8) == text)
    }
  }
}
