// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
import CredentialModel
import FoundationEssentials
import GRDB
import Synchronization

extension CredentialVault {
  /// A file that the vault's own database does not have completely.
  private struct WantedFile {
    let id: RecordIdentifier
    let title: String?
    let attachment: RecordAttachment
  }

  /// Copies the files of the records in this vault, which is being assembled; returns those that were damaged.
  ///
  /// Leaves out files that no record refers to, unless there are unreadable records that may refer to them. If no source has a file
  /// completely, the existing chunks are kept.
  func fillBlobs(from sources: RepairSources, _ work: KeepingWork) throws(CredentialVaultError) -> [VaultRepair.Treated] {
    guard let unlocked = state.withLock({ $0.unlocked }) else { throw CredentialVaultError(.locked) }
    let present = ChunkSource(databaseAt: sources.target.database)
    defer { present.close() }
    var wanted: [WantedFile] = []
    var unclaimed = sources.present.chunks.lengths
    var knowsAll = true
    var progress = FilledBytes(KeepingPart(of: work, .attachments, total: sources.present.chunks.byteCount))
    var last = Int64.min
    // Works in pages, because the files go into the database that is being read.
    while let page = try records(after: last), let place = page.last {
      last = place
      for row in page.records.map(\.row) {
        guard let id = RecordIdentifier(bytes: row.name.bytes), let body = try? openBody(row, with: unlocked.epochKey).body,
          let attachments = try? body.attachments()
        else {
          knowsAll = false
          continue
        }
        for attachment in attachments {
          unclaimed[attachment.blob] = nil
          try progress.add(attachment.byteCount)
          if try !take(attachment, from: present) {
            wanted.append(WantedFile(id: id, title: unlocked.index.title(of: id), attachment: attachment))
          }
        }
      }
    }
    var treated: [VaultRepair.Treated] = []
    func note(_ file: WantedFile, _ outcome: VaultRepair.Outcome) {
      treated.append(VaultRepair.Treated(id: file.id, title: file.title, attachment: file.attachment.name, outcome: outcome))
    }
    for copy in sources.copies where copy.account == keyFile.account && !wanted.isEmpty {
      var left: [WantedFile] = []
      try RepairSources.withUnpacked(copy, beside: sources.target, work) { folder throws(CredentialVaultError) in
        let source = ChunkSource(databaseAt: folder.database)
        defer { source.close() }
        for file in wanted {
          try work.begin(.attachments)
          if try take(file.attachment, from: source) { note(file, .restored(from: copy.name)) } else { left.append(file) }
        }
      }
      wanted = left
    }
    for file in wanted {
      try fill(file.attachment.blob, 0..<file.attachment.cipher.shape.chunkCount, from: present)
      note(file, .lost)
    }
    if !knowsAll { for (blob, chunks) in unclaimed { try fill(blob, chunks.keys.sorted(), from: present) } }
    return treated
  }

  private func records(after place: Int64) throws(CredentialVaultError) -> (records: [StoredRecord], last: Int64?)? {
    do {
      return try database.queue.unsafeRead { try StoredRecord.page(after: place, in: $0) }
    } catch {
      throw CredentialVaultError(error)
    }
  }

  /// Copies a file if it is complete.
  private func take(_ attachment: RecordAttachment, from source: ChunkSource) throws(CredentialVaultError) -> Bool {
    guard AttachmentReading.isWhole(attachment, { source.chunk($0, of: attachment.blob) }) else { return false }
    try fill(attachment.blob, 0..<attachment.cipher.shape.chunkCount, from: source)
    return true
  }

  private func fill(_ blob: BlobName, _ numbers: some Sequence<Int>, from source: ChunkSource) throws(CredentialVaultError) {
    do {
      try database.fill(blob, numbers: numbers) { source.chunk($0, of: blob) }
    } catch {
      throw CredentialVaultError(error)
    }
  }
}

/// A database from which chunks are copied; without a readable database it has none.
private struct ChunkSource {
  private let queue: DatabaseQueue?

  init(databaseAt path: String) { queue = try? DatabaseQueue(path: path, configuration: VaultReading.configuration) }

  func chunk(_ number: Int, of blob: BlobName) -> [UInt8]? { queue?.unsafeRead { StoredChunks.body(number, of: blob, in: $0) } }

  func close() { try? queue?.close() }
}

/// The progress through the files.
private struct FilledBytes {
  private let progress: KeepingPart
  private var byteCount = 0

  init(_ progress: KeepingPart) { self.progress = progress }

  mutating func add(_ count: Int) throws(CredentialVaultError) {
    try progress.step(byteCount)
    byteCount += count
  }
}
