// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import Foundation
import Testing
import VaultProtocol
import passfold_vault

/// Each vault costs a key derivation, so they are created one after another.
@Suite("The live code list and the clock at the management desk", .serialized)
struct CodeListDeskTests {
  private typealias Desk = AskedDesk
  private static let hotp = "otpauth://hotp/Bank:anne?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&counter=0"

  @Test("the list returns all matching codes in row order and advances no counter")
  func list() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    _ = try await desk.entry(.addCode(.init(service: "bank.example", confirmed: true)), secret: Self.hotp)
    _ = try await desk.entry(.addCode(.init(title: "Waiting", separate: true)), secret: Desk.otherLink)
    let (list, lines) = try await desk.list(.init(query: ""))
    #expect(list.rows.map(\.entry.title) == ["Bank", "Shop", "Waiting"])
    #expect(list.rows.map(\.onRequest) == [true, nil, nil] && list.rows.map(\.entry.pending) == [nil, nil, true])
    #expect(lines.count == 3 && lines[0].isEmpty && lines[1] == "287082")
    #expect(list.total == 3 && list.time == 59 && list.compensation == nil)
    #expect(list.rows[1].validFrom == 30 && list.rows[1].validUntil == 60 && list.rows[1].period == 30)
    // RFC 4226 appendix D: the first code has not been used up.
    #expect(await desk.code("bank") == "755224")
    #expect(try await desk.list(.init(query: "shop anne")).list.rows.map(\.entry.title) == ["Shop", "Waiting"])
    let page = try await desk.list(.init(query: "", offset: 1, limit: 1)).list
    #expect(page.rows.map(\.entry.title) == ["Shop"] && page.total == 3)
    #expect(await desk.failure(.codes(.init(query: "", offset: -1))) == .badRequest)
    #expect(await desk.failure(.codes(.init(query: "", limit: 0))) == .badRequest)
  }

  @Test("the next code is returned with the current one on request, unless the code is counter-based")
  func withNext() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    _ = try await desk.entry(.addCode(.init(service: "bank.example", confirmed: true)), secret: Self.hotp)
    let next = await desk.ask(.code(.init(query: "shop", next: true))).secret
    #expect(await desk.ask(.code(.init(query: "shop", withNext: true))).secret == "287082\n" + (next ?? ""))
    #expect(try await desk.list(.init(query: "shop", withNext: true)).lines == ["287082 " + (next ?? "")])
    #expect(await desk.ask(.code(.init(query: "bank", withNext: true))).secret == "755224")
  }

  @Test("an unattended list never prompts, and extends neither the grant nor the unlocked time")
  func unattended() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    let call = VaultCall.codes(.init(query: "", unattended: true))
    #expect(await desk.ask(call).secret == "287082")
    #expect(await desk.failure(call, from: Desk.stranger) == .wouldAsk)
    _ = await desk.ask(.lock)
    #expect(await desk.failure(call) == .locked)
    #expect(desk.household.person.confirmations.isEmpty && desk.household.person.passphraseQuestions.count == 1)
  }

  @Test("codes follow another clock once the user agrees, and their validity is given in system time")
  func compensation() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    _ = try await desk.entry(.addCode(.init(confirmed: true)), secret: Desk.link)
    desk.household.person.will(.says(false))
    #expect(await desk.failure(.compensateClock(.init(seconds: 90))) == .refused)
    #expect(await desk.ask(.clock).answer == .clock(.init()))
    desk.household.person.will(.says(true))
    #expect(await desk.ask(.compensateClock(.init(seconds: 90.5))).answer == .clock(.init(compensation: 90.5)))
    #expect(desk.household.person.confirmations.last?.description.contains("90.5 seconds later") == true)
    guard case .code(let issued) = await desk.ask(.code(.init(query: "shop"))).answer else {
      Issue.record("no code")
      return
    }
    // 59 s of system time is 149.5 s by agreement: the period from 120 to 150, which is 29.5 to 59.5 in system time.
    #expect(issued.validFrom == 29.5 && issued.validUntil == 59.5)
    let list = try await desk.list(.init(query: "")).list
    #expect(list.time == 59 && list.compensation == 90.5)
    desk.computer.change(realtime: 10)
    #expect(await desk.ask(.clock).answer == .clock(.init(void: true)))
    #expect(await desk.code("shop") == "287082")
  }

  @Test("a stranger needs a confirmation to end a compensation, and one of more than a day is refused")
  func endingCompensation() async throws {
    let desk = await Desk()
    defer { desk.leave() }
    #expect(await desk.failure(.compensateClock(.init(seconds: 86_401))) == .badRequest)
    #expect(desk.household.person.confirmations.isEmpty)
    desk.household.person.will(.says(true), .says(false))
    _ = await desk.ask(.compensateClock(.init(seconds: -3)))
    #expect(await desk.failure(.compensateClock(.init(seconds: nil)), from: Desk.stranger) == .refused)
    #expect(desk.clock.state == .compensated(-3))
    #expect(await desk.ask(.compensateClock(.init(seconds: nil))).answer == .clock(.init()))
  }
}
