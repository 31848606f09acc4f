// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import CredentialCryptography
import SyncModel

/// A commit as stored in a file: with its envelopes, in the form in which a device pushes it.
struct FolderCommit: Sendable {
  let commit: Commit

  /// Decodes a push and checks that the envelopes are those named by the commit.
  /// - Throws: `malformed`, `unsupportedVersion`, `mismatch`, `tooLarge`.
  static func read(_ bytes: [UInt8]) throws(SyncFolderError) -> (commit: FolderCommit, envelopes: [RecordEnvelope]) {
    do {
      let fields = try FolderRequest.fields(of: bytes, keys: 1...2, longest: FolderRequest.longestPush)
      let commit = try Commit(decoding: try fields.bytes(1))
      let elements = try fields.array(2)
      guard elements.count == commit.items.count else { throw SyncFolderError(.mismatch) }
      let envelopes = try zip(commit.items, elements).map { item, element in
        guard let parts = element.arrayValue, parts.count == 2, let wrap = parts[0].bytesValue, let body = parts[1].bytesValue else {
          throw SyncFolderError(.malformed)
        }
        let envelope = try RecordEnvelope(body: body, wrap: wrap)
        guard CommitItem(envelope) == item, envelope.facts.account == commit.header.account, envelope.epoch == commit.header.epoch else {
          throw SyncFolderError(.mismatch)
        }
        return envelope
      }
      return (FolderCommit(commit: commit), envelopes)
    } catch {
      throw SyncFolderError(reading: error)
    }
  }
}
