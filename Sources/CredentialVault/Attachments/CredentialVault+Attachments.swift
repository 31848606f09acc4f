// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory
import SyncModel

/// Files attached to a record (decision 33).
extension CredentialVault {
  /// Returns the files of a record, oldest first, including those of a record in the trash.
  /// - Throws: As ``record(_:)``.
  package func attachments(of id: RecordIdentifier) throws(CredentialVaultError) -> [RecordAttachment] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in try stored(id, unlocked).body.attachments() }
  }

  /// Prepares to add a file of this length in bytes. Refuses it before accepting any data if the record cannot hold it.
  /// - Throws: `locked`, `noSuchRecord`, also for a record in the trash, `badAttachmentName`, `attachmentTooLong`, `tooManyAttachments`,
  ///   `attachmentExists`, and as ``record(_:)``.
  package func draftAttachment(
    named name: String, byteCount: Int, mediaType: String? = nil, for id: RecordIdentifier
  ) throws(CredentialVaultError) -> AttachmentDraft {
    var generator = environment.makeGenerator()
    return try withUnlocked { (unlocked) throws(CredentialVaultError) in
      try expectRoom(for: name, byteCount, in: stored(id, unlocked).body, id, unlocked)
      return AttachmentDraft(named: name, byteCount: byteCount, mediaType: mediaType, using: &generator)
    }
  }

  /// Stores a file together with its record, or neither. Both are on disk when this returns.
  /// - Throws: `attachmentIncomplete` until the draft has all of the file, `recordTooLong` if the record has no room for the file's name,
  ///   `storageFull` and the like, and as ``draftAttachment(named:byteCount:mediaType:for:)``.
  package func attach(_ draft: AttachmentDraft, to id: RecordIdentifier) throws(CredentialVaultError) -> RecordAttachment {
    let (attachment, blob) = try draft.finished(at: environment.now())
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      try expectRoom(for: draft.name, draft.byteCount, in: body, id, unlocked)
      body.attach(attachment, stamp: stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1, blobs: BlobChange(stored: [blob]))]
    }
    return attachment
  }

  /// Starts reading a file.
  /// - Throws: `noSuchAttachment`, `attachmentAwaited`, and as ``record(_:)``.
  package func readAttachment(named name: String, of id: RecordIdentifier) throws(CredentialVaultError) -> AttachmentReading {
    guard let attachment = try attachments(of: id).first(where: { $0.name == name }) else { throw CredentialVaultError(.noSuchAttachment) }
    guard !isAwaited(attachment) else { throw CredentialVaultError(.attachmentAwaited) }
    return AttachmentReading(attachment)
  }

  /// Returns the next part of a file, at most 64 KiB; nil at its end.
  /// - Throws: `locked`, `attachmentDamaged`.
  package func next(of reading: inout AttachmentReading) throws(CredentialVaultError) -> SharedSecret? {
    let blob = reading.attachment.blob
    guard isUnlocked else { throw CredentialVaultError(.locked) }
    return try reading.next { database.chunk($0, of: blob) }
  }

  /// Removes a file from its record permanently, its key and its bytes in one transaction. Earlier snapshots keep it until they are
  /// replaced.
  /// - Throws: `noSuchAttachment`, `noSuchRecord`, also for a record in the trash, `storageFull` and the like, and as ``record(_:)``.
  package func removeAttachment(named name: String, from id: RecordIdentifier) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      guard let attachment = try body.attachments().first(where: { $0.name == name }) else { throw CredentialVaultError(.noSuchAttachment) }
      body.detach(attachment.blob, stamp: stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1, blobs: BlobChange(erased: [attachment.blob]))]
    }
    // The removal is complete. If emptying the log fails now, the next removal empties it.
    try? database.emptyWriteAheadLog()
  }

  /// Returns the file bytes to erase in the transaction that permanently removes a record. The files of an unreadable record are unknown; a
  /// repair leaves them out.
  func filesToErase(with id: RecordIdentifier, _ unlocked: Unlocked) -> BlobChange {
    BlobChange(erased: (try? stored(id, unlocked).body.blobNames) ?? [])
  }

  private func expectRoom(
    for name: String, _ byteCount: Int, in body: RecordBody, _ id: RecordIdentifier, _ unlocked: Unlocked
  ) throws(CredentialVaultError) {
    if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
    // A record that cannot be read completely must not be overwritten.
    _ = try body.record(id)
    guard RecordAttachment.isName(name) else { throw CredentialVaultError(.badAttachmentName) }
    guard (0...RecordAttachment.longest).contains(byteCount) else { throw CredentialVaultError(.attachmentTooLong) }
    let present = try body.attachments()
    guard !present.contains(where: { $0.name == name }) else { throw CredentialVaultError(.attachmentExists) }
    let total = present.reduce(byteCount) { $0 + $1.byteCount }
    guard present.count < RecordAttachment.most, total <= RecordAttachment.longestOfRecord else {
      throw CredentialVaultError(.tooManyAttachments)
    }
  }
}
