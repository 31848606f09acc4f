// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The login in which a code is typed. The service creates it *after* the first factor was verified; every check of a code requires it.
///
/// A one-time code is a second factor and never sufficient on its own. Keep the transaction identifier in the session that passed the first
/// factor, and let a verdict advance only that session.
public struct OneTimeCodeLogin: Hashable, Sendable {
  /// The service's identifier of the login transaction, such as its session.
  public let transaction: [UInt8]
  /// The account whose first factor was verified.
  public let user: OneTimeCodeUserID
  /// The client's network address, as the service groups clients. For IPv6, use the /64, because one client controls all of it.
  public let client: String

  /// Creates a login.
  ///
  /// - Parameter transaction: Must be unguessable, and bound to the client by the service.
  public init(afterFirstFactorOf user: OneTimeCodeUserID, transaction: some Sequence<UInt8>, client: String) {
    self.user = user
    self.transaction = Array(transaction)
    self.client = client
  }
}
