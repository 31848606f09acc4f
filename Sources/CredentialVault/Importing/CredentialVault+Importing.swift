// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SecretMemory
import SyncModel

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
          former = (try? VaultFile.read(folder.importJournal, limit: ImportJournal.limit), true)
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
        try? VaultFile.replace(folder.importJournal, with: journal)
      } else if former.isReplaced {
        VaultFile.remove(folder.importJournal)
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
}
