// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

/// The proof that an account's owner has just shown a second factor: asked for wherever a factor is changed or removed.
///
/// It cannot be made but by a verdict, or by the service's own word for a factor that this library does not judge.
public struct OneTimeCodeFreshFactor: Hashable, Sendable {
  /// The account.
  public let user: OneTimeCodeUserID
  /// The login transaction in which it was shown.
  public let transaction: [UInt8]
  /// When it was shown.
  public let instant: Date

  init(login: OneTimeCodeLogin, instant: Date) {
    self.init(vouchingFor: login.user, transaction: login.transaction, at: instant)
  }

  /// The service's word that another factor of this account, a passkey for instance, was verified at this instant.
  public init(vouchingFor user: OneTimeCodeUserID, transaction: some Sequence<UInt8>, at instant: Date) {
    self.user = user
    self.transaction = Array(transaction)
    self.instant = instant
  }

  func isFresh(at now: Date, lifetime: Duration) -> Bool {
    let age = now.timeIntervalSince(instant)
    return age >= 0 && age < lifetime.inSeconds
  }
}
