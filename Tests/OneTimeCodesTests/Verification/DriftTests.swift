// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import OneTimeCodes
import Testing

@Suite("O3: drift is learned from successes, one period at a time and at most two")
struct DriftTests {
  @Test(
    "each drift and accepted offset gives the drift that the table lists",
    arguments: [
      (-2, -3, -2), (-2, -2, -2), (-2, -1, -1), (-2, 0, -1), (-2, 1, -1),
      (-1, -2, -2), (-1, -1, -1), (-1, 0, 0), (-1, 1, 0),
      (0, -1, -1), (0, 0, 0), (0, 1, 1),
      (1, -1, 0), (1, 0, 0), (1, 1, 1), (1, 2, 2),
      (2, -1, 1), (2, 0, 1), (2, 1, 1), (2, 2, 2), (2, 3, 2),
    ])
  func table(_ before: Int, _ offset: Int, _ after: Int) {
    let drift = OneTimeCodeDrift(steps: before)
    #expect(drift.offsets(tolerating: .oneAhead).contains(offset))
    #expect(drift.afterSuccess(at: offset, tolerating: .oneAhead).steps == after)
  }

  @Test(
    "the window extends as far as the drift and always includes the tolerance without it",
    arguments: [
      (OneTimeCodeTolerance.standard, -2, -3...0), (.standard, -1, -2...0), (.standard, 0, -1...0), (.standard, 2, -1...2),
      (.oneAhead, -2, -3...1), (.oneAhead, 0, -1...1), (.oneAhead, 1, -1...2), (.oneAhead, 2, -1...3),
      (.strict, -2, 0...0), (.strict, 0, 0...0), (.strict, 2, 0...0),
    ])
  func window(_ tolerance: OneTimeCodeTolerance, _ steps: Int, _ offsets: ClosedRange<Int>) {
    #expect(OneTimeCodeDrift(steps: steps).offsets(tolerating: tolerance) == offsets)
  }

  @Test("the strict profile learns no drift")
  func strict() { #expect(OneTimeCodeDrift(steps: 1).afterSuccess(at: 0, tolerating: .strict).steps == 1) }

  @Test("a stored drift beyond two periods is treated as two", arguments: [(-9, -2), (3, 2)])
  func bounds(_ stored: Int, _ steps: Int) { #expect(OneTimeCodeDrift(steps: stored).steps == steps) }

  @Test("a device that gradually becomes slower is followed up to two periods and no further")
  func slowDevice() async throws {
    let world = VerifierWorld()
    let authenticator = try await world.enrol()
    for (lag, isAccepted) in [(1, true), (2, true), (3, true), (4, false)] {
      #expect(
        try await world.verify(authenticator.code(at: world.now.addingTimeInterval(Double(-30 * lag))).text).isAccepted == isAccepted,
        "\(lag) periods slow")
      world.clocks.advance(by: 300)
    }
  }

  @Test("a device whose clock was corrected is never locked out")
  func setRight() async throws {
    let world = VerifierWorld()
    let authenticator = try await world.enrol()
    for lag in [1, 2, 2, 0] {
      #expect(try await world.verify(authenticator.code(at: world.now.addingTimeInterval(Double(-30 * lag))).text).isAccepted)
      world.clocks.advance(by: 300)
    }
  }

  @Test("failures teach no drift: a code beyond the window stays refused however often it is tried")
  func failures() async throws {
    let world = VerifierWorld()
    let authenticator = try await world.enrol()
    for _ in 0..<4 {
      #expect(try await world.verify(authenticator.code(at: world.now.addingTimeInterval(-60)).text) == .wrong)
      world.clocks.advance(by: 300)
    }
  }

  @Test("a repeated use of a code teaches no drift")
  func duplicates() async throws {
    let world = VerifierWorld()
    let authenticator = try await world.enrol()
    let code = authenticator.code(at: world.now).text
    _ = try await world.verify(code)
    world.clocks.advance(by: 30)
    #expect(try await world.verify(code) == .usedBefore)
    #expect(try await world.verify(authenticator.code(at: world.now.addingTimeInterval(-60)).text) == .wrong)
  }
}
