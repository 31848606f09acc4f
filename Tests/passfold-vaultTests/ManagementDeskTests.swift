// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import CredentialVault
import Foundation
import SecretMemory
import Testing
import VaultProtocol
import passfold_vault

@Suite("The management desk")
struct ManagementDeskTests {
  private let household = Household()
  private let desk: ManagementDesk
  private let terminal = ManagementCaller(
    role: .cli, program: "the program /usr/bin/passfold", session: TerminalSession(id: 1, leaderStart: 1), terminal: PromptTerminal())
  private let stranger = ManagementCaller(role: .cli, program: "the program /usr/bin/curl", session: nil, terminal: PromptTerminal())
  private static let link = "otpauth://totp/Shop:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=shop.example"

  init() {
    desk = ManagementDesk(
      session: household.session, clock: CodeClock(file: nil), time: household.manual.time, now: { Date(timeIntervalSince1970: 59) })
  }

  private func ask(
    _ call: VaultCall, secret: String? = nil, from caller: ManagementCaller? = nil
  ) async -> (answer: VaultAnswer, secret: String?) {
    let (answer, released) = await desk.answer(call, secret: secret.map { SharedSecret(copying: $0.utf8) }, from: caller ?? terminal)
    return (answer, released?.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  private func settle() async {
    household.person.will(.types(Household.passphrase))
    guard case .created(let kit) = await ask(.create).answer else {
      Issue.record("no vault was created")
      return
    }
    #expect(kit.account.count == 32)
  }

  private func code(_ query: String, next: Bool = false) -> VaultCall { .code(VaultCall.CodeQuery(query: query, next: next)) }

  private func failureCode(_ answer: VaultAnswer) -> VaultFailure.Code? {
    if case .failure(let failure) = answer { failure.code } else { nil }
  }

  @Test("returns codes without a prompt in the terminal that created or unlocked the vault")
  func grant() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.addCode(VaultCall.NewCode()), secret: Self.link)
    // RFC 6238 appendix B: T = 59 seconds; the last six of its eight digits.
    #expect(await ask(code("shop")).secret == "287082")
    #expect(household.person.confirmations.isEmpty)
  }

  @Test("returns the next code's period on request")
  func nextCode() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.addCode(VaultCall.NewCode()), secret: Self.link)
    guard case .code(let issued) = await ask(code("anne", next: true)).answer else {
      Issue.record("no code")
      return
    }
    #expect(issued.validFrom == 60 && issued.validUntil == 90)
  }

  @Test("asks for a confirmation that names program and account before another caller gets a code")
  func confirmation() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.addCode(VaultCall.NewCode()), secret: Self.link)
    household.person.will(.says(false))
    #expect(failureCode(await ask(code("shop"), from: stranger).answer) == .refused)
    household.person.will(.says(true))
    #expect(await ask(code("shop"), from: stranger).secret == "287082")
    let question = household.person.confirmations.first?.description ?? ""
    #expect(question.contains("/usr/bin/curl") && question.contains("Shop (anne)"))
  }

  @Test("tells an unconfirmed caller nothing about the matches of a query")
  func search() async {
    defer { household.remove() }
    await settle()
    household.person.will(.says(false), .says(true))
    #expect(failureCode(await ask(code("nowhere"), from: stranger).answer) == .refused)
    #expect(failureCode(await ask(code("nowhere"), from: stranger).answer) == .notFound)
  }

  @Test("takes the passphrase typed for a request as its confirmation, and gives the terminal a grant")
  func unlockingOnTheWay() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.addCode(VaultCall.NewCode()), secret: Self.link)
    #expect(await ask(.lock).answer == .done)
    household.person.will(.types(Household.passphrase))
    #expect(await ask(code("shop")).secret == "287082")
    #expect(await ask(code("shop")).secret == "287082")
    #expect(household.person.confirmations.isEmpty)
  }

  @Test("asks for the passphrase again when a second terminal unlocks an open vault")
  func secondTerminal() async {
    defer { household.remove() }
    await settle()
    let second = ManagementCaller(
      role: .cli, program: "passfold", session: TerminalSession(id: 2, leaderStart: 1), terminal: PromptTerminal())
    household.person.will(.types("wrong"), .cancels)
    #expect(failureCode(await ask(.unlock, from: second).answer) == .canceled)
    household.person.will(.types(Household.passphrase), .says(false))
    #expect(await ask(.unlock, from: second).answer == .done)
    #expect(await ask(.list(), from: second).answer == .entries(.init(entries: [])))
    #expect(household.person.confirmations.isEmpty)
  }

  @Test("gives no grant for an unattended request")
  func unattendedUnlock() async {
    defer { household.remove() }
    await settle()
    let before = household.person.passphraseQuestions.count
    var second = ManagementCaller(
      role: .window, program: "passfold-window", session: TerminalSession(id: 2, leaderStart: 1, isWindow: true), terminal: PromptTerminal()
    )
    second.isUnattended = true
    #expect(failureCode(await ask(.unlock, from: second).answer) == .wouldAsk)
    second.isUnattended = false
    #expect(failureCode(await ask(.list(), from: second).answer) == .refused)
    #expect(household.person.passphraseQuestions.count == before)
    var first = terminal
    first.isUnattended = true
    #expect(await ask(.unlock, from: first).answer == .done)
  }

  @Test("gives no grant for a prompt that another terminal answered")
  func promptOfAnother() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.lock)
    let second = ManagementCaller(
      role: .cli, program: "passfold", session: TerminalSession(id: 2, leaderStart: 1), terminal: PromptTerminal())
    let before = household.person.passphraseQuestions.count
    household.person.will(.waits(Household.passphrase), .cancels)
    async let one = ask(.unlock)
    async let other = ask(.unlock, from: second)
    while household.person.passphraseQuestions.count == before { await Task.yield() }
    for _ in 0..<1000 { await Task.yield() }
    household.person.stopWaiting()
    let answers = await [one.answer, other.answer]
    #expect(answers.filter { $0 == .done }.count == 1)
    #expect(answers.compactMap(failureCode) == [.canceled])
  }

  @Test("forgets grants when the vault is locked")
  func lockEndsGrants() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.lock)
    household.person.will(.types(Household.passphrase))
    _ = try? await household.session.unlock(for: .showList)
    household.person.will(.says(false))
    #expect(failureCode(await ask(.list()).answer) == .refused)
  }

  @Test("stores a password from the secret part or from a prompt")
  func passwords() async throws {
    defer { household.remove() }
    await settle()
    let new = VaultCall.NewPassword(service: "shop.example", user: "anne")
    guard case .added(let entry) = await ask(.addPassword(new), secret: "hunter2").answer else {
      Issue.record("the entry was not added")
      return
    }
    #expect(entry.title == "shop.example" && entry.kind == .password)
    household.person.will(.types("swordfish"))
    let other = VaultCall.NewPassword(service: "shop.example", user: "bob")
    guard case .added(let second) = await ask(.addPassword(other)).answer, let id = RecordIdentifier(second.record),
      case .password(let record) = try await household.session.vault().record(id)
    else {
      Issue.record("the entry was not added")
      return
    }
    #expect(constantTimeEquals(record.password, SharedSecret(copying: "swordfish".utf8)))
  }

  @Test("stores a password without a user name next to those with one, and once per site")
  func passwordAlone() async throws {
    defer { household.remove() }
    await settle()
    _ = await ask(.addPassword(.init(service: "router.example", user: "anne")), secret: "x")
    let alone = VaultCall.NewPassword(service: "router.example", user: "")
    household.person.will(.types("swordfish"))
    guard case .added(let entry) = await ask(.addPassword(alone)).answer, let id = RecordIdentifier(entry.record),
      case .password(let record) = try await household.session.vault().record(id)
    else {
      Issue.record("the entry was not added")
      return
    }
    #expect(entry.user.isEmpty && constantTimeEquals(record.password, SharedSecret(copying: "swordfish".utf8)))
    guard case .present(let again) = await ask(.addPassword(alone), secret: "swordfish").answer else {
      Issue.record("the same entry was added twice")
      return
    }
    #expect(again.record == entry.record)
    #expect(failureCode(await ask(.addPassword(alone), secret: "another").answer) == .loginExists)
  }

  @Test("links a code to the only login of the same account")
  func login() async throws {
    defer { household.remove() }
    await settle()
    guard case .added(let login) = await ask(.addPassword(.init(service: "shop.example", user: "anne")), secret: "x").answer,
      case .added(let code) = await ask(.addCode(VaultCall.NewCode()), secret: Self.link).answer, let id = RecordIdentifier(code.record),
      case .oneTimeCode(let record) = try await household.session.vault().record(id)
    else {
      Issue.record("the entry was not added")
      return
    }
    #expect(record.login.map(String.init(describing:)) == login.record)
  }

  @Test("advances a counter-based code before it returns it, and offers no next one")
  func counters() async {
    defer { household.remove() }
    await settle()
    let link = "otpauth://hotp/Bank:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"
    _ = await ask(.addCode(VaultCall.NewCode(service: "bank.example")), secret: link)
    // RFC 4226 appendix D.
    #expect(await ask(code("bank")).secret == "755224")
    #expect(await ask(code("bank")).secret == "287082")
    #expect(failureCode(await ask(code("bank", next: true)).answer) == .noNextCode)
    #expect(await ask(code("bank")).secret == "359152")
  }

  @Test("refuses an unusable set-up link before any prompt")
  func badLinks() async {
    defer { household.remove() }
    await settle()
    let cases: [(String, VaultFailure.Code)] = [
      ("otpauth://totp/Shop:anne?issuer=x", .badSetUpLink), ("otpauth://totp/S:a?secret=1", .badSetUpLink),
      ("otpauth://totp/S:a?secret=GEZDGNBV&algorithm=MD5", .badSetUpLink), ("GEZDGNBV", .needsServiceAndUser),
      ("steam://GEZDGNBV", .needsServiceAndUser), ("steam://run/440", .badSetUpLink),
    ]
    for (link, failure) in cases {
      #expect(failureCode(await ask(.addCode(VaultCall.NewCode()), secret: link, from: stranger).answer) == failure)
    }
    #expect(household.person.confirmations.isEmpty)
  }

  @Test("reports counts only while the vault is open, and gives a monitor only the status")
  func status() async {
    defer { household.remove() }
    await settle()
    _ = await ask(.addCode(VaultCall.NewCode()), secret: Self.link)
    let monitor = ManagementCaller(role: .monitor, program: "tray", session: nil, terminal: PromptTerminal())
    guard case .status(let status) = await ask(.status, from: monitor).answer else {
      Issue.record("no status")
      return
    }
    #expect(status.state == .unlocked && status.counts == ["one-time-code": 1] && !status.terminalHasGrant && status.locksAfter == 600)
    #expect(failureCode(await ask(.list(), from: monitor).answer) == .badRequest)
    _ = await ask(.lock)
    guard case .status(let locked) = await ask(.status).answer else {
      Issue.record("no status")
      return
    }
    #expect(locked.state == .locked && locked.counts == nil)
  }
}
