// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialProviderHost
import CredentialVault
import Foundation
import Testing
import VaultProtocol
import passfold_vault

@Suite("Releases by the management endpoint")
struct ReleaseDeskTests {
  private func releases(_ desk: AskedDesk, _ query: VaultCall.ReleasesQuery = .init()) async throws -> VaultAnswer.ReleaseList {
    let answer = await desk.ask(.releases(query)).answer
    guard case .releases(let list) = answer else { throw AskedDesk.Unexpected(answer: answer) }
    return list
  }

  @Test("every released code and secret is logged with its recipient, and names are not")
  func log() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    _ = await desk.ask(.list())
    #expect(try await releases(desk).rows.isEmpty)
    #expect(await desk.code("shop") == "287082")
    desk.household.person.will(.types(Household.passphrase))
    #expect(await desk.ask(.exportSetUp(.init(query: "shop"))).secret?.hasPrefix("otpauth:") == true)
    desk.household.person.will(.says(true))
    #expect(await desk.ask(.code(.init(query: "shop")), from: AskedDesk.stranger).secret == "287082")
    let list = try await releases(desk)
    #expect(list.rows.map(\.kind) == [.code, .setUpLink, .code] && list.total == 3 && list.missing == 0)
    #expect(
      list.rows.map(\.recipient) == ["the program /usr/bin/curl", "the program /usr/bin/passfold", "the program /usr/bin/passfold"])
    #expect(list.rows.allSatisfy { $0.title == "Shop" && $0.user == "anne" && $0.door == .management })
    #expect(list.rows.allSatisfy { $0.time == Household.today.timeIntervalSince1970 })
    #expect(try await releases(desk, .init(before: 3, limit: 1)).rows.map(\.number) == [2])
  }

  @Test("a refused release is not logged")
  func refused() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.code(.init(query: "shop")), from: AskedDesk.stranger) == .refused)
    #expect(try await releases(desk).rows.isEmpty)
  }

  @Test("a repeated live list is logged once in ten minutes, and a different one immediately")
  func liveLists() async throws {
    let desk = await AskedDesk()
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    for _ in 0..<20 {
      _ = try await desk.list(.init(query: ""))
      desk.household.manual.advance(by: .seconds(2))
    }
    #expect(try await releases(desk).rows.map(\.title) == ["The codes of all accounts"])
    _ = try await desk.list(.init(query: "shop"))
    #expect(try await releases(desk).rows.map(\.kind) == [.codes, .codes])
    desk.household.manual.advance(by: .seconds(590))
    _ = try await desk.list(.init(query: ""))
    #expect(try await releases(desk).total == 3)
  }

  @Test("the log is shown to a caller with a grant, or after a confirmation")
  func asked() async {
    let desk = await AskedDesk()
    defer { desk.leave() }
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.releases(.init()), from: AskedDesk.stranger) == .refused)
    #expect(desk.household.person.confirmations.last?.description.contains("log of what left your vault") == true)
    #expect(await desk.failure(.releases(.init(limit: 0))) == .badRequest)
  }

  @Test("without a display the passphrase prompt replaces the confirmation, and names what it permits")
  func withoutDisplay() async throws {
    let desk = await AskedDesk(hasDisplay: false)
    defer { desk.leave() }
    _ = await desk.ask(.addCode(.init(confirmed: true)), secret: AskedDesk.link)
    desk.household.person.will(.says(true))
    #expect(await desk.failure(.code(.init(query: "shop")), from: AskedDesk.stranger) == .canceled)
    #expect(desk.household.person.confirmations.isEmpty)
    desk.household.person.will(.types("not it"), .types(Household.passphrase))
    #expect(await desk.ask(.code(.init(query: "shop")), from: AskedDesk.stranger).secret == "287082")
    let asked = try #require(desk.household.person.passphraseQuestions.last)
    #expect(asked.description.contains("/usr/bin/curl") && asked.description.contains("Shop (anne)"))
    // It permitted this one release, and gave no grant.
    #expect(await desk.failure(.list(), from: AskedDesk.stranger) == .canceled)
  }

  @Test("a prompt program for terminals asks for the passphrase instead of a confirmation")
  func terminalProgram() async {
    let household = Household()
    defer { household.remove() }
    let passphrase = household.person.prompt.passphrase
    let session = VaultSession(
      folder: household.folder.appending(path: "other"), environment: .init(cost: .floor),
      prompt: SessionPrompt(
        passphrase: passphrase, confirm: { _ throws(PassphrasePromptError) in throw PassphrasePromptError(.nowhereToAsk) }))
    let desk = ManagementDesk(session: session, clock: CodeClock(file: nil))
    household.person.will(.types(Household.passphrase), .types(Household.passphrase))
    _ = await desk.answer(.create, secret: nil, from: AskedDesk.stranger)
    func stranger(_ terminal: String?) -> ManagementCaller {
      ManagementCaller(role: .cli, program: "curl", session: nil, terminal: PromptTerminal(name: terminal))
    }
    #expect(await desk.answer(.list(), secret: nil, from: stranger("/dev/pts/3")).answer == .entries(.init(entries: [])))
    #expect(await desk.answer(.list(), secret: nil, from: stranger(nil)).answer == .failure(VaultFailure(.nowhereToAsk)))
    await session.lock()
  }
}
