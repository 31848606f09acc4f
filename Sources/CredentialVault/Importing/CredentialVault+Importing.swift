// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import SecretMemory
import SyncModel
import Synchronization

/// The result of undoing an import.
package struct ImportUndoing: Hashable, Sendable {
  /// The number of records created by the import that are now in the trash.
  package let removed: Int
  /// The number of records restored to their content before the import.
  package let restored: Int
  /// The number of records left as they are, because they were changed after the import.
  package let kept: Int

  /// Creates a result from its counts.
  package init(removed: Int, restored: Int, kept: Int) { (self.removed, self.restored, self.kept) = (removed, restored, kept) }
}

/// Storing many records as one step that can be undone (docs/decisions/0043).
extension CredentialVault {
  /// Stores a complete batch or nothing. It is on disk when this returns, and can be undone until the next import.
  /// - Throws: `locked`, `recordExists`, `noSuchRecord`, `writeOnce`, `recordTooLong`, the errors of ``attach(_:to:)``, `storageFull` and
  ///   the like.
  package func store(_ batch: ImportBatch) throws(CredentialVaultError) {
    if batch.isEmpty { return }
    var former: (journal: [UInt8]?, isReplaced: Bool) = (nil, false)
    do {
      try writeOneByOne { (unlocked, time) throws(CredentialVaultError) in
        var entries: [ImportJournal.Entry] = []
        var (additions, mergings) = (batch.additions[...], batch.mergings[...])
        return { [self] () throws(CredentialVaultError) in
          if let addition = additions.popFirst() {
            entries.append(ImportJournal.Entry(id: addition.record.id, revision: 1, former: nil))
            return try change(addition, unlocked, time)
          }
          if let merging = mergings.popFirst() {
            let (change, former) = try change(merging, unlocked, time)
            entries.append(ImportJournal.Entry(id: change.id, revision: change.revision, former: former))
            return change
          }
          former = (try? DurableFile.read(folder.importJournal, limit: ImportJournal.limit), true)
          var generator = environment.makeGenerator()
          // The journal precedes the records, so that none is stored without it. Undoing skips journal entries that the vault does not
          // have.
          try ImportJournal(date: environment.now(), entries: entries)
            .write(to: folder, root: unlocked.root, keyFile: keyFile, using: &generator)
          return nil
        }
      }
    } catch {
      // The import before this one can then still be undone.
      if let journal = former.journal {
        try? DurableFile.replace(folder.importJournal, with: journal, inFolder: folder.path)
      } else if former.isReplaced {
        DurableFile.remove(folder.importJournal)
      }
      throw error
    }
  }

  private func change(_ addition: ImportBatch.Addition, _ unlocked: Unlocked, _ time: UInt64) throws(CredentialVaultError) -> Change {
    let id = addition.record.id
    guard unlocked.index[id] == nil else { throw CredentialVaultError(.recordExists) }
    var body = RecordBody(kind: addition.record.kind.rawValue)
    let stamp = stamp(time, over: body)
    body.write(addition.record, stamp: stamp)
    body.write(addition.annotations, stamp: stamp)
    let blobs = try attach(addition.files, to: &body, stamp)
    if addition.isTrashed { body.setTrashed(at: environment.now(), supersededBy: nil, stamp: stamp) }
    return Change(id: id, body: body, revision: 1, blobs: blobs)
  }

  /// Returns the change of a merging, and the previous content of the record, encoded.
  private func change(
    _ merging: ImportBatch.Merging, _ unlocked: Unlocked, _ time: UInt64
  ) throws(CredentialVaultError) -> (change: Change, former: SharedSecret) {
    let id = merging.record.id
    var (body, revision) = try stored(id, unlocked)
    guard body.kind == merging.record.kind.rawValue else { throw CredentialVaultError(.writeOnce) }
    // A record that cannot be read completely must not be overwritten.
    _ = try body.record(id)
    let former = SharedSecret(body.encoded())
    let before = body.fields
    let stamp = stamp(time, over: body)
    body.write(merging.record, stamp: stamp)
    if merging.record.kind == .passkey, RecordFields.writeOnce.contains(where: { before[$0]?.stamp != body.fields[$0]?.stamp }) {
      throw CredentialVaultError(.writeOnce)
    }
    body.write(merging.annotations, stamp: stamp)
    let blobs = try attach(merging.files, to: &body, stamp)
    return (Change(id: id, body: body, revision: revision + 1, blobs: blobs), former)
  }

  private func attach(_ files: [ImportBatch.File], to body: inout RecordBody, _ stamp: FieldStamp) throws(CredentialVaultError)
    -> BlobChange
  {
    var blobs = BlobChange()
    var generator = environment.makeGenerator()
    for file in files {
      guard RecordAttachment.isName(file.name) else { throw CredentialVaultError(.badAttachmentName) }
      guard file.content.byteCount <= RecordAttachment.longest else { throw CredentialVaultError(.attachmentTooLong) }
      let present = try body.attachments()
      guard !present.contains(where: { $0.name == file.name }) else { throw CredentialVaultError(.attachmentExists) }
      guard present.count < RecordAttachment.most,
        present.reduce(file.content.byteCount, { $0 + $1.byteCount }) <= RecordAttachment.longestOfRecord
      else { throw CredentialVaultError(.tooManyAttachments) }
      var draft = AttachmentDraft(named: file.name, byteCount: file.content.byteCount, mediaType: file.mediaType, using: &generator)
      var place = 0
      while draft.missingByteCount > 0 {
        let end = place + draft.nextByteCount
        let part = file.content.withBytes { SharedSecret(copying: $0[place..<end]) }
        try draft.append(part)
        place = end
      }
      let (attachment, blob) = try draft.finished(at: file.added ?? environment.now())
      body.attach(attachment, stamp: stamp)
      blobs.stored.append(blob)
    }
    return blobs
  }

  /// The maximum length of a record created by an import, in bytes. A record may have 64 KiB, and the user keeps editing it.
  private static let mostImported = 63 << 10

  /// Whether the vault can store a new record with everything that comes with it.
  package func hasRoom(for addition: ImportBatch.Addition) -> Bool {
    var body = RecordBody(kind: addition.record.kind.rawValue)
    let stamp = stamp(0, over: body)
    body.write(addition.record, stamp: stamp)
    body.write(addition.annotations, stamp: stamp)
    return Self.hasRoom(body, [], addition.files)
  }

  /// Whether a record of the vault has room for its additions.
  /// - Throws: `locked`, `noSuchRecord`, `recordTooNew`, `recordDamaged`.
  package func hasRoom(for merging: ImportBatch.Merging) throws(CredentialVaultError) -> Bool {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      var body = try stored(merging.record.id, unlocked).body
      let attachments = try body.attachments()
      let stamp = stamp(0, over: body)
      body.write(merging.record, stamp: stamp)
      body.write(merging.annotations, stamp: stamp)
      return Self.hasRoom(body, attachments, merging.files)
    }
  }

  private static func hasRoom(_ body: RecordBody, _ attachments: [RecordAttachment], _ files: [ImportBatch.File]) -> Bool {
    // Besides its name and media type, a file needs space for its key, digest and the like.
    let described = files.reduce(0) { $0 + $1.name.utf8.count + ($1.mediaType?.utf8.count ?? 0) + 256 }
    let bytes = attachments.reduce(0) { $0 + $1.byteCount } + files.reduce(0) { $0 + $1.content.byteCount }
    return body.encoded().byteCount + described <= mostImported && attachments.count + files.count <= RecordAttachment.most
      && bytes <= RecordAttachment.longestOfRecord && files.allSatisfy { $0.content.byteCount <= RecordAttachment.longest }
  }

  /// Returns when the import that can be undone was made; nil if there is none.
  /// - Throws: `locked`.
  package func lastImport() throws(CredentialVaultError) -> (date: Date, recordCount: Int)? {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      guard let journal = ImportJournal.read(from: folder, root: unlocked.root, keyFile: keyFile) else { return nil }
      let isThere = journal.entries.contains { unlocked.index.revision(of: $0.id) >= $0.revision }
      return isThere ? (journal.date, journal.entries.count) : nil
    }
  }

  /// Undoes the last import, all or nothing. Records it created go to the trash, and records it changed get their previous content. Records
  /// changed since then stay.
  /// - Returns: The outcome for the records; nil if there is nothing to undo.
  /// - Throws: `locked`, `storageFull` and the like.
  package func undoImport() throws(CredentialVaultError) -> ImportUndoing? {
    guard try lastImport() != nil else { return nil }
    return try undo { ImportJournal.read(from: folder, root: $0.root, keyFile: keyFile) }
  }

  /// Undoes the import described by a journal, as ``undoImport()`` does.
  package func undoImport(by journal: ImportJournal) throws(CredentialVaultError) -> ImportUndoing? { try undo { _ in journal } }

  private func undo(_ read: (Unlocked) -> ImportJournal?) throws(CredentialVaultError) -> ImportUndoing? {
    var result: ImportUndoing?
    try writeOneByOne { (unlocked, time) throws(CredentialVaultError) in
      guard let journal = read(unlocked) else {
        return { () throws(CredentialVaultError) in nil }
      }
      var (entries, removed, restored, kept) = (journal.entries[...], 0, 0, 0)
      return { [self] () throws(CredentialVaultError) in
        while let entry = entries.popFirst() {
          guard let (found, revision) = try? stored(entry.id, unlocked) else { continue }
          var body = found
          guard revision == entry.revision else {
            kept += 1
            continue
          }
          guard let encoded = entry.former else {
            removed += 1
            // A record that the import itself put into the trash is already there.
            if body.isTrashed { continue }
            return try trashing(entry.id, supersededBy: nil, unlocked, time)
          }
          // A record that cannot be read is kept, since it may be the only copy.
          guard let former = try? RecordBody(decoding: encoded.copy()), let record = try? former.record(entry.id),
            let annotations = try? former.annotations()
          else {
            kept += 1
            continue
          }
          let own = Set(former.blobNames)
          let brought = body.blobNames.filter { !own.contains($0) }
          let stamp = stamp(time, over: body)
          for blob in brought { body.detach(blob, stamp: stamp) }
          body.write(record, stamp: stamp)
          body.write(annotations, stamp: stamp)
          restored += 1
          return Change(id: entry.id, body: body, revision: revision + 1, blobs: BlobChange(erased: brought))
        }
        result = ImportUndoing(removed: removed, restored: restored, kept: kept)
        return nil
      }
    }
    // The undo is complete. If this cleanup fails now, the next one repeats it.
    DurableFile.remove(folder.importJournal)
    try? database.emptyWriteAheadLog()
    return result
  }
}
