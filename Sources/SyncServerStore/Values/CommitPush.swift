// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// One encrypted version of a record as stored.
package struct StoredRecord: Hashable, Sendable {
  /// The record.
  package let record: RecordName
  /// The version.
  package let revision: UInt64
  /// 1 for content, 2 for a tombstone.
  package let purpose: UInt8
  /// The hash by which the commit names the body (32 bytes).
  package let bodyHash: [UInt8]
  /// The content key, wrapped (64 bytes).
  package let wrap: [UInt8]
  /// Header and ciphertext.
  package let body: [UInt8]

  /// Creates a version.
  package init(record: RecordName, revision: UInt64, purpose: UInt8, bodyHash: [UInt8], wrap: [UInt8], body: [UInt8]) {
    self.record = record
    self.revision = revision
    self.purpose = purpose
    self.bodyHash = bodyHash
    self.wrap = wrap
    self.body = body
  }

  /// The length of the version in bytes.
  package var byteCount: Int { wrap.count + body.count }
}

/// A commit whose signature, items and envelopes were verified, to be stored if the account is in the state that the commit names.
package struct CommitPush: Hashable, Sendable {
  /// The account.
  package var account: AccountIdentifier
  /// The author.
  package var device: DeviceIdentifier
  /// The author's own count of its commits.
  package var deviceSequence: UInt64
  /// The commit's position.
  package var position: StoredPosition
  /// The hash of the previous commit.
  package var parent: [UInt8]
  /// The number of membership log entries up to the one named by the commit.
  package var logCount: UInt64
  /// That entry's hash.
  package var logHead: [UInt8]
  /// The epoch that the commit names.
  package var epoch: UInt32
  /// Whether it has a checkpoint root.
  package var isCheckpoint: Bool
  /// In a checkpoint, the number of the commit up to which it forgets tombstones; 0 if none.
  package var forgetsThrough: UInt64
  /// Only the signed header.
  package var header: [UInt8]
  /// The complete commit, including its items.
  package var whole: [UInt8]
  /// The versions that it brings.
  package var records: [StoredRecord]
  /// The storage quota of the account in bytes.
  package var byteLimit: UInt64
  /// The maximum number of records of the account.
  package var recordLimit: UInt64

  /// Creates a push.
  package init(
    account: AccountIdentifier, device: DeviceIdentifier, deviceSequence: UInt64, position: StoredPosition, parent: [UInt8],
    logCount: UInt64, logHead: [UInt8], epoch: UInt32, isCheckpoint: Bool, forgetsThrough: UInt64 = 0, header: [UInt8], whole: [UInt8],
    records: [StoredRecord],
    byteLimit: UInt64, recordLimit: UInt64
  ) {
    self.account = account
    self.device = device
    self.deviceSequence = deviceSequence
    self.position = position
    self.parent = parent
    self.logCount = logCount
    self.logHead = logHead
    self.epoch = epoch
    self.isCheckpoint = isCheckpoint
    self.forgetsThrough = forgetsThrough
    self.header = header
    self.whole = whole
    self.records = records
    self.byteLimit = byteLimit
    self.recordLimit = recordLimit
  }
}

/// The outcome of a push; all but the first leave the account unchanged.
package enum PushOutcome: Hashable, Sendable {
  /// The commit is in the chain under this change number, now or since an earlier attempt.
  case accepted(sequence: UInt64, isRepeat: Bool)
  /// Another commit is the head.
  case staleParent(head: StoredPosition)
  /// The membership log ends elsewhere.
  case staleLog
  /// The author is not a device of the account.
  case notMember
  /// The number is not one more than the parent's, the author's count did not increase, or a version is not newer than the stored one.
  case outOfOrder
  /// The account would exceed its quota of records or bytes.
  case quotaExceeded
  /// There is no such account, or it is closed.
  case closed
}

/// A new wrap of a version's content key.
package struct Rewrap: Hashable, Sendable {
  /// The record.
  package let record: RecordName
  /// The version, which has to be the newest.
  package let revision: UInt64
  /// The wrap under the current epoch (64 bytes).
  package let wrap: [UInt8]

  /// Creates a rewrap.
  package init(record: RecordName, revision: UInt64, wrap: [UInt8]) {
    self.record = record
    self.revision = revision
    self.wrap = wrap
  }
}
