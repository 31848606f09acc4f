// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Testing

@Suite("O5: rate limits")
struct RateTests {
  let world = VerifierWorld()

  @Test("after five failures a right code is refused without evaluation until the wait is over, and a success resets the count")
  func wait() async throws {
    let authenticator = try await world.enrol()
    for _ in 0..<5 { #expect(try await world.verify(world.wrong(authenticator)) == .wrong) }
    #expect(try await world.verify(authenticator.code(at: world.now).text) == .tooSoon(retryAfter: .seconds(30)))
    #expect(world.evaluations == 5)
    world.clocks.advance(by: 30)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
    let id = try #require(try await world.verifier.credential(of: world.user())).id
    #expect(world.store.failures(.code(id)) == 0)
  }

  @Test("the wait doubles from half a minute to an hour, and a hundred consecutive failures stop verification")
  func hardStop() async throws {
    let authenticator = try await world.enrol()
    var waits: [Double] = []
    var wait = 0.0
    while true {
      switch try await world.verify(world.wrong(authenticator)) {
      case .wrong:
        waits.append(wait)
        wait = 0
      case .tooSoon(let retryAfter):
        wait = Double(retryAfter.components.seconds)
        world.clocks.advance(by: wait)
      case let verdict:
        #expect(verdict == .exhausted)
        #expect(waits.prefix(14) == [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
        #expect(waits.count == 100 && world.evaluations == 100)
        let id = try #require(try await world.verifier.credential(of: world.user())).id
        #expect(try world.events == [.hardStop(world.user(), .code(id), client: "192.0.2.1")])
        world.clocks.advance(by: 365 * 86_400)
        #expect(try await world.verify(authenticator.code(at: world.now).text) == .exhausted)
        return
      }
    }
  }

  @Test("another factor lifts the hard stop")
  func lift() async throws {
    let authenticator = try await world.enrol()
    try await exhaust(authenticator)
    #expect(try await world.verify(authenticator.code(at: world.now).text) == .exhausted)
    try await world.verifier.clearFailures(with: world.fresh())
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
  }

  @Test("a recovery code is accepted despite a hard stop and lifts it")
  func recoveryLifts() async throws {
    let authenticator = try await world.enrol()
    var generator = SystemRandomNumberGenerator()
    let codes = try await world.verifier.makeRecoveryCodes(with: world.fresh(), using: &generator)
    try await exhaust(authenticator)
    let recovery = codes.codes[0].withBytes { String(decoding: $0, as: UTF8.self) }
    #expect(try await world.verifier.redeem(recoveryCode: recovery, in: world.login()).isAccepted)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
  }

  @Test("a client's failures count across all accounts, and a success gives back only one attempt")
  func perClient() async throws {
    let world = VerifierWorld(.init(perClient: .init(maximumCount: 3, per: .seconds(600))))
    let authenticator = try await world.enrol()
    #expect(try await world.verify(world.wrong(authenticator)) == .wrong)
    #expect(try await world.verify(world.wrong(authenticator)) == .wrong)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
    #expect(try await world.verify(world.wrong(authenticator)) == .wrong)
    // The interval began with the enrolment, five minutes ago.
    #expect(try await world.verify(world.wrong(authenticator)) == .tooSoon(retryAfter: .seconds(300)))
    #expect(try await world.verify(world.wrong(authenticator), client: "198.51.100.7") == .wrong)
    world.clocks.advance(by: 600)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
  }

  @Test("the service's failures count across all clients and are reported when they reach the limit")
  func overall() async throws {
    let world = VerifierWorld(.init(overall: .init(maximumCount: 3, per: .seconds(60))))
    let authenticator = try await world.enrol()
    for client in ["192.0.2.1", "192.0.2.2", "192.0.2.3"] {
      #expect(try await world.verify(world.wrong(authenticator), client: client) == .wrong)
    }
    #expect(world.events == [.overallLimitReached])
    #expect(try await world.verify(world.wrong(authenticator), client: "192.0.2.4") == .tooSoon(retryAfter: .seconds(60)))
    #expect(world.evaluations == 3)
  }

  @Test("a refused attempt is not counted, so the wait does not grow with further attempts")
  func refusedIsFree() async throws {
    let authenticator = try await world.enrol()
    for _ in 0..<5 { _ = try await world.verify(world.wrong(authenticator)) }
    for _ in 0..<50 { _ = try await world.verify(world.wrong(authenticator)) }
    world.clocks.advance(by: 30)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
  }

  private func exhaust(_ authenticator: OneTimeCodeParameters) async throws {
    for _ in 0..<100 {
      world.clocks.advance(by: 3600)
      #expect(try await world.verify(world.wrong(authenticator)) == .wrong)
    }
  }
}
