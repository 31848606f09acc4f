// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory
import Testing

@Suite("The database at rest")
struct AtRestTests {
  @Test("contains neither a secret nor a recovery code in plain text")
  func nothingInClear() async throws {
    let world = try StorageWorld()
    let verifier = world.verifier(try world.store())
    let authenticator = try await world.enrol(at: verifier)
    var generator = SystemRandomNumberGenerator()
    let fresh = try OneTimeCodeFreshFactor(vouchingFor: StorageWorld.user(), transaction: [1], at: world.now)
    let codes = try await verifier.makeRecoveryCodes(with: fresh, using: &generator)
    var files = Data()
    for file in try FileManager.default.contentsOfDirectory(at: world.folder, includingPropertiesForKeys: nil) {
      files += try Data(contentsOf: file)
    }
    #expect(files.count > 4096)
    let secret = authenticator.secret.withBytes { Data($0) }
    let base32 = authenticator.secret.withBytes { Base32.encode($0).withBytes { Data($0) } }
    #expect(files.range(of: secret) == nil && files.range(of: base32) == nil)
    for code in codes.codes {
      let text = code.withBytes { String(decoding: $0, as: UTF8.self) }
      #expect(files.range(of: Data(text.replacing("-", with: "").utf8)) == nil && files.range(of: Data(text.utf8)) == nil)
    }
  }

  @Test("binds an encrypted secret to its user and credential, and any change makes it unreadable")
  func binding() async throws {
    let world = try StorageWorld()
    let store = try world.store()
    let verifier = world.verifier(store)
    _ = try await world.enrol("ada", at: verifier)
    _ = try await world.enrol("eve", at: verifier)
    let queue = try DatabaseQueue(path: world.path)
    let swaps = [
      "UPDATE one_time_code SET sealed = (SELECT sealed FROM one_time_code WHERE user = CAST('eve' AS BLOB)) WHERE user = CAST('ada' AS BLOB)",
      "UPDATE one_time_code SET id = randomblob(16) WHERE user = CAST('eve' AS BLOB)",
    ]
    for swap in swaps { try await queue.write { try $0.execute(sql: swap) } }
    for name in ["ada", "eve"] {
      await #expect(throws: OneTimeCodeStorageError(.secretNotOpenable)) { try await store.active(of: StorageWorld.user(name)) }
    }
  }

  @Test("cannot be decrypted with another key")
  func otherKey() async throws {
    let world = try StorageWorld()
    _ = try await world.enrol(at: world.verifier(try world.store()))
    let other = try SQLiteOneTimeCodeStore(path: world.path, key: OneTimeCodeStorageKey(SecretBytes(byteCount: 32)))
    await #expect(throws: OneTimeCodeStorageError(.secretNotOpenable)) { try await other.active(of: StorageWorld.user()) }
  }

  @Test("keeps algorithm, digits and period for every algorithm", arguments: OneTimeCodeAlgorithm.allCases)
  func parameters(_ algorithm: OneTimeCodeAlgorithm) async throws {
    let world = try StorageWorld()
    let verifier = world.verifier(try world.store())
    var generator = SystemRandomNumberGenerator()
    for (digits, period) in [(6, 30), (7, 1), (8, 86_400)] {
      let made = try await verifier.beginEnrolment(
        of: StorageWorld.user(), algorithm: algorithm, digits: digits, period: .seconds(period), using: &generator)
      let read = try #require(try await verifier.pendingEnrolment(of: StorageWorld.user())).parameters
      #expect(read.algorithm == algorithm && read.digits == digits && read.period == .seconds(period))
      #expect(constantTimeEquals(read.secret, made.parameters.secret))
    }
  }

  @Test("keeps counts, drift and used steps after a restart")
  func reopened() async throws {
    let world = try StorageWorld()
    let authenticator = try await world.enrol(at: world.verifier(try world.store()))
    let code = authenticator.code(at: world.now.addingTimeInterval(-30)).text
    for accepted in [true, false] {
      let verifier = world.verifier(try world.store())
      let verdict = try await verifier.verify(code, of: try await world.credential(at: verifier), in: world.login())
      #expect(verdict.isAccepted == accepted)
      if !accepted { #expect(verdict == .usedBefore) }
    }
    #expect(try await world.store().active(of: StorageWorld.user())?.drift == OneTimeCodeDrift(steps: -1))
  }

  @Test("forgets client addresses once they are no longer counted")
  func addresses() async throws {
    let world = try StorageWorld()
    let store = try world.store()
    let limit = OneTimeCodeAttemptLimit(maximumCount: 2, per: .seconds(60))
    for expected in [true, true, false] {
      #expect(try await store.admit(limit, kind: "sign-in", name: "192.0.2.1", at: world.now) == expected)
    }
    try await store.giveBack(kind: "sign-in", name: "192.0.2.1")
    #expect(try await store.admit(limit, kind: "sign-in", name: "192.0.2.1", at: world.now))
    world.advance(by: 60)
    #expect(try await store.admit(limit, kind: "sign-in", name: "192.0.2.2", at: world.now))
    let names = try await DatabaseQueue(path: world.path).read { try String.fetchAll($0, sql: "SELECT name FROM one_time_code_attempts") }
    #expect(names == ["192.0.2.2"])
  }
}
