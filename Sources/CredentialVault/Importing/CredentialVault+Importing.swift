// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
package import FoundationEssentials
import SecretMemory
import SyncModel
import Synchronization

/// What an undone import has left.
package struct ImportUndoing: Hashable, Sendable {
  /// How many records that it had made are in the trash.
  package let removed: Int
  /// How many records hold again what they held before it.
  package let restored: Int
  /// How many records stay as they are, since they were changed after it.
  package let kept: Int

  /// Counts them.
  package init(removed: Int, restored: Int, kept: Int) { (self.removed, self.restored, self.kept) = (removed, restored, kept) }
}

/// Many records as one step, which can be taken back (docs/decisions/0043).
extension CredentialVault {
  /// Stores all of a batch or nothing; on disk when this returns. It can be undone until the next import.
  /// - Throws: `locked`, `recordExists`, `noSuchRecord`, `writeOnce`, `recordTooLong`, what ``attach(_:to:)`` refuses, `storageFull` and the like.
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
          // Before the records: what is stored must not be without it. What it names and the vault has not is passed over by whoever undoes.
          try ImportJournal(date: environment.now(), entries: entries)
            .write(to: folder, root: unlocked.root, keyFile: keyFile, using: &generator)
          return nil
        }
      }
    } catch {
      // The import before this one can be undone still.
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

  /// What a merging changes, and what the record holds before, encoded.
  private func change(
    _ merging: ImportBatch.Merging, _ unlocked: Unlocked, _ time: UInt64
  ) throws(CredentialVaultError) -> (change: Change, former: SharedSecret) {
    let id = merging.record.id
    var (body, revision) = try stored(id, unlocked)
    guard body.kind == merging.record.kind.rawValue else { throw CredentialVaultError(.writeOnce) }
    // A record that cannot be read whole must not be written over.
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

  /// The most bytes of what an import makes of a record: a record may have 64 KiB, and a person goes on writing.
  private static let mostImported = 63 << 10

  /// Whether a new record has room in the vault for all that comes with it.
  package func hasRoom(for addition: ImportBatch.Addition) -> Bool {
    var body = RecordBody(kind: addition.record.kind.rawValue)
    let stamp = stamp(0, over: body)
    body.write(addition.record, stamp: stamp)
    body.write(addition.annotations, stamp: stamp)
    return Self.hasRoom(body, [], addition.files)
  }

  /// Whether a record of the vault has room for what it would get.
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
    // Beside its name and media type, a file takes its key, digest and the like.
    let described = files.reduce(0) { $0 + $1.name.utf8.count + ($1.mediaType?.utf8.count ?? 0) + 256 }
    let bytes = attachments.reduce(0) { $0 + $1.byteCount } + files.reduce(0) { $0 + $1.content.byteCount }
    return body.encoded().byteCount + described <= mostImported && attachments.count + files.count <= RecordAttachment.most
      && bytes <= RecordAttachment.longestOfRecord && files.allSatisfy { $0.content.byteCount <= RecordAttachment.longest }
  }

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
    // From here on everything is done; what cannot be tidied away now goes with the next of these.
    DurableFile.remove(folder.importJournal)
    try? database.emptyWriteAheadLog()
    return result
  }
}
