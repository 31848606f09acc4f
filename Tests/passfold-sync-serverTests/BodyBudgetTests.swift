// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import Testing
import passfold_sync_server

@Suite("The budget for request bodies in transfer")
struct BodyBudgetTests {
  private static let piece = 4 << 20

  private func account(_ number: Int) throws -> BodyBudget.Pot {
    .account(try #require(AccountIdentifier([UInt8](repeating: UInt8(number), count: 16))))
  }

  /// The number of pieces that fit.
  private func room(in budget: BodyBudget, _ pots: (Int) throws -> [BodyBudget.Pot]) rethrows -> Int {
    for number in 0..<100 where !budget.take(Self.piece, from: try pots(number)) { return number }
    return 100
  }

  @Test("allows 64 MiB for all clients without a session, 32 MiB for each account, and 256 MiB in total")
  func shares() throws {
    let budget = BodyBudget()
    #expect(room(in: budget) { [.all, .network("\($0)"), .strangers] } == 16)
    #expect(try room(in: budget) { [.all, .network("member \($0)"), try account(1)] } == 8)
    #expect(try room(in: budget) { [.all, .network("member \($0)"), try account($0 + 2)] } == 40, "256 MiB in all")
  }

  @Test("allows 64 MiB for the accounts of one network, and leaves room for other networks")
  func networks() throws {
    let budget = BodyBudget()
    #expect(try room(in: budget) { [.all, .network("firm"), try account($0)] } == 16)
    #expect(budget.take(Self.piece, from: [.all, .network("other"), try account(0)]))
  }

  @Test("is released when a request is answered, and a refused piece uses none of it")
  func giving() throws {
    let budget = BodyBudget()
    let pots: [BodyBudget.Pot] = [.all, .network("a"), try account(1)]
    #expect(budget.take(32 << 20, from: pots))
    for _ in 0..<3 { #expect(!budget.take(1, from: pots)) }
    #expect(budget.take(32 << 20, from: [.all, .network("a"), try account(2)]), "a refusal used the network's budget")
    budget.giveBack(32 << 20, to: pots)
    #expect(budget.take(32 << 20, from: pots))
  }
}
