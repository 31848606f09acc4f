// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The time for which unneeded data is kept (design: sections 3.12 and 3.14).
package struct Retention: Hashable, Sendable {
  /// Old versions of records.
  package var formerVersions: Duration
  /// Headers of commits that a checkpoint covers.
  package var headers: Duration

  /// Incomplete files, since their last chunk arrived.
  package var unfinishedBlobs: Duration

  /// Creates a retention.
  package init(formerVersions: Duration, headers: Duration, unfinishedBlobs: Duration = .seconds(30 * 86_400)) {
    self.formerVersions = formerVersions
    self.headers = headers
    self.unfinishedBlobs = unfinishedBlobs
  }

  /// 30 days for old versions and incomplete files, 400 for headers.
  package static let standard = Retention(formerVersions: .seconds(30 * 86_400), headers: .seconds(400 * 86_400))
}

/// The amount of data in a store.
package struct StoreStatistics: Hashable, Sendable {
  /// The number of accounts, including closed ones.
  package let accountCount: Int
  /// The number of newest record versions.
  package let recordCount: Int
  /// The database's size in bytes without its write-ahead log.
  package let byteCount: Int
}
