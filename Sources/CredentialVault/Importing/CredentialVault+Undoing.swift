// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import SecretMemory
import SyncModel

/// What an undone import has left.
package struct ImportUndoing: Hashable, Sendable {
  /// How many records that it had made are in the trash.
  package let removed: Int
  /// How many records hold again what they held before it.
  package let restored: Int
  /// How many records stay as they are, since they were changed after it.
  package let kept: Int

  /// How many files that it had added to those lie in notes in the trash.
  package let files: Int

  /// Counts them.
  package init(removed: Int, restored: Int, kept: Int, files: Int = 0) {
    (self.removed, self.restored, self.kept, self.files) = (removed, restored, kept, files)
  }
}

/// Taking the last import back (docs/decisions/0043).
extension CredentialVault {
  /// When the import was made that can be undone; nil where there is none.
  /// - Throws: `locked`.
  package func lastImport() throws(CredentialVaultError) -> (date: Date, recordCount: Int)? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      guard let journal = ImportJournal.read(from: folder, root: unlocked.root, keyFile: keyFile) else { return nil }
      let isThere = journal.entries.contains { unlocked.index.revision(of: $0.id) >= $0.revision }
      return isThere ? (journal.date, journal.entries.count) : nil
    }
  }

  /// Takes the last import back, all or nothing: what it made is in the trash, what it changed is as it was. A record that was changed since stays.
  /// - Returns: What became of the records; nil where there is nothing to take back.
  /// - Throws: `locked`, `storageFull` and the like.
  package func undoImport() throws(CredentialVaultError) -> ImportUndoing? {
    guard try lastImport() != nil else { return nil }
    return try undo { ImportJournal.read(from: folder, root: $0.root, keyFile: keyFile) }
  }

  /// Takes back what a journal tells of, as ``undoImport()`` does.
  package func undoImport(by journal: ImportJournal) throws(CredentialVaultError) -> ImportUndoing? { try undo { _ in journal } }

  private func undo(_ read: (Unlocked) -> ImportJournal?) throws(CredentialVaultError) -> ImportUndoing? {
    var result: ImportUndoing?
    try writeOneByOne { (unlocked, time) throws(CredentialVaultError) in
      guard let journal = read(unlocked) else {
        return { () throws(CredentialVaultError) in nil }
      }
      var (entries, removed, restored, kept, files) = (journal.entries[...], 0, 0, 0, 0)
      // A record goes after the note that gets its files.
      var after: Change?
      return { [self] () throws(CredentialVaultError) in
        if let change = after {
          after = nil
          return change
        }
        while let entry = entries.popFirst() {
          guard let (found, revision) = try? stored(entry.id, unlocked) else { continue }
          var body = found
          guard revision == entry.revision else {
            kept += 1
            continue
          }
          guard let encoded = entry.former else {
            removed += 1
            // What the import itself had put into the trash lies there already, since then.
            if body.isTrashed { continue }
            return try trashing(entry.id, supersededBy: nil, unlocked, time)
          }
          // A record that cannot be read is kept, since it may be all that there is.
          guard let former = try? RecordBody(decoding: encoded.copy()), let record = try? former.record(entry.id),
            let annotations = try? former.annotations()
          else {
            kept += 1
            continue
          }
          let own = Set(former.blobNames)
          let brought = body.blobNames.filter { !own.contains($0) }
          let note: Change?
          do throws(CredentialVaultError) {
            note = try self.note(of: brought, from: body, titled: record.summary.title, time)
          } catch {
            // Nor are files taken away that cannot be kept elsewhere.
            kept += 1
            continue
          }
          let stamp = stamp(time, over: body)
          for blob in brought { body.detach(blob, stamp: stamp) }
          body.write(record, stamp: stamp)
          body.write(annotations, stamp: stamp)
          restored += 1
          let change = Change(id: entry.id, body: body, revision: revision + 1, blobs: BlobChange(erased: brought))
          guard let note else { return change }
          files += brought.count
          after = change
          return note
        }
        result = ImportUndoing(removed: removed, restored: restored, kept: kept, files: files)
        return nil
      }
    }
    // From here on everything is done; what cannot be tidied away now goes with the next of these.
    VaultFile.remove(folder.importJournal)
    try? database.emptyWriteAheadLog()
    return result
  }

  /// A note for the trash, with what an import had added to a record of files; nil where it had added none.
  /// - Throws: `attachmentDamaged` where one cannot be read.
  private func note(
    of files: [BlobName], from body: RecordBody, titled title: String, _ time: UInt64
  ) throws(CredentialVaultError) -> Change? {
    if files.isEmpty { return nil }
    var generator = environment.makeGenerator()
    let text = SharedSecret(SecretBytes(byteCount: 0))
    let record = NoteRecord(id: RecordIdentifier.random(using: &generator), title: title, text: text)
    var note = RecordBody(kind: CredentialKind.note.rawValue)
    let stamp = stamp(time, over: note)
    note.write(.note(record), stamp: stamp)
    note.write(RecordAnnotations(), stamp: stamp)
    var blobs = BlobChange()
    for file in try body.attachments() where files.contains(file.blob) {
      let (copy, blob) = try copy(of: file, using: &generator)
      note.attach(copy, stamp: stamp)
      blobs.stored.append(blob)
    }
    note.setTrashed(at: environment.now(), supersededBy: nil, stamp: stamp)
    return Change(id: record.id, body: note, revision: 1, blobs: blobs)
  }

  /// A file once more, under a key of its own, part by part.
  private func copy(
    of file: RecordAttachment, using generator: inout any RandomNumberGenerator
  ) throws(CredentialVaultError) -> (RecordAttachment, BlobChange.Stored) {
    var reading = AttachmentReading(file)
    var draft = AttachmentDraft(named: file.name, byteCount: file.byteCount, mediaType: file.mediaType, using: &generator)
    while draft.missingByteCount > 0 {
      guard let part = try reading.next({ database.chunk($0, of: file.blob) }) else { throw CredentialVaultError(.attachmentDamaged) }
      try draft.append(part)
    }
    return try draft.finished(at: file.added)
  }
}
