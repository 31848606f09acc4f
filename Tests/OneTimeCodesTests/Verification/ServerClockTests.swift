// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import Testing

@Suite("O3: the server's clock")
struct ServerClockTests {
  let world = VerifierWorld()

  @Test("a jump of more than a minute, back or forward, stops verification and is reported once", arguments: [61.0, -61, 86_400, -1e9])
  func jump(_ seconds: Double) async throws {
    let authenticator = try await world.enrol()
    world.clocks.jump(by: seconds)
    let code = authenticator.code(at: world.now).text
    for _ in 0..<3 { #expect(try await world.verify(code) == .clockAlarm) }
    #expect(world.events == [.clockAlarm(jump: .seconds(seconds))])
    #expect(world.evaluations == 0)
    #expect(OneTimeCodeVerdict.clockAlarm.clientAnswer == .outOfService)
  }

  @Test("a jump of a minute or less is accepted", arguments: [60.0, -60, 1])
  func smallJump(_ seconds: Double) async throws {
    let authenticator = try await world.enrol()
    world.clocks.jump(by: seconds)
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
    #expect(world.clock.alarm == nil)
  }

  @Test("small jumps add up, so the clock cannot be moved in steps")
  func walk() async throws {
    let authenticator = try await world.enrol()
    world.clocks.jump(by: -40)
    #expect(try await world.verify(world.wrong(authenticator)) == .wrong)
    world.clocks.jump(by: -40)
    #expect(try await world.verify(world.wrong(authenticator)) == .clockAlarm)
  }

  @Test("NTP's slow correction never adds up to an alarm")
  func slew() async throws {
    let authenticator = try await world.enrol()
    for _ in 0..<200 {
      world.clocks.advance(by: 3600)
      world.clocks.jump(by: 1.8)
      #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
    }
  }

  @Test("a clock that returns to the right time stays distrusted until verification is resumed")
  func latch() async throws {
    let authenticator = try await world.enrol()
    world.clocks.jump(by: 3600)
    #expect(try await world.verify(authenticator.code(at: world.now).text) == .clockAlarm)
    world.clocks.jump(by: -3600)
    #expect(try await world.verify(authenticator.code(at: world.now).text) == .clockAlarm)
    #expect(world.clock.alarm == .seconds(3600))
    world.clock.resume()
    #expect(try await world.verify(authenticator.code(at: world.now).text).isAccepted)
  }

  @Test("while the clock is distrusted, no other operation relies on it")
  func others() async throws {
    try await world.enrol()
    let credential = try #require(try await world.verifier.credential(of: world.user()))
    let fresh = try world.fresh()
    var generator = SystemRandomNumberGenerator()
    world.clocks.jump(by: 120)
    await #expect(throws: OneTimeCodeVerificationError(.clockAlarm)) { try await world.verifier.remove(credential, with: fresh) }
    await #expect(throws: OneTimeCodeVerificationError(.clockAlarm)) { try await world.verifier.pendingEnrolment(of: world.user()) }
    await #expect(throws: OneTimeCodeVerificationError(.clockAlarm)) {
      try await world.verifier.makeRecoveryCodes(with: fresh, using: &generator)
    }
    #expect(try await world.verifier.redeem(recoveryCode: String(repeating: "A", count: 24), in: world.login()) == .clockAlarm)
  }

  @Test("setting the clock back to a used code's period does not make the code valid again")
  func replayAfterResume() async throws {
    let authenticator = try await world.enrol()
    let code = authenticator.code(at: world.now).text
    #expect(try await world.verify(code).isAccepted)
    world.clocks.advance(by: 600)
    world.clocks.jump(by: -600)
    _ = try await world.verify(code)
    world.clock.resume()
    #expect(try await world.verify(code) == .usedBefore)
  }
}
