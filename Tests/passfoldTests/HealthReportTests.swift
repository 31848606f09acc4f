// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Testing
import VaultProtocol
import passfold

@Suite("The password health report")
struct HealthReportTests {
  private static let now = 2_000_000_000.0
  private static let directory = ServiceDirectory(codes: "shop.example\nbank.example\n", passkeys: "bank.example\n")

  private static func entry(_ kind: VaultEntry.Kind, _ service: String, _ user: String) -> VaultEntry {
    VaultEntry(record: "\(service)\(user)", kind: kind, title: service, services: [service], user: user)
  }

  private static func password(
    _ service: String, _ user: String = "anne", bits: Double = 80, years: Double = 1, likeness: String = ""
  ) -> VaultAnswer.PasswordHealth {
    VaultAnswer.PasswordHealth(
      entry: entry(.password, service, user), bits: bits, changed: now - years * 365.25 * 86_400,
      likeness: likeness.isEmpty ? service + user : likeness, breached: false)
  }

  private static func report(_ passwords: [VaultAnswer.PasswordHealth], _ others: [VaultEntry] = []) -> HealthReport {
    HealthReport(passwords: passwords, entries: passwords.map(\.entry) + others, directory: directory, now: now)
  }

  @Test("counts passwords as weak below ten billion guesses, old after five years, and reused with the number of others")
  func passwords() {
    let report = Self.report([
      Self.password("a.example", likeness: "same"), Self.password("b.example", bits: 33.1), Self.password("c.example", bits: 33.2),
      Self.password("d.example", years: 5.1), Self.password("e.example", bits: 10, likeness: "same"),
      Self.password("f.example", years: 4.9),
    ])
    #expect(report.checked == 6 && report.weak == 2 && report.reused == 2 && report.old == 1)
    // Weak and reused, weak, reused, then the rest.
    #expect(report.findings.map(\.entry.title) == ["e.example", "b.example", "a.example", "d.example"])
    #expect(report.findings.first?.reusedBy == 1 && report.findings.first?.weakBits == 10)
  }

  @Test("lists breached passwords first, and mentions those that could not be looked up")
  func breached() {
    var known = Self.password("z.example")
    known.breached = true
    var unknown = Self.password("a.example", bits: 10)
    unknown.breached = nil
    let report = Self.report([unknown, known, Self.password("b.example")])
    #expect(report.breached == 1 && report.notLookedUp == 1 && report.findings.map(\.entry.title) == ["z.example", "a.example"])
    let text = Presenter(format: .text, usesColor: false).health(report)
    #expect(text.contains("1 leaked, 1 weak") && text.contains("leaked: change it now"))
    #expect(text.contains("so 1 password could not be checked"))
    let missing = HealthReport(
      passwords: [], entries: [], directory: Self.directory, breachListMissing: "/v/breached-passwords", now: Self.now)
    #expect(Presenter(format: .text, usesColor: false).health(missing).contains("Have I Been Pwned at /v/breached-passwords"))
  }

  @Test("reports a missing code if the service supports codes and the account has neither code nor passkey")
  func codes() {
    func missing(_ others: [VaultEntry]) -> [Bool?] {
      Self.report([Self.password("https://login.shop.example/in")], others).findings.map(\.codesMissing)
    }
    #expect(missing([]) == [true])
    #expect(missing([Self.entry(.oneTimeCode, "shop.example", "bob")]) == [true])
    #expect(missing([Self.entry(.oneTimeCode, "shop.example", "anne")]).isEmpty)
    #expect(missing([Self.entry(.oneTimeCode, "shop.example", "")]).isEmpty)
    #expect(missing([Self.entry(.passkey, "shop.example", "anne")]).isEmpty)
    #expect(Self.report([Self.password("other.example")]).findings.isEmpty)
    #expect(Self.report([Self.password("notshop.example")]).findings.isEmpty)
  }

  @Test("reports a missing passkey if the service supports passkeys, even if there is a code")
  func passkeys() {
    let code = Self.entry(.oneTimeCode, "bank.example", "anne")
    #expect(Self.report([Self.password("bank.example")], [code]).findings.map(\.passkeyMissing) == [true])
    #expect(Self.report([Self.password("bank.example")], [Self.entry(.passkey, "bank.example", "anne")]).findings.isEmpty)
  }

  @Test("describes its findings in words, and mentions missing service lists")
  func words() {
    let presenter = Presenter(format: .text, usesColor: false)
    let text = presenter.health(
      Self.report([Self.password("shop.example", bits: 20, likeness: "s"), Self.password("x.example", likeness: "s")]))
    #expect(text.hasPrefix("2 passwords checked: 1 weak, 2 reused.\n"))
    #expect(text.contains("weak: can be guessed within a billion attempts; the same as in 1 other login; supports one-time codes"))
    #expect(!text.contains("not part of this installation"))
    let none = presenter.health(HealthReport(passwords: [Self.password("shop.example")], entries: [], directory: nil, now: Self.now))
    #expect(
      none
        == "1 password checked: none is weak, old or reused.\nThe lists of services that accept codes and passkeys are not part of this installation.\n"
    )
  }
}
