// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialCryptography
import CredentialModel
import FoundationEssentials
import SecretMemory
import SyncModel

/// A file that the other side may not have whole.
package struct OutgoingFile: Hashable, Sendable {
  /// Under which its chunks are stored.
  package let blob: BlobName
  /// How many chunks it has.
  package let chunkCount: Int
  /// Whether nothing of it was ever sent.
  package let isFresh: Bool
}

/// A file that a record names and whose bytes are not here.
package struct IncomingFile: Sendable {
  /// Under which its chunks are stored.
  package let blob: BlobName
  /// How many chunks it has.
  package var chunkCount: Int { attachment.cipher.shape.chunkCount }
  /// How many of them have come, from the first one on.
  package let presentCount: Int
  let attachment: RecordAttachment
}

/// The bytes of files on their way to other devices and from them: sealed as they lie here, so that no key is needed to carry them
/// (decision 50). Whoever brings a chunk is believed in nothing.
extension CredentialVault {
  /// Notes which records name which files, where that is not known yet: once for each vault that begins to be synchronised.
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

  /// How many files wait to be sent, and how many to come; none of a vault that is not synchronised.
  package var waitingFiles: (outgoing: Int, incoming: Int) { (try? database.waitingFileCounts()) ?? (0, 0) }

  /// Whether the bytes of a file are on their way from another device.
  package func isAwaited(_ attachment: RecordAttachment) -> Bool { database.isAwaited(attachment.blob) }

  // MARK: Out

  /// The files that the other side may not have whole, the shortest first.
  /// - Throws: What the storage refused.
  package func outgoingFiles() throws(CredentialVaultError) -> [OutgoingFile] {
    try storing {
      try database.outgoingFiles().map { OutgoingFile(blob: $0.blob, chunkCount: $0.chunkCount, isFresh: $0.isFresh) }
    }
  }

  /// Chunks of a file as they are stored, from a number on; fewer where one cannot be read.
  package func sealedChunks(of blob: BlobName, from first: Int, most: Int) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    while chunks.count < most, let chunk = database.chunk(first + chunks.count, of: blob) { chunks.append(chunk) }
    return chunks
  }

  /// Notes that something of a file is about to be sent, or that the other side has all of it.
  /// - Throws: What the storage refused.
  package func noteSent(_ blob: BlobName, isWhole: Bool) throws(CredentialVaultError) {
    try storing { try database.set(isWhole ? .there : .begun, of: blob) }
  }

  /// The files of which the other side had all when it was last said.
  /// - Throws: What the storage refused.
  package func settledFiles() throws(CredentialVaultError) -> [BlobName] { try storing { try database.settledFiles() } }

  // MARK: In

  /// The files whose bytes are to come, the shortest first. One whose record cannot be read is left out.
  /// - Throws: `locked`, and what the storage refused.
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

  /// Keeps the next chunks of a file once each opens as just that chunk; with the last one the whole is held against the digest in the record, and
  /// only then it is the record's file.
  ///
  /// - Returns: Whether the file is whole now.
  /// - Throws: `attachmentRefused` for anything but what the record's author sealed: what was kept before stays, but for a whole that has
  ///   another digest. `locked`, `storageFull` and the like.
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

  /// Whether this device can tell which files all records name: none is damaged, of a newer version or kept aside.
  package var readsEverything: Bool {
    get throws(CredentialVaultError) { try unavailableRecords() == (0, 0) && quarantinedCount == 0 }
  }

  /// Notes which of the files that are at the other side no record names, and none ever did that this device knows of.
  /// - Parameter mayBeEarly: Whether the commit that names one may come behind its parts, as in a folder.
  /// - Throws: What the storage refused.
  package func noteUnclaimed(_ blobs: [BlobName], mayBeEarly: Bool) throws(CredentialVaultError) {
    try storing { try database.noteUnclaimed(blobs, mayBeEarly: mayBeEarly) }
  }

  /// Notes that all this device knows of files that no record names is in the chain: called when nothing waits to be committed.
  /// - Throws: What the storage refused.
  package func noteUnwantedFiles(in replica: VaultReplica) throws(CredentialVaultError) {
    let number = replica.chain.head.number
    try storing { try database.noteUnwanted(upTo: number) }
  }

  /// How long a file lies in a folder that no record names, in milliseconds: 30 days, as a server keeps one that did not become whole.
  private static let unclaimedLife: UInt64 = 30 * 24 * 60 * 60 * 1000

  /// The files that may go at the other side: no record names them, and every other device has committed since that was in the chain, or is
  /// silent for 180 days. So none can name one again by what it had not seen.
  /// - Throws: What the storage refused.
  package func removableFiles(in replica: VaultReplica, most: Int) throws(CredentialVaultError) -> [BlobName] {
    let now = RecordBody.milliseconds(environment.now())
    // A hybrid clock has milliseconds in its upper 48 bits.
    let before = (now - min(now, Self.unclaimedLife)) << 16
    return try storing {
      Array(
        try database.unwantedFiles(unclaimedBefore: before).filter {
          replica.chain.haveSeen($0.number, allBut: replica.device, log: replica.log, atMilliseconds: now)
        }.map(\.blob).prefix(most))
    }
  }

  /// Notes that files are gone at the other side.
  /// - Throws: What the storage refused.
  package func noteRemoved(_ blobs: [BlobName]) throws(CredentialVaultError) { try storing { try database.forgetUnwanted(blobs) } }

  private func storing<Value>(_ body: () throws -> Value) throws(CredentialVaultError) -> Value {
    do { return try body() } catch { throw CredentialVaultError(error) }
  }
}
