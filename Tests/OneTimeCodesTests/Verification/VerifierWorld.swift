// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodes
import SecretMemory
import Synchronization
import Testing

/// A verifier with an in-memory store, clocks that tests control, and a record of events and evaluations.
final class VerifierWorld: Sendable {
  let store = MemoryStore()
  let clock: OneTimeCodeServerClock
  let verifier: OneTimeCodeVerifier<MemoryStore>

  init(_ policy: OneTimeCodeVerificationPolicy = .init()) {
    // Captured one by one, because the verifier must not retain the world that owns it.
    let clocks = Clocks()
    clock = OneTimeCodeServerClock(now: { clocks.wall }, uptime: { clocks.uptime })
    self.clocks = clocks
    let notes = Notes()
    self.notes = notes
    verifier = OneTimeCodeVerifier(
      store: store, policy: policy, clock: clock, handleEvent: { notes.add($0) }, didEvaluate: { notes.countEvaluation() })
  }

  let clocks: Clocks
  let notes: Notes

  var now: Date { clocks.wall }
  var events: [OneTimeCodeEvent] { notes.events }
  var evaluations: Int { notes.evaluations }

  static let user = OneTimeCodeUserID("ada".utf8)

  func user() throws -> OneTimeCodeUserID { try #require(Self.user) }

  func login(_ client: String = "192.0.2.1") throws -> OneTimeCodeLogin {
    try OneTimeCodeLogin(afterFirstFactorOf: user(), transaction: [1, 2, 3], client: client)
  }

  /// A fresh factor vouched for by the service, for tests of what follows it.
  func fresh() throws -> OneTimeCodeFreshFactor { try OneTimeCodeFreshFactor(vouchingFor: user(), transaction: [1, 2, 3], at: now) }

  func begin(_ parameters: OneTimeCodeParameters? = nil) async throws -> PendingOneTimeCode {
    var generator = SystemRandomNumberGenerator()
    guard let parameters else { return try await verifier.beginEnrolment(of: user(), using: &generator) }
    return try await verifier.beginEnrolment(of: user(), parameters: parameters, using: &generator)
  }

  /// Enrols and advances ten periods, so that no earlier code is in the window. Returns the parameters in the user's authenticator.
  @discardableResult
  func enrol(_ parameters: OneTimeCodeParameters? = nil) async throws -> OneTimeCodeParameters {
    let pending = try await begin(parameters)
    let verdict = try await verifier.activate(pending, firstCode: pending.parameters.code(at: now).text, in: login())
    #expect(verdict.isAccepted)
    clocks.advance(by: 300)
    notes.forget()
    return pending.parameters
  }

  func verify(_ typed: String, client: String = "192.0.2.1") async throws -> OneTimeCodeVerdict {
    let credential = try #require(try await verifier.credential(of: user()))
    return try await verifier.verify(typed, of: credential, in: login(client))
  }

  /// Returns a code that no nearby period has.
  func wrong(_ parameters: OneTimeCodeParameters) -> String {
    let near = (-5...5).map { parameters.code(at: now.addingTimeInterval(Double($0) * 30)).text }
    return (0...).lazy.map { String(format: "%06d", $0) }.first { !near.contains($0) } ?? ""
  }

  /// Wall clock and uptime.
  final class Clocks: Sendable {
    private let state = Mutex((wall: Date(timeIntervalSince1970: 1_700_000_010), uptime: 1000.0))
    var wall: Date { state.withLock { $0.wall } }
    var uptime: Duration { .seconds(state.withLock { $0.uptime }) }
    func advance(by seconds: Double) {
      state.withLock { ($0.wall, $0.uptime) = ($0.wall.addingTimeInterval(seconds), $0.uptime + seconds) }
    }
    /// Sets the wall clock only.
    func jump(by seconds: Double) { state.withLock { $0.wall.addTimeInterval(seconds) } }
  }

  /// Events and evaluations.
  final class Notes: Sendable {
    private let state = Mutex((events: [OneTimeCodeEvent](), evaluations: 0))
    var events: [OneTimeCodeEvent] { state.withLock { $0.events } }
    var evaluations: Int { state.withLock { $0.evaluations } }
    func add(_ event: OneTimeCodeEvent) { state.withLock { $0.events.append(event) } }
    func countEvaluation() { state.withLock { $0.evaluations += 1 } }
    func forget() { state.withLock { $0 = ([], 0) } }
  }
}
