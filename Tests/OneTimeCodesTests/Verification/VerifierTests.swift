// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("O3, O4, O6: the verifier")
struct VerifierTests {
  let world = VerifierWorld()

  @Test(
    "accepts the periods of its profile and no others",
    arguments: [
      (OneTimeCodeTolerance.standard, [-1, 0]), (.strict, [0]), (.oneAhead, [-1, 0, 1]),
    ])
  func window(_ tolerance: OneTimeCodeTolerance, _ accepted: [Int]) async throws {
    for offset in -4...4 {
      let world = VerifierWorld(.init(tolerance: tolerance))
      let authenticator = try await world.enrol()
      let typed = authenticator.code(at: world.now.addingTimeInterval(Double(offset) * 30)).text
      #expect(try await world.verify(typed).isAccepted == accepted.contains(offset), "offset \(offset)")
    }
  }

  @Test("accepts a code once, even in the following period")
  func once() async throws {
    let code = try await world.enrol().code(at: world.now).text
    #expect(try await world.verify(code).isAccepted)
    #expect(try await world.verify(code) == .usedBefore)
    world.clocks.advance(by: 30)
    #expect(try await world.verify(code) == .usedBefore)
  }

  @Test("refuses the code before one that was used")
  func noStepBack() async throws {
    let authenticator = try await world.enrol()
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
    #expect(try await world.verify(authenticator.code(at: world.now.addingTimeInterval(-30)).text) == .usedBefore)
  }

  @Test("reports a repeated use to the service, and gives the client the same answer as for a wrong code")
  func duplicateUse() async throws {
    let code = try await world.enrol().code(at: world.now).text
    _ = try await world.verify(code)
    let verdict = try await world.verify(code, client: "198.51.100.7")
    let id = try #require(try await world.verifier.credential(of: world.user())).id
    #expect(try world.events == [.duplicateUse(world.user(), id, client: "198.51.100.7")])
    #expect(verdict.clientAnswer == OneTimeCodeVerdict.wrong.clientAnswer)
    #expect(verdict.clientAnswer == .notAccepted)
  }

  @Test("accepts one of 64 concurrent submissions of one code")
  func parallel() async throws {
    let code = try await world.enrol().code(at: world.now).text
    let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 { group.addTask { try await world.verify(code).isAccepted } }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
  }

  @Test("ignores spaces in a typed code")
  func spaces() async throws {
    let code = try await world.enrol().code(at: world.now).text
    #expect(try await world.verify(" \(code.prefix(3)) \(code.suffix(3)) ").isAccepted)
  }

  @Test(
    "treats a text not in the form of a code as wrong, without evaluation or cost of an attempt",
    arguments: ["", "12345", "1234567", "12345a", "１２３４５６", "१२३४५६", "123456\n", "123-456", String(repeating: " ", count: 100) + "123456"])
  func malformed(_ typed: String) async throws {
    try await world.enrol()
    #expect(try await world.verify(typed) == .wrong)
    #expect(world.evaluations == 0)
    let id = try #require(try await world.verifier.credential(of: world.user())).id
    #expect(world.store.failures(.code(id)) == 0)
  }

  @Test(
    "verifies codes of six to eight digits and all hashes at their own length", arguments: [6, 7, 8], OneTimeCodeAlgorithm.allCases)
  func digits(_ digits: Int, _ algorithm: OneTimeCodeAlgorithm) async throws {
    var generator = SystemRandomNumberGenerator()
    let authenticator = try await world.enrol(.generate(algorithm: algorithm, digits: digits, using: &generator))
    let code = authenticator.code(at: world.now).text
    #expect(try await world.verify(String(code.dropLast())) == .wrong)
    #expect(try await world.verify(code).isAccepted)
  }

  @Test("returns a fresh factor that names the login in which it was given")
  func transaction() async throws {
    let code = try await world.enrol().code(at: world.now).text
    guard case .accepted(let fresh) = try await world.verify(code) else { throw EnrolmentTests.Missing() }
    #expect(try fresh.user == world.user() && fresh.transaction == [1, 2, 3] && fresh.instant == world.now)
  }

  @Test("counts the attempt but keeps the code valid if the store fails after counting")
  func crash() async throws {
    let authenticator = try await world.enrol()
    let credential = try #require(try await world.verifier.credential(of: world.user()))
    let code = authenticator.code(at: world.now).text
    world.store.fail(after: 1)
    await #expect(throws: OneTimeCodeVerificationError(.storeFailed)) {
      try await world.verifier.verify(code, of: credential, in: world.login())
    }
    world.store.fail(after: nil)
    #expect(world.store.failures(.code(credential.id)) == 1)
    #expect(try await world.verify(code).isAccepted)
    #expect(world.store.failures(.code(credential.id)) == 0)
    // If the acceptance is never received, the user types the next code, and nobody can use this one.
    #expect(try await world.verify(code) == .usedBefore)
  }

  @Test("accepts no code of a factor that was removed during the sign-in")
  func removedMeanwhile() async throws {
    let authenticator = try await world.enrol()
    let credential = try #require(try await world.verifier.credential(of: world.user()))
    try await world.verifier.remove(credential, with: world.fresh())
    let verdict = try await world.verifier.verify(authenticator.code(at: world.now).text, of: credential, in: world.login())
    #expect(verdict == .wrong)
  }
}
