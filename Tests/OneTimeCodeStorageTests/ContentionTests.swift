// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory
import Testing

@Suite("Single use under concurrency")
struct ContentionTests {
  /// `make soak` runs the promised thousand rounds.
  static let rounds = 50

  @Test("64 concurrent submissions of one code have exactly one success in each round")
  func concurrent() async throws {
    let world = try StorageWorld()
    let verifier = world.verifier(try world.store())
    let authenticator = try await world.enrol(at: verifier)
    for round in 0..<Self.rounds {
      let credential = try await world.credential(at: verifier)
      let code = authenticator.code(at: world.now).text
      let verdicts = try await withThrowingTaskGroup(of: OneTimeCodeVerdict.self) { group in
        for _ in 0..<64 { group.addTask { try await verifier.verify(code, of: credential, in: world.login()) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(verdicts.filter(\.isAccepted).count == 1, "round \(round)")
      #expect(!verdicts.contains(.wrong))
      world.advance(by: 300)
    }
  }

  @Test("the conditional update on its own accepts exactly one of 64 concurrent uses")
  func updateAlone() async throws {
    let world = try StorageWorld()
    let store = try world.store()
    let verifier = world.verifier(store)
    _ = try await world.enrol(at: verifier)
    let id = try await world.credential(at: verifier).id
    let use = try use(of: id, world, step: 1 << 40)
    let results = try await withThrowingTaskGroup(of: OneTimeCodeUseResult.self) { group in
      for _ in 0..<64 { group.addTask { try await store.use(use) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.filter { $0 == .used }.count == 1)
    #expect(results.filter { $0 == .usedBefore }.count == 63)
  }

  @Test("two stores on one database accept a code once between them")
  func twoStores() async throws {
    let world = try StorageWorld()
    let verifiers = [world.verifier(try world.store()), world.verifier(try world.store())]
    let authenticator = try await world.enrol(at: verifiers[0])
    for _ in 0..<10 {
      let credential = try await world.credential(at: verifiers[1])
      let code = authenticator.code(at: world.now).text
      let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<16 {
          group.addTask { try await verifiers[index % 2].verify(code, of: credential, in: world.login()).isAccepted }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(accepted == 1)
      world.advance(by: 300)
    }
  }

  @Test("guesses over a long time, by two processes, are evaluated at most a hundred times")
  func guesses() async throws {
    let world = try StorageWorld()
    let unlimited = OneTimeCodeAttemptLimit(maximumCount: .max, per: .seconds(60))
    let policy = OneTimeCodeVerificationPolicy(perClient: unlimited, overall: unlimited)
    let verifiers = [world.verifier(try world.store(), policy), world.verifier(try world.store(), policy)]
    let authenticator = try await world.enrol(at: verifiers[0])
    let credential = try await world.credential(at: verifiers[0])
    var accepted = 0
    for guess in 0..<4000 {
      let typed = String(format: "%06d", guess)
      guard !(-3...3).contains(where: { authenticator.code(at: world.now.addingTimeInterval(Double($0) * 30)).text == typed }) else {
        continue
      }
      if try await verifiers[guess % 2].verify(typed, of: credential, in: world.login()).isAccepted { accepted += 1 }
      world.advance(by: 120)
    }
    #expect(accepted == 0)
    #expect(world.evaluations == 100)
  }

  @Test("parallel guesses cannot exceed the attempt limit")
  func parallelGuesses() async throws {
    let world = try StorageWorld()
    let verifier = world.verifier(try world.store())
    let authenticator = try await world.enrol(at: verifier)
    let credential = try await world.credential(at: verifier)
    let near = (-5...5).map { authenticator.code(at: world.now.addingTimeInterval(Double($0) * 30)).text }
    let guesses = (0..<100).map { String(format: "%06d", $0) }.filter { !near.contains($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for guess in guesses { group.addTask { _ = try await verifier.verify(guess, of: credential, in: world.login()) } }
      try await group.waitForAll()
    }
    #expect(world.evaluations == 5)
  }

  @Test("of 32 concurrent redemptions of one recovery code, across two stores, one is accepted")
  func recovery() async throws {
    let world = try StorageWorld()
    let verifiers = [world.verifier(try world.store()), world.verifier(try world.store())]
    _ = try await world.enrol(at: verifiers[0])
    var generator = SystemRandomNumberGenerator()
    let fresh = try OneTimeCodeFreshFactor(vouchingFor: StorageWorld.user(), transaction: [1], at: world.now)
    let codes = try await verifiers[0].makeRecoveryCodes(with: fresh, using: &generator)
    for code in codes.codes {
      let typed = code.withBytes { String(decoding: $0, as: UTF8.self) }
      let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<32 {
          group.addTask { try await verifiers[index % 2].redeem(recoveryCode: typed, in: world.login()).isAccepted }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(accepted == 1)
      world.advance(by: 3600)
    }
    #expect(try await verifiers[1].recoveryCodesLeft(of: StorageWorld.user()) == 0)
  }

  @Test("of 16 concurrent activations of one enrolment, one is accepted")
  func enrolments() async throws {
    let world = try StorageWorld()
    let verifier = world.verifier(try world.store())
    var generator = SystemRandomNumberGenerator()
    let pending = try await verifier.beginEnrolment(of: StorageWorld.user(), using: &generator)
    let code = pending.parameters.code(at: world.now).text
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask { (try? await verifier.activate(pending, firstCode: code, in: world.login()).isAccepted) ?? false }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
  }

  private func use(of id: OneTimeCodeCredentialID, _ world: StorageWorld, step: Int64) throws -> OneTimeCodeUse {
    OneTimeCodeUse(
      keys: OneTimeCodeTallyKeys(user: try StorageWorld.user(), factor: .code(id), client: "192.0.2.1"), credential: id, step: step,
      drift: OneTimeCodeDrift(), instant: world.now)
  }
}
