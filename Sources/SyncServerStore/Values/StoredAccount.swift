// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
package import FoundationEssentials

/// A commit by its number in the account's chain and its hash; number 0 with 32 zeroes is before the first.
package struct StoredPosition: Hashable, Sendable {
  /// The number, starting at 1; 0 before the first commit.
  package let number: UInt64
  /// The hash, 32 bytes.
  package let hash: [UInt8]

  /// Creates a position.
  package init(number: UInt64, hash: [UInt8]) {
    self.number = number
    self.hash = hash
  }

  /// Before the first commit.
  package static let beginning = StoredPosition(number: 0, hash: [UInt8](repeating: 0, count: 32))
}

/// The state of an account.
package struct StoredAccount: Hashable, Sendable {
  /// The account.
  package let account: AccountIdentifier
  /// The number of its last change: a commit or an entry of the log.
  package let sequence: UInt64
  /// The length of its log, commits and record versions in bytes, including old versions.
  package let byteCount: UInt64
  /// The number of its records, including tombstones.
  package let recordCount: UInt64
  /// The number of entries in its log.
  package let logCount: UInt64
  /// The hash of the log's last entry.
  package let logHead: [UInt8]
  /// The current epoch.
  package let epoch: UInt32
  /// The last commit.
  package let head: StoredPosition
  /// The time at which a closed account is erased; nil for an open one.
  package let erasure: Date?

  /// Creates a state.
  package init(
    account: AccountIdentifier, sequence: UInt64, byteCount: UInt64, recordCount: UInt64, logCount: UInt64, logHead: [UInt8], epoch: UInt32,
    head: StoredPosition, erasure: Date?
  ) {
    self.account = account
    self.sequence = sequence
    self.byteCount = byteCount
    self.recordCount = recordCount
    self.logCount = logCount
    self.logHead = logHead
    self.epoch = epoch
    self.head = head
    self.erasure = erasure
  }
}

/// A current member of an account, as known to a server.
package struct StoredMember: Hashable, Sendable {
  /// The device, or the recovery key.
  package let member: DeviceIdentifier
  /// Its Ed25519 public key (32 bytes).
  package let signingKey: [UInt8]
  /// Whether it is a device, which may commit. The recovery key may not.
  package let isDevice: Bool

  /// Creates a member.
  package init(member: DeviceIdentifier, signingKey: [UInt8], isDevice: Bool) {
    self.member = member
    self.signingKey = signingKey
    self.isDevice = isDevice
  }
}
