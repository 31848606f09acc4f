// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
package import CredentialVault
package import FoundationEssentials
import SecretMemory
import SyncModel

/// A vault's dealings with its account's other devices: what is asked of the other side, in which order, and what is made of the answers.
///
/// It decides nothing by the other side's word. The vault judges log, commits and bodies; an alarm ends all sending until the person decides.
/// One call at a time works; others wait for their turn.
package actor SyncClient {
  /// How often a change is tried anew when others came first.
  static let mostTurns = 16

  /// What one exchange came to.
  package struct Outcome: Hashable, Sendable {
    /// Whether records of this device have changed.
    package var hasChanged = false
    /// How many versions were sent.
    package var sentCount = 0
    /// Commits that were taken in.
    package var takenCount = 0

    /// Nothing happened.
    package init() {}
  }
  /// How far a long exchange is: versions that were taken or sent, and of how many; nil where nobody knows.
  package typealias Progress = @Sendable (_ done: Int, _ total: Int?) -> Void

  let vault: CredentialVault
  let way: SyncWay
  let now: @Sendable () -> Date
  let makeGenerator: @Sendable () -> any RandomNumberGenerator
  var replica: VaultReplica?
  /// What is known of the files at the other side.
  var files = FilesElsewhere()
  /// Names that this device gave in a line of the log that the folder does not show; they are given again.
  var namesToRepeat: [DeviceIdentifier: String] = [:]
  private var token: SharedSecret?
  private var isWorking = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Serves one vault over one way.
  /// - Parameters:
  ///   - now: The device's time.
  ///   - pause: Waits where the other side asks for it.
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

  /// Forgets keys and session; called when the vault is locked.
  package func forget() {
    replica = nil
    token = nil
    files = FilesElsewhere()
  }

  /// Log, chain and state as they are stored; nil for a vault that is not synchronised.
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
      // What was stored since is what holds, and not what lay in memory when something failed.
      if case .vault = VaultSyncError(error).code { replica = nil }
      let verdict = VaultSyncError(error)
      if let found = verdict.verdict, var replica = try? present(), replica.state.alarm == nil {
        try? vault.raise(found, in: &replica)
        self.replica = replica
      }
      throw verdict
    }
  }

  /// What is stored, for a call that is to send or take something.
  /// - Throws: `notInUse`; `stopped` while an alarm stands.
  func begin() throws -> VaultReplica {
    guard let replica = try present() else { throw VaultSyncError(.notInUse) }
    guard replica.state.alarm == nil else { throw VaultSyncError(.stopped) }
    return replica
  }

  // MARK: Asking

  /// Asks within a session, which is begun where there is none or it has ended.
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

  /// As ``ask(_:_:_:waitsForNews:)``, for answers that are no success.
  /// - Throws: What the refusal means.
  func demand(_ method: String, _ path: String, _ body: CBORMap? = nil, waitsForNews: Bool = false) async throws -> [UInt8] {
    let answer = try await ask(method, path, body, waitsForNews: waitsForNews)
    guard answer.status == 200 || answer.status == 204 else { throw try SyncWay.refusal(answer) }
    return answer.body
  }

  func session() async throws -> SharedSecret {
    if let token { return token }
    guard let replica = try present() else { throw VaultSyncError(.notInUse) }
    let new = try await way.login(as: replica.device, account: replica.log.account) { try replica.sign($0) }
    token = new
    return new
  }
}
