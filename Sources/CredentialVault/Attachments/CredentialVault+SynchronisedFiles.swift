// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SecretMemory
import SyncModel

/// A file that the other side may not have completely.
package struct OutgoingFile: Hashable, Sendable {
  /// The name under which its chunks are stored.
  package let blob: BlobName
  /// The number of its chunks.
  package let chunkCount: Int
  /// Whether no part of it was ever sent.
  package let isFresh: Bool
}

/// A file that a record names but whose bytes are not on this device.
package struct IncomingFile: Sendable {
  /// The name under which its chunks are stored.
  package let blob: BlobName
  /// The number of its chunks.
  package var chunkCount: Int { attachment.cipher.shape.chunkCount }
  /// The number of chunks received so far, starting from the first.
  package let presentCount: Int
  let attachment: RecordAttachment
}

/// The bytes of files in transit to and from other devices. They are transferred in their stored, encrypted form, so no key is needed
/// (decision 50). Received chunks are trusted only once verified.
extension CredentialVault {
  /// Notes which records name which files, unless that is already known. Runs once for each vault that starts synchronising.
  /// - Throws: `locked`, `storageFull` and the like.
  package func prepareFiles() throws(CredentialVaultError) {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      do {
        if try database.hasReplicaFiles() { return }
        var named: [(record: Data, blobs: [BlobName])] = []
        try database.forEachRecord { row in
          guard let body = try? openBody(row, with: unlocked.epochKey).body, let files = try? body.attachments(), !files.isEmpty else {
            return
          }
          named.append((Data(row.name.bytes), files.map(\.blob)))
        }
        try database.beginReplicaFiles(named)
      } catch {
        throw CredentialVaultError(error)
      }
    }
  }

  /// The number of files waiting to be sent and to be received; zero for a vault that is not synchronised.
  package var waitingFiles: (outgoing: Int, incoming: Int) { (try? database.waitingFileCounts()) ?? (0, 0) }

  /// Whether the bytes of a file are still on their way from another device.
  package func isAwaited(_ attachment: RecordAttachment) -> Bool { database.isAwaited(attachment.blob) }

  // MARK: Out

  /// Returns the files that the other side may not have completely, shortest first.
  /// - Throws: Storage errors.
  package func outgoingFiles() throws(CredentialVaultError) -> [OutgoingFile] {
    try storing {
      try database.outgoingFiles().map { OutgoingFile(blob: $0.blob, chunkCount: $0.chunkCount, isFresh: $0.isFresh) }
    }
  }

  /// Returns consecutive stored chunks of a file, starting at a number; fewer if one cannot be read.
  package func sealedChunks(of blob: BlobName, from first: Int, most: Int) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    while chunks.count < most, let chunk = database.chunk(first + chunks.count, of: blob) { chunks.append(chunk) }
    return chunks
  }

  /// Notes that part of a file is about to be sent, or that the other side has all of it.
  /// - Throws: Storage errors.
  package func noteSent(_ blob: BlobName, isWhole: Bool) throws(CredentialVaultError) {
    try storing { try database.set(isWhole ? .there : .begun, of: blob) }
  }

  /// Returns the files that the other side had completely when it last reported.
  /// - Throws: Storage errors.
  package func settledFiles() throws(CredentialVaultError) -> [BlobName] { try storing { try database.settledFiles() } }

  // MARK: In

  /// Returns the files whose bytes are still to come, shortest first. Leaves out files whose record cannot be read.
  /// - Throws: `locked`, and storage errors.
  package func incomingFiles() throws(CredentialVaultError) -> [IncomingFile] {
    try withUnlocked { (unlocked) throws(CredentialVaultError) in
      try storing {
        try database.incomingFiles().compactMap { found in
          guard let row = try database.record(found.record), let body = try? openBody(row, with: unlocked.epochKey).body,
            let attachment = try? body.attachments().first(where: { $0.blob == found.blob })
          else { return nil }
          return IncomingFile(blob: found.blob, presentCount: found.presentCount, attachment: attachment)
        }.sorted { $0.chunkCount < $1.chunkCount }
      }
    }
  }

  /// What stays free on the disk for edits, in bytes: files of other devices never take it.
  private static let leastFree = 16 << 20

  /// Whether the disk has room for what is missing of a file.
  package func hasRoom(for file: IncomingFile) -> Bool {
    guard let free = environment.freeByteCount(folder.path) else { return true }
    return free - (file.chunkCount - file.presentCount) * BlobShape.sealedChunkByteCount >= Self.leastFree
  }

  /// Stores the next chunks of a file after checking that each decrypts as exactly that chunk. After the last one, compares the complete
  /// file with the digest in the record; only then does it become the record's file.
  ///
  /// - Returns: Whether the file is now complete.
  /// - Throws: `attachmentRefused` for anything but what the record's author encrypted. Chunks stored earlier remain, unless the digest of
  ///   the complete file differs. `locked`, `storageFull` and the like.
  package func take(_ chunks: [[UInt8]], of file: IncomingFile) throws(CredentialVaultError) -> Bool {
    let (cipher, blob) = (file.attachment.cipher, file.blob)
    guard isUnlocked else { throw CredentialVaultError(.locked) }
    guard !chunks.isEmpty, file.presentCount + chunks.count <= cipher.shape.chunkCount else {
      throw CredentialVaultError(.attachmentRefused)
    }
    for (number, chunk) in zip(file.presentCount..., chunks) {
      do { _ = try cipher.open(chunk, asChunk: number) } catch { throw CredentialVaultError(.attachmentRefused) }
    }
    try storing { try database.keep(chunks, from: file.presentCount, of: blob) }
    guard file.presentCount + chunks.count == cipher.shape.chunkCount else { return false }
    guard AttachmentReading.isWhole(file.attachment, { database.arrivedChunk($0, of: blob) }) else {
      try storing { try database.dropArrived(blob) }
      throw CredentialVaultError(.attachmentRefused)
    }
    try storing { try database.settle(blob) }
    return true
  }

  // MARK: Gone

  /// Whether this device can determine the files of all records: no record is damaged, from a newer version, or quarantined.
  package var readsEverything: Bool {
    get throws(CredentialVaultError) { try unavailableRecords() == (0, 0) && quarantinedCount == 0 }
  }

  /// Notes files on the other side that no record names, and that no record ever named as far as this device knows.
  /// - Parameter mayBeEarly: Whether the commit that names a file may arrive after its parts, as in a folder.
  /// - Throws: Storage errors.
  package func noteUnclaimed(_ blobs: [BlobName], mayBeEarly: Bool) throws(CredentialVaultError) {
    try storing { try database.noteUnclaimed(blobs, mayBeEarly: mayBeEarly) }
  }

  /// Notes that the chain contains everything this device knows about files that no record names. Call this when nothing waits to be
  /// committed.
  /// - Throws: Storage errors.
  package func noteUnwantedFiles(in replica: VaultReplica) throws(CredentialVaultError) {
    let number = replica.chain.head.number
    try storing { try database.noteUnwanted(upTo: number) }
  }

  /// The time for which a folder keeps a file that no record names, in milliseconds: 30 days, as long as a server keeps an incomplete file.
  private static let unclaimedLife: UInt64 = 30 * 24 * 60 * 60 * 1000

  /// The files that may go at the other side: no record names them, and every other device has committed since that was in the chain, or is
  /// silent for 180 days. So none can name one again by what it had not seen. Where this device's clock has just leapt, nothing is old by it.
  /// - Throws: What the storage refused.
  package func removableFiles(in replica: VaultReplica, most: Int) throws(CredentialVaultError) -> [BlobName] {
    let removable = try removableFiles(in: replica, atMilliseconds: RecordBody.milliseconds(environment.now()))
    if removable.isEmpty { return [] }
    return Array(try hasTimeSettled() ? removable.prefix(most) : removableFiles(in: replica, atMilliseconds: 0).prefix(most))
  }

  private func removableFiles(in replica: VaultReplica, atMilliseconds now: UInt64) throws(CredentialVaultError) -> [BlobName] {
    // The upper 48 bits of a hybrid clock are milliseconds.
    let before = (now - min(now, Self.unclaimedLife)) << 16
    return try storing {
      try database.unwantedFiles(unclaimedBefore: before).filter {
        replica.chain.haveSeen($0.number, allBut: replica.device, log: replica.log, atMilliseconds: now)
      }.map(\.blob)
    }
  }

  /// Notes that files are gone from the other side.
  /// - Throws: Storage errors.
  package func noteRemoved(_ blobs: [BlobName]) throws(CredentialVaultError) { try storing { try database.forgetUnwanted(blobs) } }

  private func storing<Value>(_ body: () throws -> Value) throws(CredentialVaultError) -> Value {
    do { return try body() } catch { throw CredentialVaultError(error) }
  }
}
