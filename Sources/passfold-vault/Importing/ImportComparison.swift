// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import VaultProtocol

/// Compares what comes in, from a file or another provider, with what the open vault has.
struct ImportComparison: Sendable {
  let session: VaultSession
  let now: Date
  /// A source of randomness for one operation.
  let makeGenerator: @Sendable () -> any RandomNumberGenerator

  /// What an import would do.
  ///
  /// - Parameter resolution: What a person chose for a record that differs.
  func plan(
    _ collection: ImportedCollection, _ resolution: @escaping @Sendable (ImportPlace) -> ImportPlan.Resolution
  ) async throws(VaultFailure) -> ImportPlan {
    var generator = makeGenerator()
    let key = SharedSecret(SecretBytes.random(byteCount: 32, using: &generator))
    let makeGenerator = makeGenerator
    let vault = try await session.vault()
    do throws(CredentialVaultError) {
      var planner = try ImportPlanner(
        vault, now: now, key: key,
        makeIdentifier: {
          var generator = makeGenerator()
          return RecordIdentifier.random(using: &generator)
        }, resolution: resolution)
      return try planner.plan(collection)
    } catch {
      throw VaultFailure(error, now: now)
    }
  }

  /// Stores what was planned, as one act that can be taken back.
  func store(_ plan: ImportPlan) async throws(VaultFailure) {
    let vault = try await session.vault()
    do throws(CredentialVaultError) {
      try vault.store(plan.batch)
    } catch {
      throw VaultFailure(error, now: now)
    }
    await session.recordsChanged()
  }
}
