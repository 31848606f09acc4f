// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Whether a provider can answer without asking for a passphrase first; the system offers to unlock one that cannot.
public enum CredentialProviderLockState: Hashable, Sendable {
  /// There is nothing to unlock yet: the person has made no vault.
  case noVault
  /// A passphrase is needed before anything can be filled.
  case locked
  /// Credentials can be filled.
  case unlocked
}
