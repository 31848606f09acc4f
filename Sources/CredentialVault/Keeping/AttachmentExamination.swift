// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import SecretMemory
import SyncModel

/// The examination of the records' files after the records are open.
struct AttachmentExamination {
  private(set) var findings: [VaultFinding] = []
  private var referenced: Set<BlobName> = []
  /// Whether every examined record was readable. If so, a file that no record refers to belongs to none.
  private var knowsAll = true
  private let progress: KeepingPart
  private var byteCount = 0

  /// - Parameter progress: Receives the number of bytes read.
  init(_ progress: KeepingPart) { self.progress = progress }

  /// Reads all files of a record.
  ///
  /// - Parameters:
  ///   - title: Returns the record's title.
  ///   - isCurrent: Whether the record is still as it was read; it may be changed in the meantime.
  /// - Throws: `recordTooNew`, `canceled`.
  mutating func examine(
    _ body: RecordBody, of id: RecordIdentifier, title: () -> String?, in database: VaultDatabase, isCurrent: () -> Bool
  ) throws(CredentialVaultError) {
    for attachment in try body.attachments() {
      referenced.insert(attachment.blob)
      var reading = AttachmentReading(attachment)
      var isWhole = true
      while isWhole {
        try progress.step(byteCount)
        do throws(CredentialVaultError) {
          guard let part = try reading.next({ database.chunk($0, of: attachment.blob) }) else { break }
          byteCount += part.byteCount
        } catch {
          isWhole = false
        }
      }
      // A file that has not arrived from another device yet is not lost.
      if isWhole || !isCurrent() || database.isAwaited(attachment.blob) { continue }
      let problem: VaultFinding.Problem = database.chunk(0, of: attachment.blob) == nil ? .missing : .damaged
      findings.append(VaultFinding(.attachment, "\(id)/\(attachment.name)", title: title(), problem))
    }
  }

  /// Notes that a record could not be read, so that its files are unknown.
  mutating func passOver() { knowsAll = false }

  /// Returns the blobs that no record refers to.
  func orphans(among stored: Set<BlobName>) -> Set<BlobName> { knowsAll ? stored.subtracting(referenced) : [] }
}
