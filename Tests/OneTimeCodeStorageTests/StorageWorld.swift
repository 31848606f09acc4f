// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory
import Synchronization
import Testing

/// A database file that is removed with the test. Separate stores on it play processes.
final class StorageWorld: Sendable {
  let folder: URL
  let keyBytes = SharedSecret(copying: (0..<32).map { UInt8($0 ^ 0x5A) })
  private let instant = Mutex(Date(timeIntervalSince1970: 1_700_000_010))
  private let evaluated = Mutex(0)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "one-time-codes-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var path: String { folder.appending(path: "codes.sqlite").path }
  var now: Date { instant.withLock { $0 } }
  var evaluations: Int { evaluated.withLock { $0 } }
  func advance(by seconds: Double) { instant.withLock { $0.addTimeInterval(seconds) } }

  func key() throws -> OneTimeCodeStorageKey { try OneTimeCodeStorageKey(keyBytes.copy()) }
  func store() throws -> SQLiteOneTimeCodeStore { try SQLiteOneTimeCodeStore(path: path, key: key()) }

  func verifier(_ store: SQLiteOneTimeCodeStore, _ policy: OneTimeCodeVerificationPolicy = .init()) -> Verifier {
    let clock = OneTimeCodeServerClock(
      now: { [unowned self] in now }, uptime: { [unowned self] in .seconds(now.timeIntervalSince1970) })
    return OneTimeCodeVerifier(
      store: store, policy: policy, clock: clock, handleEvent: { _ in },
      didEvaluate: { [unowned self] in evaluated.withLock { $0 += 1 } })
  }

  typealias Verifier = OneTimeCodeVerifier<SQLiteOneTimeCodeStore>

  static func user(_ name: String = "ada") throws -> OneTimeCodeUserID { try #require(OneTimeCodeUserID(name.utf8)) }

  func login(_ name: String = "ada") throws -> OneTimeCodeLogin {
    try OneTimeCodeLogin(afterFirstFactorOf: Self.user(name), transaction: [1], client: "192.0.2.1")
  }

  /// Enrols a user and advances ten periods. Returns the authenticator's parameters.
  func enrol(_ name: String = "ada", at verifier: Verifier) async throws -> OneTimeCodeParameters {
    var generator = SystemRandomNumberGenerator()
    let pending = try await verifier.beginEnrolment(of: Self.user(name), using: &generator)
    let code = pending.parameters.code(at: now).text
    #expect(try await verifier.activate(pending, firstCode: code, in: login(name)).isAccepted)
    advance(by: 300)
    evaluated.withLock { $0 = 0 }
    return pending.parameters
  }

  func credential(_ name: String = "ada", at verifier: Verifier) async throws -> ActiveOneTimeCode {
    try #require(try await verifier.credential(of: Self.user(name)))
  }
}
