// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The state of the vault, as far as it may be known without opening it.
package struct VaultStatus: Codable, Hashable, Sendable {
  /// Whether the vault can be used.
  package enum State: String, Codable, Hashable, Sendable {
    case noVault
    case locked
    case unlocked
    /// There is a vault that cannot be used; VaultStatus/fault has the reason.
    case unreadable
  }

  /// Whether the vault can be used.
  package var state: State
  /// The reason that a vault is unreadable: one of the failure codes `vaultUnreadable`, `vaultDamaged`, `vaultTooNew`, `vaultInUse`.
  package var fault: VaultFailure.Code?
  /// The absolute path of the vault's files.
  package var folder: String
  /// The number of entries of each kind, by the kind's name; nil unless unlocked.
  package var counts: [String: Int]?
  /// The number of the vault's last transaction, with which a caller detects changes; nil for one without a grant.
  package var transaction: UInt64?
  /// The number of entries that are older than the version stored last, or missing, because another program changed the vault's files. Nil
  /// if there are none.
  package var setBack: Int?
  /// Whether a recovery key was created and not confirmed to be on paper; old ones open nothing. Nil if there is none.
  package var recoveryKeyMissed: Bool?
  /// The number of copies of a vault next to the path without one; nil if there is a vault, or from a vault that does not count them.
  package var copies: Int?
  /// Whether the requesting terminal gets codes without a prompt.
  package var terminalHasGrant: Bool
  /// The number of seconds without use after which the vault locks itself.
  package var locksAfter: Double

  /// The state of the PIN; nil if there is no vault, or from a vault that does not support PINs.
  package var pin: PIN?

  /// The state of the fingerprint; nil if there is no vault, or from a vault that does not support fingerprints.
  package var finger: PIN?

  /// The state of a PIN or a fingerprint.
  package enum PIN: String, Codable, Hashable, Sendable {
    /// None was chosen.
    case off
    /// It opens the vault, or verifies the user.
    case ready
    /// One was chosen, and the passphrase is needed first.
    case afterPassphrase
  }

  /// Creates a status.
  package init(
    state: State, fault: VaultFailure.Code? = nil, folder: String, counts: [String: Int]? = nil, terminalHasGrant: Bool, locksAfter: Double,
    pin: PIN? = nil, finger: PIN? = nil
  ) {
    self.state = state
    self.fault = fault
    self.folder = folder
    self.counts = counts
    self.terminalHasGrant = terminalHasGrant
    self.locksAfter = locksAfter
    self.pin = pin
    self.finger = finger
  }
}
