// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The members at the end of a verified log, without its entries: enough to verify the next one, and small regardless of the log's length.
package struct MembershipLogEnd: Sendable {
  private var members: AccountMembers
  /// The last entry.
  package private(set) var head: LogPosition

  /// Creates the end of a log.
  package init(of log: MembershipLog) {
    members = log.members
    head = log.head
  }

  /// The account that the genesis entry names.
  package var account: AccountIdentifier { members.account }
  /// The current epoch, from 1.
  package var epoch: UInt32 { members.epoch }
  /// The number of devices that are members.
  package var deviceCount: Int { members.devices.count }
  /// The number of entries in the log.
  package var count: UInt64 { head.sequence + 1 }
  /// All members, including the recovery key.
  package var signers: [MembershipLog.Signer] { members.signers }

  /// Verifies and adds the next entry as ``MembershipLog/follow(_:)`` does. The end is unchanged if that fails.
  /// - Throws: As ``MembershipLog/init(verifying:)``.
  package mutating func follow(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    guard entry.sequence == count, entry.previous == head.hash else { throw CredentialCryptographyError(.logInvalid) }
    var members = members
    try members.follow(entry)
    self.members = members
    head = LogPosition(sequence: entry.sequence, hash: entry.hash)
  }
}
