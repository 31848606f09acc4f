// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// Proof that an account's owner has just presented a second factor. Changing or removing a factor requires it.
///
/// It comes only from a verdict, or from the service vouching for a factor that this library does not check.
public struct OneTimeCodeFreshFactor: Hashable, Sendable {
  /// The account.
  public let user: OneTimeCodeUserID
  /// The login transaction in which the factor was presented.
  public let transaction: [UInt8]
  /// The time at which the factor was presented.
  public let instant: Date

  init(login: OneTimeCodeLogin, instant: Date) {
    self.init(vouchingFor: login.user, transaction: login.transaction, at: instant)
  }

  /// Creates the proof on the service's word that another factor of this account, such as a passkey, was verified at this instant.
  public init(vouchingFor user: OneTimeCodeUserID, transaction: some Sequence<UInt8>, at instant: Date) {
    self.user = user
    self.transaction = Array(transaction)
    self.instant = instant
  }

  func isFresh(at now: Date, lifetime: Duration) -> Bool {
    let age = now.timeIntervalSince(instant)
    return age >= 0 && age < lifetime / .seconds(1)
  }
}
