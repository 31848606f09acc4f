// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How things stand with the vault, as far as anybody may know without it being open.
package struct VaultStatus: Codable, Hashable, Sendable {
  /// Whether the vault can be used.
  package enum State: String, Codable, Hashable, Sendable {
    case noVault
    case locked
    case unlocked
    /// There is a vault that cannot be used; VaultStatus/fault says why.
    case unreadable
  }

  /// Whether the vault can be used.
  package var state: State
  /// Why an unreadable vault is so: one of the failure codes `vaultUnreadable`, `vaultDamaged`, `vaultTooNew`, `vaultInUse`.
  package var fault: VaultFailure.Code?
  /// Where the vault's files lie, as an absolute path.
  package var folder: String
  /// How many credentials of each kind there are, by the kind's name; nil unless unlocked.
  package var counts: [String: Int]?
  /// The number of the vault's last transaction, by which a caller sees that something changed; nil for one without a grant.
  package var transaction: UInt64?
  /// How many credentials are older than what was stored last, or gone: somebody else than the vault changed its files. Nil for none.
  package var setBack: Int?
  /// Whether a recovery key was made of which nobody has said that it is on paper: a former one opens nothing. Nil where there is none.
  package var recoveryKeyMissed: Bool?
  /// How many copies of a vault lie beside the place where there is none; nil where there is one, or from a vault that does not count them.
  package var copies: Int?
  /// Whether the asking terminal gets codes without being asked again.
  package var terminalHasGrant: Bool
  /// Seconds without use after which the vault locks itself.
  package var locksAfter: Double

  /// Whether a PIN opens the vault; nil where there is none, or from a vault that knows no PINs.
  package var pin: PIN?

  /// Whether a finger opens the vault; nil where there is none, or from a vault that knows no fingers.
  package var finger: PIN?

  /// What a PIN or a finger is good for now.
  package enum PIN: String, Codable, Hashable, Sendable {
    /// None was chosen.
    case off
    /// It opens the vault, or verifies the person.
    case ready
    /// One was chosen, and the passphrase is asked for first.
    case afterPassphrase
  }

  /// Describes how things stand.
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
