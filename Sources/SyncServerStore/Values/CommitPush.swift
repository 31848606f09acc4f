// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// One version of a record as it is kept, sealed.
package struct StoredRecord: Hashable, Sendable {
  /// The record.
  package let record: RecordName
  /// The version.
  package let revision: UInt64
  /// 1 for content, 2 for a tombstone.
  package let purpose: UInt8
  /// What the commit names the body by (32 bytes).
  package let bodyHash: [UInt8]
  /// The content key, wrapped (64 bytes).
  package let wrap: [UInt8]
  /// Header and ciphertext.
  package let body: [UInt8]

  /// Puts a version together.
  package init(record: RecordName, revision: UInt64, purpose: UInt8, bodyHash: [UInt8], wrap: [UInt8], body: [UInt8]) {
    self.record = record
    self.revision = revision
    self.purpose = purpose
    self.bodyHash = bodyHash
    self.wrap = wrap
    self.body = body
  }

  /// What the version takes.
  package var byteCount: Int { wrap.count + body.count }
}

/// A commit whose signature, items and envelopes were checked, to be taken if the account still stands where the commit says.
package struct CommitPush: Hashable, Sendable {
  /// Whose chain it is.
  package var account: AccountIdentifier
  /// Who made it.
  package var device: DeviceIdentifier
  /// The author's own count of its commits.
  package var deviceSequence: UInt64
  /// The commit's own place.
  package var position: StoredPosition
  /// The hash of the commit before.
  package var parent: [UInt8]
  /// How many entries the membership log has up to the one that the commit names.
  package var logCount: UInt64
  /// That entry's hash.
  package var logHead: [UInt8]
  /// The epoch that the commit names.
  package var epoch: UInt32
  /// Whether it has a root.
  package var isCheckpoint: Bool
  /// In a checkpoint, the number of the commit up to which it forgets tombstones; 0 for none.
  package var forgetsThrough: UInt64
  /// The signed header alone.
  package var header: [UInt8]
  /// The whole commit, items included.
  package var whole: [UInt8]
  /// The versions that it brings.
  package var records: [StoredRecord]
  /// What the account may take at most, in bytes.
  package var byteLimit: UInt64
  /// How many records the account may have.
  package var recordLimit: UInt64

  /// Puts a push together.
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

/// What came of a push; all but the first leave the account as it was.
package enum PushOutcome: Hashable, Sendable {
  /// The commit is in the chain, now or since a former try, under this change number.
  case accepted(sequence: UInt64, isRepeat: Bool)
  /// Another commit is the head.
  case staleParent(head: StoredPosition)
  /// The membership log ends elsewhere.
  case staleLog
  /// The author is no device of the account.
  case notMember
  /// The number is not one more than the parent's, the author's count did not rise, or a version is not newer than the stored one.
  case outOfOrder
  /// The account would have more records or bytes than it may.
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

  /// Puts a rewrap together.
  package init(record: RecordName, revision: UInt64, wrap: [UInt8]) {
    self.record = record
    self.revision = revision
    self.wrap = wrap
  }
}
