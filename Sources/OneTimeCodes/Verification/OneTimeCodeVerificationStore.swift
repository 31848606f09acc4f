// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The stored form of one credential. The secret is in plain text here: a store encrypts it, bound to the user and the credential, with a
/// key that is not in its database.
public struct StoredOneTimeCode: Sendable {
  /// The account.
  public let user: OneTimeCodeUserID
  /// The credential.
  public let id: OneTimeCodeCredentialID
  /// Secret, algorithm, digits and period.
  public let parameters: OneTimeCodeParameters
  /// The clock drift of the user's device, learned from correct codes.
  public let drift: OneTimeCodeDrift
  /// The time at which a pending credential expires; has no meaning for an active one.
  public let expires: Date
  /// For a pending credential: the active one that it will replace.
  public let replaces: OneTimeCodeCredentialID?

  /// Restores a stored credential.
  public init(
    user: OneTimeCodeUserID, id: OneTimeCodeCredentialID, parameters: OneTimeCodeParameters, drift: OneTimeCodeDrift = .init(),
    expires: Date, replaces: OneTimeCodeCredentialID?
  ) {
    self.user = user
    self.id = id
    self.parameters = parameters
    self.drift = drift
    self.expires = expires
    self.replaces = replaces
  }
}

/// The use of one correct code, to be recorded.
public struct OneTimeCodeUse: Hashable, Sendable {
  /// The counters that the attempt was charged to.
  public let keys: OneTimeCodeTallyKeys
  /// The credential.
  public let credential: OneTimeCodeCredentialID
  /// The period of the code.
  public let step: Int64
  /// The drift to store.
  public let drift: OneTimeCodeDrift
  /// The time at which the code was checked.
  public let instant: Date

  /// Creates a use, for the store to record in one transaction.
  package init(
    keys: OneTimeCodeTallyKeys, credential: OneTimeCodeCredentialID, step: Int64, drift: OneTimeCodeDrift, instant: Date
  ) {
    self.keys = keys
    self.credential = credential
    self.step = step
    self.drift = drift
    self.instant = instant
  }
}

/// The result of recording a use.
public enum OneTimeCodeUseResult: Hashable, Sendable {
  /// The step is later than any used before, and is now the last used step.
  case used
  /// This step or a later one has been used.
  case usedBefore
  /// The credential no longer exists, or is not in the required state.
  case gone
}

/// The storage of a verifier, in any database that the service uses.
///
/// Every operation is one atomic transaction, isolated from all others, including those of other processes. This limits each code to one
/// use and slows down guessing. `OneTimeCodeStorage` is the SQLite implementation.
public protocol OneTimeCodeVerificationStore: Sendable {
  /// Stores a pending credential, replacing any other pending one of the user.
  func insertPending(_ credential: StoredOneTimeCode) async throws

  /// Returns the user's pending credential if it has not expired at this instant.
  func pending(of user: OneTimeCodeUserID, at now: Date) async throws -> StoredOneTimeCode?

  /// Returns the user's active credential.
  func active(of user: OneTimeCodeUserID) async throws -> StoredOneTimeCode?

  /// Deletes the user's pending credential.
  func removePending(of user: OneTimeCodeUserID) async throws

  /// Deletes the user's active credential if it is this one, with its recovery codes and failures.
  ///
  /// - Returns: Whether the credential existed.
  func removeActive(_ id: OneTimeCodeCredentialID, of user: OneTimeCodeUserID) async throws -> Bool

  /// Activates the pending credential of `use`, with `use` as its first use, if it is pending at the use's instant and the active
  /// credential is still the one that it replaces. Deletes the replaced credential. ``OneTimeCodeTallies/noteSuccess()`` applies.
  func activate(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult

  /// Sets the last step and the drift of the active credential in one conditional update, only if the stored step is smaller. If it was
  /// updated, ``OneTimeCodeTallies/noteSuccess()`` applies.
  func use(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult

  /// Reads the counts for the keys (new ones if there are none), lets `change` edit them, and writes them back.
  ///
  /// - Parameter now: Counts whose span has ended at this instant may be deleted.
  func updateTallies<Result: Sendable>(
    _ keys: OneTimeCodeTallyKeys, at now: Date, _ change: @escaping @Sendable (inout OneTimeCodeTallies) -> Result
  ) async throws -> Result

  /// Clears the consecutive failures of every factor of the user.
  func clearFailures(of user: OneTimeCodeUserID) async throws

  /// Stores this set of recovery codes and deletes all older ones.
  func replaceRecoveryCodes(of user: OneTimeCodeUserID, with codes: [StoredRecoveryCode]) async throws

  /// Returns the unused recovery codes.
  func recoveryCodes(of user: OneTimeCodeUserID) async throws -> [StoredRecoveryCode]

  /// Deletes one recovery code in one conditional statement. If it existed, ``OneTimeCodeTallies/noteSuccess()`` applies and the failures
  /// of every factor of the user are cleared.
  ///
  /// - Returns: The number of codes left, or `nil` if the code no longer existed.
  func takeRecoveryCode(_ code: StoredRecoveryCode, countedAs keys: OneTimeCodeTallyKeys) async throws -> Int?
}
