// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// What a store keeps of one credential. The secret is in clear here: a store seals it under a key that is not in its database, with user
/// and credential bound to it.
public struct StoredOneTimeCode: Sendable {
  /// The account.
  public let user: OneTimeCodeUserID
  /// The credential.
  public let id: OneTimeCodeCredentialID
  /// Secret, algorithm, digits and period.
  public let parameters: OneTimeCodeParameters
  /// What right codes have taught about the device's clock.
  public let drift: OneTimeCodeDrift
  /// When the pending credential ends by itself; of no meaning once active.
  public let expires: Date
  /// For a pending credential: the active one whose place it shall take.
  public let replaces: OneTimeCodeCredentialID?

  /// Takes up a stored row.
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

/// One right code, about to be used up.
public struct OneTimeCodeUse: Hashable, Sendable {
  /// Whose tries it was counted among.
  public let keys: OneTimeCodeTallyKeys
  /// The credential.
  public let credential: OneTimeCodeCredentialID
  /// The period of the code.
  public let step: Int64
  /// The drift to keep from now on.
  public let drift: OneTimeCodeDrift
  /// When it was judged.
  public let instant: Date

  /// Describes the use of a code that was found right, for the store to carry out in one transaction.
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

/// What became of a use.
public enum OneTimeCodeUseResult: Hashable, Sendable {
  /// The step was later than any used before, and is the last one now.
  case used
  /// This step or a later one has been used.
  case usedBefore
  /// The credential is not there any more, or not in the state asked for.
  case gone
}

/// What a verifier keeps, in whatever database the service has.
///
/// Every operation is one transaction, atomic towards all others, also of other processes: that is what makes a code good for one use only
/// and guessing slow. `OneTimeCodeStorage` is the implementation for SQLite.
public protocol OneTimeCodeVerificationStore: Sendable {
  /// Keeps a pending credential in place of any other pending one of the user.
  func insertPending(_ credential: StoredOneTimeCode) async throws

  /// The user's pending credential that has not expired at this instant.
  func pending(of user: OneTimeCodeUserID, at now: Date) async throws -> StoredOneTimeCode?

  /// The user's active credential.
  func active(of user: OneTimeCodeUserID) async throws -> StoredOneTimeCode?

  /// Forgets the user's pending credential.
  func removePending(of user: OneTimeCodeUserID) async throws

  /// Forgets the user's active credential if it is this one, with its recovery codes and failures.
  ///
  /// - Returns: Whether it was there.
  func removeActive(_ id: OneTimeCodeCredentialID, of user: OneTimeCodeUserID) async throws -> Bool

  /// Makes the pending credential of `use` the active one, with the use as its first, if it is pending at the use's instant and the
  /// active credential is still the one that it replaces; the replaced one goes. ``OneTimeCodeTallies/noteSuccess()`` applies.
  func activate(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult

  /// Sets last step and drift of the active credential by one conditional update, only if the stored step is smaller;
  /// where it was set, ``OneTimeCodeTallies/noteSuccess()`` applies.
  func use(_ use: OneTimeCodeUse) async throws -> OneTimeCodeUseResult

  /// Reads the counts that belong to the keys (fresh ones where there are none), lets `change` edit them, and writes them back.
  ///
  /// - Parameter now: Counts whose stretch has ended at this instant may be forgotten.
  func updateTallies<Result: Sendable>(
    _ keys: OneTimeCodeTallyKeys, at now: Date, _ change: @escaping @Sendable (inout OneTimeCodeTallies) -> Result
  ) async throws -> Result

  /// Ends the row of failures of every factor of the user.
  func clearFailures(of user: OneTimeCodeUserID) async throws

  /// Keeps this set of recovery codes and forgets all older ones.
  func replaceRecoveryCodes(of user: OneTimeCodeUserID, with codes: [StoredRecoveryCode]) async throws

  /// The recovery codes that were not used yet.
  func recoveryCodes(of user: OneTimeCodeUserID) async throws -> [StoredRecoveryCode]

  /// Deletes one recovery code by one conditional statement; where it was there, ``OneTimeCodeTallies/noteSuccess()`` applies
  /// and the failures of every factor of the user end.
  ///
  /// - Returns: How many are left, or `nil` when the code was not there any more.
  func takeRecoveryCode(_ code: StoredRecoveryCode, countedAs keys: OneTimeCodeTallyKeys) async throws -> Int?
}
