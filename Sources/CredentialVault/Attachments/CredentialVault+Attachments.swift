// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory
import SyncModel

/// Files that a person keeps with a record (decision 33).
extension CredentialVault {
  /// The files of a record, also of one in the trash, the oldest first.
  /// - Throws: As ``record(_:)``.
  package func attachments(of id: RecordIdentifier) throws(CredentialVaultError) -> [RecordAttachment] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in try stored(id, unlocked).body.attachments() }
  }

  /// Prepares for a file of this length in bytes, which is refused before any of it is taken where the record cannot hold it.
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

  /// Stores a file with its record, both or neither; on disk when this returns.
  /// - Throws: `attachmentIncomplete` before the draft has all of the file, `recordTooLong` where the record has no room for the file's name,
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

  /// Begins to read a file.
  /// - Throws: `noSuchAttachment`, `attachmentAwaited`, and as ``record(_:)``.
  package func readAttachment(named name: String, of id: RecordIdentifier) throws(CredentialVaultError) -> AttachmentReading {
    guard let attachment = try attachments(of: id).first(where: { $0.name == name }) else { throw CredentialVaultError(.noSuchAttachment) }
    guard !isAwaited(attachment) else { throw CredentialVaultError(.attachmentAwaited) }
    return AttachmentReading(attachment)
  }

  /// The next part of a file, at most 64 KiB; nil at its end.
  /// - Throws: `locked`, `attachmentDamaged`.
  package func next(of reading: inout AttachmentReading) throws(CredentialVaultError) -> SharedSecret? {
    let blob = reading.attachment.blob
    guard isUnlocked else { throw CredentialVaultError(.locked) }
    return try reading.next { database.chunk($0, of: blob) }
  }

  /// Removes a file from its record for good, its key and its bytes in one transaction. Snapshots from before keep it until they make room for others.
  /// - Throws: `noSuchAttachment`, `noSuchRecord`, also for a record in the trash, `storageFull` and the like, and as ``record(_:)``.
  package func removeAttachment(named name: String, from id: RecordIdentifier) throws(CredentialVaultError) {
    try write { (unlocked, time) throws(CredentialVaultError) in
      var (body, revision) = try stored(id, unlocked)
      if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
      guard let attachment = try body.attachments().first(where: { $0.name == name }) else { throw CredentialVaultError(.noSuchAttachment) }
      body.detach(attachment.blob, stamp: stamp(time, over: body))
      return [Change(id: id, body: body, revision: revision + 1, blobs: BlobChange(erased: [attachment.blob]))]
    }
    // From here on everything is done; what cannot be tidied away now goes with the next of these.
    try? database.emptyWriteAheadLog()
  }

  /// What goes with a record that is removed for good, in the transaction that removes it: the bytes of its files. Of a record that cannot be read
  /// nobody knows which they are; a repair leaves them out.
  func filesToErase(with id: RecordIdentifier, _ unlocked: Unlocked) -> BlobChange {
    BlobChange(erased: (try? stored(id, unlocked).body.blobNames) ?? [])
  }

  private func expectRoom(
    for name: String, _ byteCount: Int, in body: RecordBody, _ id: RecordIdentifier, _ unlocked: Unlocked
  ) throws(CredentialVaultError) {
    if case .trashed = unlocked.index[id] { throw CredentialVaultError(.noSuchRecord) }
    // A record that cannot be read whole must not be written over.
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
