// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a service should know about, log, or tell the person concerned; no event holds a code or a secret.
///
/// Delivered after the change is in the store. A process that dies in between loses the event and not the change.
public enum OneTimeCodeEvent: Hashable, Sendable {
  /// A factor became active; `replaced` when it took another one's place. Tell the person.
  case enrolled(OneTimeCodeUserID, OneTimeCodeCredentialID, replaced: Bool)
  /// A factor was removed. Tell the person.
  case removed(OneTimeCodeUserID, OneTimeCodeCredentialID)
  /// A right code was used a second time: somebody may have read it over a shoulder or caught it on a false page. Tell the person.
  case duplicateUse(OneTimeCodeUserID, OneTimeCodeCredentialID, client: String)
  /// The hundredth failure in a row; only another factor opens this one again. Tell the person: their password is known to somebody.
  case hardStop(OneTimeCodeUserID, OneTimeCodeTallyKeys.Factor, client: String)
  /// A fresh set of recovery codes; all older ones are void. Tell the person.
  case recoveryCodesMade(OneTimeCodeUserID)
  /// A recovery code was used; so many are left. Tell the person.
  case recoveryCodeUsed(OneTimeCodeUserID, left: Int, client: String)
  /// Few or no recovery codes are left. Tell the person to make new ones.
  case recoveryCodesLow(OneTimeCodeUserID, left: Int)
  /// The service as a whole has reached its limit of failures: somebody guesses at many accounts.
  case overallLimitReached
  /// The server's clock jumped; no code is judged until ``OneTimeCodeServerClock/resume()``.
  case clockAlarm(jump: Duration)
}
