// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a verifier keeps per credential, in whatever database the service has.
///
/// Both operations must be atomic towards each other and towards themselves, also across processes: they are what makes a code good for
/// one use only and what makes guessing slow.
public protocol OneTimeCodeVerificationStore: Sendable {
  /// How the service names a credential.
  associatedtype CredentialID: Sendable
  /// What the database throws.
  associatedtype Failure: Error

  /// Reads the attempts of a credential (a fresh value when there are none), lets `change` edit them, and writes them back, in one transaction.
  func updateAttempts<Result: Sendable>(
    of credential: CredentialID, _ change: @escaping @Sendable (inout OneTimeCodeAttempts) -> Result
  ) async throws(Failure) -> Result

  /// Sets the credential's last used step by one conditional update, only if the stored one is smaller or missing.
  ///
  /// - Returns: Whether it was set; `false` means that this step or a later one has been used.
  func advanceLastStep(of credential: CredentialID, to step: UInt64) async throws(Failure) -> Bool
}
