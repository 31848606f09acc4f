// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// What the vault takes from outside: time, randomness and the policy for new vaults.
package struct VaultEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// A source of randomness for one operation.
  package var makeGenerator: @Sendable () -> any RandomNumberGenerator
  /// What a guess at the passphrase of a new vault costs.
  package var cost: KeyDerivationCost
  /// The most that the database may take on disk, in bytes.
  package var storageLimit: Int
  /// The most releases that are remembered.
  package var releaseLimit: Int

  /// The system's clock and randomness, the standard cost, 512 MiB and 16 384 releases, unless said otherwise.
  package init(
    now: @escaping @Sendable () -> Date = { Date() },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    cost: KeyDerivationCost = .standard, storageLimit: Int = 512 << 20, releaseLimit: Int = 16_384
  ) {
    self.now = now
    self.makeGenerator = makeGenerator
    self.cost = cost
    self.storageLimit = storageLimit
    self.releaseLimit = releaseLimit
  }
}
