// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialVault
import Synchronization
import VaultProtocol

/// Long work that holds keys or what they opened, and would hold them past a lock: a lock ends it.
final class WorkWithKeys: Sendable {
  private let running = Mutex<[ObjectIdentifier: KeepingWork]>([:])

  /// Ends all of it at its next step.
  func endAll() {
    let ended = running.withLock { running in
      defer { running = [:] }
      return running
    }
    for work in ended.values { work.cancel() }
  }

  fileprivate func begin(_ work: KeepingWork) { running.withLock { $0[ObjectIdentifier(work)] = work } }

  /// Whether nothing has ended the work before.
  fileprivate func finish(_ work: KeepingWork) -> Bool { running.withLock { $0.removeValue(forKey: ObjectIdentifier(work)) != nil } }
}

extension VaultSession {
  /// Does long work that holds keys.
  /// - Throws: `locked` if the vault was locked meanwhile, whatever the work has found until then; and the errors of the work.
  func holdingKeys<Value: Sendable>(
    _ work: KeepingWork, _ body: () async throws(VaultFailure) -> Value
  ) async throws(VaultFailure) -> Value {
    workWithKeys.begin(work)
    let result: Result<Value, VaultFailure>
    do throws(VaultFailure) { result = .success(try await body()) } catch { result = .failure(error) }
    guard workWithKeys.finish(work) else { throw VaultFailure(.locked) }
    return try result.get()
  }
}
