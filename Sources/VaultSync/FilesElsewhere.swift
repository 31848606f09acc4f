// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography

/// What the other side said of the files that it has, since the vault was opened; it is a hint, and decides nothing but what is asked next.
struct FilesElsewhere {
  /// How many chunks a file has there, and how many of them have come.
  struct Present: Hashable {
    let chunkCount: Int
    let presentCount: Int
  }

  /// The files of the last listing, with what was sent since; nil before the first one.
  var listed: [BlobName: Present]?
  /// How far files are that were begun here.
  var sent: [BlobName: Int] = [:]
  /// Files of which the other side keeps something else than this device has.
  var unfit: Set<BlobName> = []
  /// Files in whose place something else was brought; asked for again with the next look.
  var refused: Set<BlobName> = []

  /// How many chunks of a file are there, if that is known.
  func presentCount(of blob: BlobName) -> Int? { sent[blob] ?? listed.map { $0[blob]?.presentCount ?? 0 } }

  /// Whether it was seen since the vault was opened that the other side still has what it had.
  var isCompared = false

  /// Begins to look anew: what is there may have changed.
  mutating func forgetListing() {
    listed = nil
    refused = []
  }
}
