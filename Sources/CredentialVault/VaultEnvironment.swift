// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import Glibc

/// What the vault takes from outside: time, randomness and the policy for new vaults.
package struct VaultEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// A source of randomness for one operation.
  package var makeGenerator: @Sendable () -> any RandomNumberGenerator
  /// What a guess at the passphrase of a new vault costs; nil for what takes this computer 0.5 to 1 second.
  package var cost: KeyDerivationCost?
  /// What a guess costs at least: a slot that asks for less is sealed anew when its passphrase is typed.
  package var leastCost: KeyDerivationCost
  /// The most that the database may take on disk, in bytes.
  package var storageLimit: Int
  /// The most releases that are remembered.
  package var releaseLimit: Int
  /// Changes of the database beyond this version's, each a script; tests stand in for later versions with them.
  package var furtherMigrations: [String] = []

  /// What this computer is called in the account's log, where members alone read it.
  package var deviceName: String
  /// The TPM that keeps what a PIN or a finger opens.
  package var chip: SealingChip

  /// The system's clock and randomness, a cost that is measured, 512 MiB and 16 384 releases, unless said otherwise.
  package init(
    now: @escaping @Sendable () -> Date = { Date() },
    makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() },
    cost: KeyDerivationCost? = nil, leastCost: KeyDerivationCost = .floor, storageLimit: Int = 512 << 20, releaseLimit: Int = 16_384,
    deviceName: String = Self.hostName, chip: SealingChip = SealingChip()
  ) {
    self.now = now
    self.makeGenerator = makeGenerator
    self.cost = cost
    self.leastCost = leastCost
    self.storageLimit = storageLimit
    self.releaseLimit = releaseLimit
    self.deviceName = deviceName
    self.chip = chip
  }

  /// What the computer calls itself.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
