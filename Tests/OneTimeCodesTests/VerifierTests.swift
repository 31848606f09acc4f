// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Synchronization
import Testing

@Suite("Verifying typed codes")
struct VerifierTests {
  static let start = Date(timeIntervalSince1970: 1_700_000_010)
  let store = MemoryStore()

  func verify(_ typed: String, at now: Date = start) async throws -> OneTimeCodeVerdict {
    try await OneTimeCodeVerifier(store: store)
      .verify(typed, for: "ada", parameters: OneTimeCodeParameters(secret: Vectors.rfcSecret), at: now)
  }

  func typed(at instant: Date) throws -> String { try OneTimeCodeParameters(secret: Vectors.rfcSecret).code(at: instant).text }

  @Test(
    "accepts the current code and the one before, no older and no later one",
    arguments: [(0.0, true), (-30, true), (-60, false), (30, false)])
  func window(_ offset: Double, _ accepted: Bool) async throws {
    let verdict = try await verify(typed(at: Self.start.addingTimeInterval(offset)))
    #expect(verdict == (accepted ? .accepted : .wrong))
  }

  @Test("accepts a code once, also in the following period")
  func once() async throws {
    let code = try typed(at: Self.start)
    #expect(try await verify(code) == .accepted)
    #expect(try await verify(code) == .usedBefore)
    #expect(try await verify(code, at: Self.start.addingTimeInterval(30)) == .usedBefore)
  }

  @Test("does not accept the code before one that was used")
  func noStepBack() async throws {
    #expect(try await verify(typed(at: Self.start)) == .accepted)
    #expect(try await verify(typed(at: Self.start.addingTimeInterval(-30))) == .usedBefore)
  }

  @Test("of many parallel tries with the same code one is accepted")
  func parallel() async throws {
    let code = try typed(at: Self.start)
    let accepted = try await withThrowingTaskGroup(of: OneTimeCodeVerdict.self) { group in
      for _ in 0..<5 { group.addTask { try await verify(code) } }
      return try await group.reduce(0) { $0 + ($1 == .accepted ? 1 : 0) }
    }
    #expect(accepted == 1)
  }

  @Test("spaces in a typed code do not matter")
  func spaces() async throws {
    let code = try typed(at: Self.start)
    #expect(try await verify(" \(code.prefix(3)) \(code.suffix(3)) ") == .accepted)
  }

  @Test("a text without the form of a code is wrong and costs no try", arguments: ["", "12345", "1234567", "12345a", "１２３４５６", "123456\n"])
  func malformed(_ typed: String) async throws {
    #expect(try await verify(typed) == .wrong)
    #expect(store.attempts == nil)
  }

  @Test("after five failures a right code is refused unseen until the wait is over")
  func rateLimit() async throws {
    let wrong = try typed(at: Self.start) == "000000" ? "000001" : "000000"
    for _ in 0..<5 { #expect(try await verify(wrong) == .wrong) }
    #expect(try await verify(typed(at: Self.start)) == .tooSoon(retryAfter: .seconds(30)))
    let later = Self.start.addingTimeInterval(30)
    #expect(try await verify(typed(at: later), at: later) == .accepted)
    #expect(store.attempts?.failures == 0)
  }

  @Test("the wait doubles up to an hour, and a hundred failures end it")
  func exhaustion() {
    var attempts = OneTimeCodeAttempts()
    var now = Self.start
    var waits: [Double] = []
    while attempts.admit(at: now) == .admitted {
      let next = attempts.nextTry ?? now
      waits.append(next.timeIntervalSince(now))
      now = next
    }
    #expect(waits.count == OneTimeCodeAttempts.mostFailures)
    #expect(waits.prefix(13) == [0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    #expect(attempts.admit(at: now) == .exhausted)
  }

  @Test("refuses to verify with a secret shorter than 128 bits, or with a counter")
  func unfit() async throws {
    let short = try OneTimeCodeParameters(secret: SharedSecret(copying: [1, 2, 3]))
    let counter = try OneTimeCodeParameters(secret: Vectors.rfcSecret, form: .counterBased(counter: 0))
    for parameters in [short, counter] {
      await #expect(throws: OneTimeCodeVerificationError<Never>.self) {
        try await OneTimeCodeVerifier(store: store).verify("123456", for: "ada", parameters: parameters, at: Self.start)
      }
    }
  }

  @Test("issued secrets have the length of the hash", arguments: OneTimeCodeAlgorithm.allCases)
  func generation(_ algorithm: OneTimeCodeAlgorithm) throws {
    var generator = SystemRandomNumberGenerator()
    let parameters = try OneTimeCodeParameters.generate(algorithm: algorithm, using: &generator)
    #expect(parameters.secret.byteCount == algorithm.secretByteCount)
    #expect(!constantTimeEquals(parameters.secret, try OneTimeCodeParameters.generate(algorithm: algorithm, using: &generator).secret))
  }
}

/// One credential's state in memory, atomic by a lock.
final class MemoryStore: OneTimeCodeVerificationStore {
  private let state = Mutex<(attempts: OneTimeCodeAttempts?, lastStep: UInt64?)>((nil, nil))

  var attempts: OneTimeCodeAttempts? { state.withLock { $0.attempts } }

  func updateAttempts<Result: Sendable>(
    of credential: String, _ change: @escaping @Sendable (inout OneTimeCodeAttempts) -> Result
  ) async throws(Never) -> Result {
    state.withLock { state in
      var attempts = state.attempts ?? OneTimeCodeAttempts()
      defer { state.attempts = attempts }
      return change(&attempts)
    }
  }

  func advanceLastStep(of credential: String, to step: UInt64) async throws(Never) -> Bool {
    state.withLock { state in
      if let last = state.lastStep, last >= step { return false }
      state.lastStep = step
      return true
    }
  }
}
