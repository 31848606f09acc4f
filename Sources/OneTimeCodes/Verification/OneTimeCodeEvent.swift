// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// An event that a service should handle, log, or report to the user. Events never contain a code or a secret.
///
/// Events are delivered after the change is stored. If the process dies in between, the event is lost but the change is not.
///
/// More cases may be added: in another package, a `switch` needs `@unknown default`.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum OneTimeCodeEvent: Hashable, Sendable {
  /// A factor became active; `replaced` if it replaced another one. Notify the user.
  case enrolled(OneTimeCodeUserID, OneTimeCodeCredentialID, replaced: Bool)
  /// A factor was removed. Notify the user.
  case removed(OneTimeCodeUserID, OneTimeCodeCredentialID)
  /// A correct code was used a second time: someone may have seen it being typed or captured it on a phishing page. Notify the user.
  case duplicateUse(OneTimeCodeUserID, OneTimeCodeCredentialID, client: String)
  /// The hundredth consecutive failure. Only another factor can unblock this one. Notify the user: someone else knows their password.
  case hardStop(OneTimeCodeUserID, OneTimeCodeTallyKeys.Factor, client: String)
  /// A new set of recovery codes was made, and all older ones became invalid. Notify the user.
  case recoveryCodesMade(OneTimeCodeUserID)
  /// A recovery code was used; `left` codes remain. Notify the user.
  case recoveryCodeUsed(OneTimeCodeUserID, left: Int, client: String)
  /// Few or no recovery codes are left. Ask the user to make new ones.
  case recoveryCodesLow(OneTimeCodeUserID, left: Int)
  /// The service as a whole reached its failure limit: someone is guessing codes for many accounts.
  case overallLimitReached
  /// The server's clock jumped. No code is checked until ``OneTimeCodeServerClock/resume()``.
  case clockAlarm(jump: Duration)
}
