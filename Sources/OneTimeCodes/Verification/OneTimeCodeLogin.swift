// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The login that a code is typed in: made by the service *after* the first factor was right, and required by everything that judges a code.
///
/// A one-time code is a second factor and never stands alone. Keep the transaction's identifier in the session that passed the first
/// factor, and let a verdict move that session and no other.
public struct OneTimeCodeLogin: Hashable, Sendable {
  /// The service's identifier of the login transaction, its session for instance.
  public let transaction: [UInt8]
  /// The account whose first factor was right.
  public let user: OneTimeCodeUserID
  /// The client's network address as the service counts clients; for IPv6 best the /64, since one client owns all of it.
  public let client: String

  /// - Parameter transaction: Unguessable, and bound to the client by the service.
  public init(afterFirstFactorOf user: OneTimeCodeUserID, transaction: some Sequence<UInt8>, client: String) {
    self.user = user
    self.transaction = Array(transaction)
    self.client = client
  }
}
