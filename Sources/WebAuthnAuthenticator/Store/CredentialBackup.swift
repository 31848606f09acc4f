// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import WebAuthnModel

/// Whether a passkey can be backed up and has been, as in the flags BE and BS (WebAuthn L3 §6.1.3).
public enum CredentialBackup: Hashable, Sendable {
  /// Bound to one device: neither flag.
  case deviceBound
  /// Can be synchronised but is not yet: BE.
  case eligible
  /// Synchronised or backed up: BE and BS.
  case backedUp

  var flags: AuthenticatorData.Flags {
    switch self {
    case .deviceBound: []
    case .eligible: .backupEligible
    case .backedUp: [.backupEligible, .backupState]
    }
  }
}
