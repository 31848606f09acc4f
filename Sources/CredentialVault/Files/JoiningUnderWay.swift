// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import SyncModel

/// A device that an account has admitted, or may have admitted, and that has no vault yet.
package struct JoiningUnderWay: Sendable {
  /// The place at which the account is synchronised.
  package let place: String
  /// The account.
  package let account: AccountIdentifier
  /// The device with its keys.
  package let device: LogAuthor
  /// The end of the log that the admitting device vouched for; the entry that this device signed as long as it has not.
  package var log: LogPosition
  /// The commit that it vouched for; number 0 if there was none, or it has not vouched yet.
  package var head: CommitPosition

  /// Creates a value.
  package init(place: String, account: AccountIdentifier, device: LogAuthor, log: LogPosition, head: CommitPosition) {
    (self.place, self.account, self.device, self.log, self.head) = (place, account, device, log, head)
  }
}
