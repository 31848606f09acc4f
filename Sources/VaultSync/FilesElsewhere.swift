// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// The files that the other side reported since the vault was opened. This is a hint that only decides what to ask for next.
struct FilesElsewhere {
  /// The number of chunks of a file there, and how many of them have arrived.
  struct Present: Hashable {
    let chunkCount: Int
    let presentCount: Int
  }

  /// The files of the last listing, updated with those sent since; nil before the first listing.
  var listed: [BlobName: Present]?
  /// The number of chunks sent of each file started here.
  var sent: [BlobName: Int] = [:]
  /// Files whose data on the other side differs from this device's.
  var unfit: Set<BlobName> = []
  /// Files for which other data was received; they are requested again with the next look.
  var refused: Set<BlobName> = []

  /// Returns the number of a file's chunks there; nil if unknown.
  func presentCount(of blob: BlobName) -> Int? { sent[blob] ?? listed.map { $0[blob]?.presentCount ?? 0 } }

  /// Whether the other side was confirmed to still have its files since the vault was opened.
  var isCompared = false

  /// Starts a new look, because the other side may have changed.
  mutating func forgetListing() {
    listed = nil
    refused = []
  }
}
