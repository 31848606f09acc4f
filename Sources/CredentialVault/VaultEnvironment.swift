// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials
import SecretMemory
import Glibc

/// The vault's external dependencies: time, randomness and the policy for new vaults.
package struct VaultEnvironment: Sendable {
  /// The current time.
  package var now: @Sendable () -> Date
  /// Returns a source of randomness for one operation.
  package var makeGenerator: @Sendable () -> any RandomNumberGenerator
  /// The cost of a guess at the passphrase of a new vault; nil for a cost that takes this computer 0.5 to 1 second.
  package var cost: KeyDerivationCost?
  /// The minimum cost of a guess. A slot with a lower cost is encrypted again when its passphrase is typed.
  package var leastCost: KeyDerivationCost
  /// The maximum size of the database on disk, in bytes.
  package var storageLimit: Int
  /// The maximum number of logged releases.
  package var releaseLimit: Int
  /// Database migrations beyond this version's, each a script; tests use them to simulate later versions.
  package var furtherMigrations: [String] = []

  /// How many bytes the file system of a path has left for this user; nil where it does not say.
  package var freeByteCount: @Sendable (String) -> Int? = Self.systemFreeByteCount

  /// The name of this computer in the account's log, which only members can read.
  package var deviceName: String
  /// The TPM that protects PIN and fingerprint keys.
  package var chip: SealingChip

  /// Creates an environment; by default with the system's clock and randomness, a measured cost, 512 MiB and 16 384 releases.
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

  /// Makes the slot that opens a vault's root with a passphrase. Takes as long as the cost dictates.
  func makeSlot(
    sealing root: LocalRoot, passphrase: borrowing SecretBytes, device: DeviceIdentifier, using generator: inout some RandomNumberGenerator
  ) throws(CredentialCryptographyError) -> PassphraseSlot {
    let cost = if let cost { cost } else { try CostCalibration.ofThisComputer.cost() }
    return try PassphraseSlot(sealing: root, passphrase: passphrase, device: device, cost: cost.raised(to: leastCost), using: &generator)
  }

  /// What the system says.
  @Sendable private static func systemFreeByteCount(_ path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// The computer's host name.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
