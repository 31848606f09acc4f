// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
package import CredentialVault
package import FoundationEssentials
import SecretMemory
import SyncModel

/// A vault's communication with its account's other devices: the requests, their order, and the handling of replies.
///
/// It never decides on the other side's word. The vault verifies log, commits and bodies, and an alarm stops all sending until the user
/// decides. Calls run one at a time; others wait for their turn.
package actor SyncClient {
  /// The maximum number of attempts for a change when others come first.
  static let mostTurns = 16

  /// The outcome of one exchange.
  package struct Outcome: Hashable, Sendable {
    /// Whether records on this device have changed.
    package var hasChanged = false
    /// The number of versions sent.
    package var sentCount = 0
    /// The number of commits received.
    package var takenCount = 0

    /// Creates an empty outcome.
    package init() {}
  }
  /// The progress of a long exchange: the number of versions received or sent, and the total; nil if unknown.
  package typealias Progress = @Sendable (_ done: Int, _ total: Int?) -> Void

  let vault: CredentialVault
  let way: SyncWay
  let now: @Sendable () -> Date
  let makeGenerator: @Sendable () -> any RandomNumberGenerator
  var replica: VaultReplica?
  /// The known state of the files at the other side.
  var files = FilesElsewhere()
  /// The names that this device gave in a line of the log that the folder does not show, to be given again.
  var namesToRepeat: [DeviceIdentifier: String] = [:]
  /// Whether another device had closed the account at the previous place by the time this one had moved it, and so may have moved it
  /// elsewhere.
  package internal(set) var wasMovedByAnother = false
  /// How many seconds the server's clock was ahead of this computer's at the last login; nil before, and for a folder.
  private(set) var serverLead: Double?
  private var token: SharedSecret?
  private var isWorking = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a client for one vault over one exchange.
  /// - Parameters:
  ///   - now: Returns the device's time.
  ///   - pause: Waits if the other side asks for it.
  package init(
    vault: CredentialVault, exchange: SyncExchange, now: @escaping @Sendable () -> Date = { Date() },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
  ) {
    self.vault = vault
    way = SyncWay(exchange: exchange, pause: pause)
    self.now = now
    self.makeGenerator = makeGenerator
  }

  /// Forgets keys and session. Call this when the vault is locked.
  package func forget() {
    replica = nil
    token = nil
    files = FilesElsewhere()
    namesToRepeat = [:]
  }

  /// Returns the stored log, chain and state; nil for a vault that is not synchronised.
  /// - Throws: `vault`.
  package func present() throws(VaultSyncError) -> VaultReplica? {
    if let replica { return replica }
    do {
      replica = try vault.replica()
      return replica
    } catch {
      throw VaultSyncError(error)
    }
  }

  // MARK: Turns

  func turn<Value>(_ body: () async throws -> Value) async throws(VaultSyncError) -> Value {
    if isWorking { await withCheckedContinuation { waiting.append($0) } }
    isWorking = true
    defer {
      if waiting.isEmpty { isWorking = false } else { waiting.removeFirst().resume() }
    }
    do {
      return try await body()
    } catch {
      // After a failure the stored state counts, not the one in memory.
      if case .vault = VaultSyncError(error).code { replica = nil }
      var verdict = VaultSyncError(error)
      // Of a server that is something else.
      if isOfFolder, verdict.code == .refused, verdict.detail == "not_found" { verdict = VaultSyncError(.refused, detail: "folder_empty") }
      if let found = verdict.verdict, var replica = try? present(), replica.state.alarm == nil {
        try? vault.raise(found, in: &replica)
        self.replica = replica
      }
      throw verdict
    }
  }

  /// Returns the stored state, for a call that sends or receives something.
  /// - Throws: `notInUse`; `stopped` during an alarm.
  func begin() throws -> VaultReplica {
    guard let replica = try present() else { throw VaultSyncError(.notInUse) }
    guard replica.state.alarm == nil else { throw VaultSyncError(.stopped) }
    return replica
  }

  // MARK: Asking

  /// Sends a request within a session, and starts one if there is none or it has ended.
  func ask(_ method: String, _ path: String, _ body: CBORMap? = nil, waitsForNews: Bool = false, pauses: Bool = true) async throws -> (
    status: Int, body: [UInt8]
  ) {
    for isLast in [false, true] {
      let token = try await session()
      let answer = try await way.send(
        SyncRequest(method, path, body: body.map(SyncWay.encode), token: token, waitsForNews: waitsForNews), pauses: pauses)
      if answer.status == 401, !isLast {
        self.token = nil
        continue
      }
      return answer
    }
    throw VaultSyncError(.loginRefused)
  }

  /// As ``ask(_:_:_:waitsForNews:)``, but throws for unsuccessful replies.
  /// - Throws: The error for the refusal.
  func demand(_ method: String, _ path: String, _ body: CBORMap? = nil, waitsForNews: Bool = false) async throws -> [UInt8] {
    let answer = try await ask(method, path, body, waitsForNews: waitsForNews)
    guard answer.status == 200 || answer.status == 204 else { throw try SyncWay.refusal(answer) }
    return answer.body
  }

  func session() async throws -> SharedSecret {
    if let token { return token }
    guard let replica = try present() else { throw VaultSyncError(.notInUse) }
    let new = try await way.login(as: replica.device, account: replica.log.account) { try replica.sign($0) }
    token = new.token
    // A folder tells the time of this computer.
    if !isOfFolder { serverLead = Double(new.time) / 1000 - now().timeIntervalSince1970 }
    return new.token
  }
}
