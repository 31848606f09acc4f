// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialProviderHost
import Foundation
import OneTimeCodes
import SecretMemory
import VaultProtocol
import passfold_vault

/// A desk over a separate vault, and callers that make requests.
final class AskedDesk: Sendable {
  static let terminal = ManagementCaller(
    role: .cli, program: "the program /usr/bin/passfold", session: TerminalSession(id: 1, leaderStart: 1), terminal: PromptTerminal())
  static let stranger = ManagementCaller(role: .cli, program: "the program /usr/bin/curl", session: nil, terminal: PromptTerminal())
  static let popup = ManagementCaller(
    role: .browser, program: "the popup in Chromium", session: nil, terminal: PromptTerminal(), browser: "Chromium")
  /// The secret of RFC 6238 appendix B for SHA-1.
  static let link = "otpauth://totp/Shop:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=shop.example"
  /// Another secret of the same account.
  static let otherLink = "otpauth://totp/Shop:anne?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=shop.example"

  let household: Household
  let computer = CodeClockTests.Computer()
  let clock: CodeClock
  let previews = HandoverPreviews()
  private let desk: ManagementDesk

  /// The time is 59 seconds after 1970, as in the first row of RFC 6238 appendix B.
  init(hasDisplay: Bool = true, exchange: ExchangePrograms = .installed) async {
    household = Household(hasDisplay: hasDisplay)
    clock = CodeClock(file: nil, read: computer.read)
    desk = ManagementDesk(
      session: household.session, clock: clock, exchange: exchange, previews: previews, time: household.manual.time,
      now: { Date(timeIntervalSince1970: 59) })
    household.person.will(.types(Household.passphrase))
    _ = await ask(.create)
  }

  func ask(
    _ call: VaultCall, secret: String? = nil, from caller: ManagementCaller = terminal
  ) async -> (answer: VaultAnswer, secret: String?) {
    let (answer, released) = await desk.answer(call, secret: secret.map { SharedSecret(copying: $0.utf8) }, from: caller)
    return (answer, released?.withBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// The answer to a call with a secret that may be no text.
  func answer(_ call: VaultCall, bytes: [UInt8]) async -> VaultAnswer {
    await desk.answer(call, secret: SharedSecret(copying: bytes), from: Self.terminal).answer
  }

  func failure(_ call: VaultCall, secret: String? = nil, from caller: ManagementCaller = terminal) async -> VaultFailure.Code? {
    if case .failure(let failure) = await ask(call, secret: secret, from: caller).answer { failure.code } else { nil }
  }

  /// The entry in a call's answer; throws if the answer has none.
  func entry(_ call: VaultCall, secret: String? = nil) async throws -> VaultEntry {
    switch await ask(call, secret: secret).answer {
    case .added(let entry), .entry(let entry): return entry
    case .kept(let kept): return kept.entry
    case let answer: throw Unexpected(answer: answer)
    }
  }

  func entries(_ call: VaultCall) async throws -> [VaultEntry] {
    guard case .entries(let list) = await ask(call).answer else { throw Unexpected(answer: .done) }
    return list.entries
  }

  func details(_ query: String) async throws -> EntryDetails {
    let answer = await ask(.details(.init(query: query))).answer
    guard case .details(let details) = answer else { throw Unexpected(answer: answer) }
    return details
  }

  func list(_ query: VaultCall.CodesQuery) async throws -> (list: VaultAnswer.CodeList, lines: [String]) {
    let (answer, secret) = await ask(.codes(query))
    guard case .codes(let list) = answer else { throw Unexpected(answer: answer) }
    return (list, (secret ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  func code(_ query: String) async -> String? { await ask(.code(.init(query: query))).secret }

  func leave() { household.remove() }

  struct Unexpected: Error { let answer: VaultAnswer }
}
