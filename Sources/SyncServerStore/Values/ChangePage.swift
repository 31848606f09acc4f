// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography

/// The maximum size of a page; the versions of one commit are never split.
package struct PageLimits: Hashable, Sendable {
  /// The maximum number of versions, and of commits, unless the first commit alone has more.
  package let count: Int
  /// The maximum number of bytes, unless the first commit alone has more.
  package let byteCount: Int

  /// Creates limits.
  package init(count: Int, byteCount: Int) {
    self.count = count
    self.byteCount = byteCount
  }
}

/// The changes of an account after a change number.
package struct ChangePage: Hashable, Sendable {
  /// A newest version with its envelope.
  package struct Version: Hashable, Sendable {
    /// The number of the commit that brought it.
    package let number: UInt64
    /// The wrapped content key.
    package let wrap: [UInt8]
    /// Header and ciphertext.
    package let body: [UInt8]
  }

  /// The change number of the end of the page.
  package let sequence: UInt64
  /// Whether there are more changes after the page.
  package let hasMore: Bool
  /// The commits in order, each complete or, if a checkpoint covers it, only its header.
  package let commits: [[UInt8]]
  /// The newest versions among these changes.
  package let versions: [Version]
  /// The state of the account when the page was read.
  package let account: StoredAccount
}

/// A version covered by a checkpoint: a leaf of its tree.
package struct CoveredVersion: Hashable, Sendable {
  /// The record.
  package let record: RecordName
  /// The version.
  package let revision: UInt64
  /// 1 for content, 2 for a tombstone.
  package let purpose: UInt8
  /// The hash of the body.
  package let bodyHash: [UInt8]
  /// The author of the commit that brought it.
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
  /// The versions, ordered by record name.
  package let versions: [CoveredVersion]
  /// Whether there are more versions after the page.
  package let hasMore: Bool
}

/// The outcome of requesting a checkpoint.
package enum CheckpointOutcome: Hashable, Sendable {
  /// A page of the latest one.
  case page(CheckpointPage)
  /// The requested one is no longer the latest.
  case stale
  /// There is none yet.
  case none
}
