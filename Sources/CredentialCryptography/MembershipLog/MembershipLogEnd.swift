// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Who is a member at the end of a log that was checked, without its entries: enough to judge the next one, and small however long the log is.
package struct MembershipLogEnd: Sendable {
  private var members: AccountMembers
  /// The last entry.
  package private(set) var head: LogPosition

  /// The end of a log.
  package init(of log: MembershipLog) {
    members = log.members
    head = log.head
  }

  /// The account that the genesis entry names.
  package var account: AccountIdentifier { members.account }
  /// The current epoch, from 1.
  package var epoch: UInt32 { members.epoch }
  /// How many devices are members.
  package var deviceCount: Int { members.devices.count }
  /// How many entries the log has.
  package var count: UInt64 { head.sequence + 1 }
  /// All members, the recovery key among them.
  package var signers: [MembershipLog.Signer] { members.signers }

  /// Takes the next entry, judged as in ``MembershipLog/follow(_:)``; the end stays where it was where that fails.
  /// - Throws: As ``MembershipLog/init(verifying:)``.
  package mutating func follow(_ entry: MembershipLogEntry) throws(CredentialCryptographyError) {
    guard entry.sequence == count, entry.previous == head.hash else { throw CredentialCryptographyError(.logInvalid) }
    var members = members
    try members.follow(entry)
    self.members = members
    head = LogPosition(sequence: entry.sequence, hash: entry.hash)
  }
}
