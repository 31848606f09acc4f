// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import OneTimeCodeStorage
import OneTimeCodes
import SecretMemory
import Synchronization

/// One enrolled user in a separate database file, and a clock that changes only when it is moved.
final class SoakWorld: Sendable {
  let folder: URL
  let authenticator: OneTimeCodeParameters
  private let store: SQLiteOneTimeCodeStore
  private let verifier: OneTimeCodeVerifier<SQLiteOneTimeCodeStore>
  private let credential: ActiveOneTimeCode
  private let time: Mutable<Date>
  private let evaluated: Mutable<Int>

  var now: Date { time.value }
  var evaluations: Int { evaluated.value }
  var database: String { folder.appending(path: "codes.sqlite").path }
  var key: URL { folder.appending(path: "codes.key") }

  init() async throws {
    let time = Mutable(Date(timeIntervalSince1970: 1_700_000_010))
    let evaluated = Mutable(0)
    let folder = FileManager.default.temporaryDirectory.appending(path: "passfold-soak-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    var generator = SystemRandomNumberGenerator()
    let store = try SQLiteOneTimeCodeStore(
      path: folder.appending(path: "codes.sqlite").path,
      key: OneTimeCodeStorageKey(file: folder.appending(path: "codes.key"), using: &generator))
    self.store = store
    verifier = Self.verifier(store, now: { time.value }, didEvaluate: { evaluated.change { $0 += 1 } })
    let pending = try await verifier.beginEnrolment(of: Self.user(), using: &generator)
    authenticator = pending.parameters
    _ = try await verifier.activate(pending, firstCode: authenticator.code(at: time.value).text, in: Self.login())
    guard let credential = try await verifier.credential(of: Self.user()) else { throw CocoaError(.coderValueNotFound) }
    self.credential = credential
    self.folder = folder
    self.time = time
    self.evaluated = evaluated
    advance(by: 300)
    evaluated.change { $0 = 0 }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func advance(by seconds: Double) { time.change { $0.addTimeInterval(seconds) } }

  func submit(_ code: String) async throws -> OneTimeCodeVerdict {
    try await verifier.verify(code, of: credential, in: Self.login())
  }

  /// Makes the conditional update of one period, with no checks before it.
  func use(step: Int64) async throws -> Bool {
    let keys = OneTimeCodeTallyKeys(user: try Self.user(), factor: .code(credential.id), client: "192.0.2.1")
    let use = OneTimeCodeUse(keys: keys, credential: credential.id, step: step, drift: OneTimeCodeDrift(), instant: now)
    return try await store.use(use) == .used
  }

  /// Starts another process that submits a code this many times concurrently.
  func child(submitting code: String, times: Int) throws -> Child {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["submit", database, key.path, "\(now.timeIntervalSince1970)", code, "\(times)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return Child(process: process, output: output)
  }

  static func verifier(
    _ store: SQLiteOneTimeCodeStore, now: @escaping @Sendable () -> Date, didEvaluate: (@Sendable () -> Void)?
  ) -> OneTimeCodeVerifier<SQLiteOneTimeCodeStore> {
    let unlimited = OneTimeCodeAttemptLimit(maximumCount: .max, per: .seconds(60))
    return OneTimeCodeVerifier(
      store: store, policy: .init(perClient: unlimited, overall: unlimited),
      clock: OneTimeCodeServerClock(now: now, uptime: { .seconds(now().timeIntervalSince1970) }), handleEvent: { _ in },
      didEvaluate: didEvaluate)
  }

  static func user() throws -> OneTimeCodeUserID {
    guard let user = OneTimeCodeUserID("ada".utf8) else { throw CocoaError(.coderValueNotFound) }
    return user
  }

  static func login() throws -> OneTimeCodeLogin {
    try OneTimeCodeLogin(afterFirstFactorOf: user(), transaction: [1], client: "192.0.2.1")
  }
}

/// A value that several tasks change.
final class Mutable<Value: Sendable>: Sendable {
  private let state: Mutex<Value>
  init(_ value: Value) { state = Mutex(value) }
  var value: Value { state.withLock { $0 } }
  func change(_ body: (inout Value) -> Void) { state.withLock { body(&$0) } }
}

/// A process that submits a code.
struct Child {
  let process: Process
  let output: Pipe

  func kill() { if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// The number of successes it reported, once it has ended. It writes one line for each as it happens.
  func accepted() -> Int {
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").filter { $0 == "accepted" }.count
  }
}
