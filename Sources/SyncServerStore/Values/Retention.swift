// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// How long what is no longer needed stays (design: sections 3.12 and 3.14).
package struct Retention: Hashable, Sendable {
  /// Former versions of records.
  package var formerVersions: Duration
  /// Headers of commits that a checkpoint covers.
  package var headers: Duration

  /// Files that did not become whole, since their last chunk came.
  package var unfinishedBlobs: Duration

  /// Sets all of them.
  package init(formerVersions: Duration, headers: Duration, unfinishedBlobs: Duration = .seconds(30 * 86_400)) {
    self.formerVersions = formerVersions
    self.headers = headers
    self.unfinishedBlobs = unfinishedBlobs
  }

  /// 30 days for former versions and unfinished files, 400 for headers.
  package static let standard = Retention(formerVersions: .seconds(30 * 86_400), headers: .seconds(400 * 86_400))
}

/// How much a store holds.
package struct StoreStatistics: Hashable, Sendable {
  /// Accounts, closed ones included.
  package let accountCount: Int
  /// Newest versions of records.
  package let recordCount: Int
  /// The database's size without its write-ahead log.
  package let byteCount: Int
}
