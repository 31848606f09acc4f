// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import SyncModel

/// What can be said of the files of records once the records are open.
struct AttachmentExamination {
  private(set) var findings: [VaultFinding] = []
  private var referenced: Set<BlobName> = []
  /// Whether every record that was looked at could be read: then what no record refers to belongs to none.
  private var knowsAll = true

  /// Reads all files of a record.
  ///
  /// - Parameter isCurrent: Whether the record still stands as it was read; it may be changed meanwhile.
  mutating func examine(
    _ body: RecordBody, of id: RecordIdentifier, title: String?, in database: VaultDatabase, isCurrent: () -> Bool
  ) throws(CredentialVaultError) {
    for attachment in try body.attachments() {
      referenced.insert(attachment.blob)
      if AttachmentReading.isWhole(attachment, { database.chunk($0, of: attachment.blob) }) || !isCurrent() { continue }
      let problem: VaultFinding.Problem = database.chunk(0, of: attachment.blob) == nil ? .missing : .damaged
      findings.append(VaultFinding(.attachment, "\(id)/\(attachment.name)", title: title, problem))
    }
  }

  /// Notes that a record could not be read, so that nobody knows which files it has.
  mutating func passOver() { knowsAll = false }

  /// Blobs that no record refers to.
  func orphans(among stored: Set<BlobName>) -> Set<BlobName> { knowsAll ? stored.subtracting(referenced) : [] }
}
