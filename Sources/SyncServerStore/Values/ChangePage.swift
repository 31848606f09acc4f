// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// How much one page holds at most; what one commit brought is never divided.
package struct PageLimits: Hashable, Sendable {
  /// Versions, and commits, unless the first commit alone brought more.
  package let count: Int
  /// Bytes, unless the first commit alone brought more.
  package let byteCount: Int

  /// Sets both limits.
  package init(count: Int, byteCount: Int) {
    self.count = count
    self.byteCount = byteCount
  }
}

/// What changed in an account after a change number.
package struct ChangePage: Hashable, Sendable {
  /// A version that is the newest, with its envelope.
  package struct Version: Hashable, Sendable {
    /// Number of the commit that brought it.
    package let number: UInt64
    /// The wrapped content key.
    package let wrap: [UInt8]
    /// Header and ciphertext.
    package let body: [UInt8]
  }

  /// The change number up to which the page goes.
  package let sequence: UInt64
  /// Whether there are changes behind the page.
  package let hasMore: Bool
  /// The commits in order, each whole or, where a checkpoint covers it, as its header.
  package let commits: [[UInt8]]
  /// The newest versions among those that these changes brought.
  package let versions: [Version]
  /// Where the account stood when the page was read.
  package let account: StoredAccount
}

/// A version that a checkpoint covers: a leaf of its tree.
package struct CoveredVersion: Hashable, Sendable {
  /// The record.
  package let record: RecordName
  /// The version.
  package let revision: UInt64
  /// 1 for content, 2 for a tombstone.
  package let purpose: UInt8
  /// What the body hashes to.
  package let bodyHash: [UInt8]
  /// Who made the commit that brought it.
  package let author: DeviceIdentifier
  /// That commit's number.
  package let number: UInt64
}

/// A part of the latest checkpoint.
package struct CheckpointPage: Hashable, Sendable {
  /// The signed header of the checkpoint.
  package let header: [UInt8]
  /// The checkpoint's number.
  package let number: UInt64
  /// Its change number.
  package let sequence: UInt64
  /// The versions, sorted by their records' names.
  package let versions: [CoveredVersion]
  /// Whether there are versions behind the page.
  package let hasMore: Bool
}

/// What came of asking for a checkpoint.
package enum CheckpointOutcome: Hashable, Sendable {
  /// A page of the latest one.
  case page(CheckpointPage)
  /// The one that was asked for is not the latest any more.
  case stale
  /// There is none yet.
  case none
}
