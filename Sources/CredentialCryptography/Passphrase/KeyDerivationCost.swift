// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The memory and work needed for one guess at a passphrase (RFC 9106 §3.1).
package struct KeyDerivationCost: Hashable, Sendable {
  /// Memory in KiB.
  package let memoryKiB: UInt32
  /// Passes over the memory.
  package let passes: UInt32
  /// Lanes that may be filled in parallel.
  package let lanes: UInt32

  /// Creates a cost between ``floor`` and ``ceiling``.
  /// - Throws: `costBelowFloor` or `costAboveCeiling`.
  package init(memoryKiB: UInt32, passes: UInt32, lanes: UInt32) throws(CredentialCryptographyError) {
    self.init(unchecked: memoryKiB, passes, lanes)
    let low = Self.floor
    let high = Self.ceiling
    if memoryKiB < low.memoryKiB || passes < low.passes || lanes < low.lanes { throw CredentialCryptographyError(.costBelowFloor) }
    if memoryKiB > high.memoryKiB || passes > high.passes || lanes > high.lanes { throw CredentialCryptographyError(.costAboveCeiling) }
  }

  private init(unchecked memoryKiB: UInt32, _ passes: UInt32, _ lanes: UInt32) {
    self.memoryKiB = memoryKiB
    self.passes = passes
    self.lanes = lanes
  }

  /// Returns the maximum of both costs in memory, passes and lanes separately.
  package func raised(to other: KeyDerivationCost) -> KeyDerivationCost {
    KeyDerivationCost(
      unchecked: max(memoryKiB, other.memoryKiB), max(passes, other.passes), max(lanes, other.lanes))
  }

  /// 64 MiB, 3 passes, 4 lanes (RFC 9106 §4, second recommended option). A slot with a lower cost is rejected.
  package static let floor = KeyDerivationCost(unchecked: 64 * 1024, 3, 4)
  /// 2 GiB, 10 passes, 16 lanes. A slot with a higher cost is rejected, so that a hostile file cannot exhaust the machine.
  package static let ceiling = KeyDerivationCost(unchecked: 2 * 1024 * 1024, 10, 16)
}
