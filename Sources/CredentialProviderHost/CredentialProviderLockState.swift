// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a provider can answer without first asking for a passphrase. The system offers to unlock one that cannot.
public enum CredentialProviderLockState: Hashable, Sendable {
  /// There is nothing to unlock, because the user has not created a vault.
  case noVault
  /// A passphrase is required before anything can be filled.
  case locked
  /// Credentials can be filled.
  case unlocked
}
