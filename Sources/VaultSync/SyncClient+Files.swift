// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SyncModel

/// The bytes of files, which are transferred part by part after the commits that name them (decision 50).
///
/// Each call makes one or two requests, and the user's changes are sent in between. Parts already sent or stored are kept, whatever ends
/// the transfer.
extension SyncClient {
  /// The maximum number of chunks in one request: 256 KiB.
  private static let chunksPerPart = 4
  private static let mostRemovals = 500
  /// The maximum number of listed files, several times what a server stores for one account.
  private static let mostListed = 1 << 17

  /// Sends or receives the next part of a file, or asks the other side to remove files that no record names.
  ///
  /// - Parameter looksAnew: Whether the other side may now have files that it did not have before.
  /// - Returns: Whether there may be more to do.
  /// - Throws: `rateLimited` with the time to wait, `quotaExceeded`, and as ``synchronise(_:)``.
  package func carryFiles(looksAnew: Bool) async throws(VaultSyncError) -> Bool {
    do throws(VaultSyncError) {
      return try await turn {
        let replica = try begin()
        if looksAnew { files.forgetListing() }
        try vault.prepareFiles()
        if looksAnew, !files.isCompared { try await compare() }
        if try await sendPart() { return true }
        if try await takePart(mayList: looksAnew) { return true }
        return try await removeUnwanted(replica)
      }
    } catch {
      // Edits were accepted there a moment ago, so it is a sync server that does not support files.
      throw error.detail == "not-a-server" ? VaultSyncError(.refused, detail: "no_files") : error
    }
  }

  /// Files for which other data was received.
  package var refusedFiles: Set<BlobName> { files.refused }

  /// How many of the files that are awaited the other side did not have whole when it was looked at last.
  package var unsentFileCount: Int {
    guard let listed = files.listed, let incoming = try? vault.incomingFiles() else { return 0 }
    return incoming.count { file in listed[file.blob].map { $0.presentCount < $0.chunkCount } ?? true }
  }

  /// Whether any file is awaited; a folder does not announce its arrival.
  package nonisolated var awaitsFiles: Bool { vault.waitingFiles.incoming > 0 }

  // MARK: Out

  private func sendPart() async throws -> Bool {
    for file in try vault.outgoingFiles() where !files.unfit.contains(file.blob) {
      if !file.isFresh, files.presentCount(of: file.blob) == nil { try await list() }
      if let known = files.listed?[file.blob], known.chunkCount != file.chunkCount {
        files.unfit.insert(file.blob)
        continue
      }
      let first = files.presentCount(of: file.blob) ?? 0
      if first >= file.chunkCount {
        try vault.noteSent(file.blob, isWhole: true)
        continue
      }
      let chunks = vault.sealedChunks(of: file.blob, from: first, most: Self.chunksPerPart)
      guard !chunks.isEmpty else {
        // The stored chunk is damaged; the vault's own check reports it.
        files.unfit.insert(file.blob)
        continue
      }
      // Noted before the first chunk is sent, so that after a crash the client asks how much arrived.
      if file.isFresh { try vault.noteSent(file.blob, isWhole: false) }
      try await send(chunks, from: first, of: file)
      return true
    }
    return false
  }

  private func send(_ chunks: [[UInt8]], from first: Int, of file: OutgoingFile) async throws {
    let answer = try await ask(
      "PUT", "/v1/blobs/\(Hexadecimal.text(file.blob.bytes))?from=\(first)",
      [1: .unsigned(UInt64(file.chunkCount)), 2: .array(chunks.map(CBORValue.bytes))], pauses: false)
    guard answer.status == 200 else {
      let refusal = try SyncWay.refusal(answer)
      guard refusal.detail == "mismatch" else { throw refusal }
      files.unfit.insert(file.blob)
      return
    }
    let present = try SyncAnswer(answer.body, keys: 1...1).unsigned(1)
    // Another device may have sent the same. A place that has less than it reported is asked again with the next attempt, but not
    // endlessly.
    guard present <= UInt64(file.chunkCount), present > UInt64(first) else {
      files = FilesElsewhere()
      throw VaultSyncError(.answerMalformed)
    }
    files.sent[file.blob] = Int(present)
    if present == UInt64(file.chunkCount) { try vault.noteSent(file.blob, isWhole: true) }
  }

  /// Finds files that the other side had and has lost, for example after being restored from a backup; they are sent again. Also finds
  /// files there that no record names; they are removed by the same rule as others.
  private func compare() async throws {
    let settled = try vault.settledFiles()
    if !settled.isEmpty || isOfFolder {
      if files.listed == nil { try await list() }
      for blob in settled {
        let there = files.listed?[blob]
        if there == nil || there?.presentCount != there?.chunkCount { try vault.noteSent(blob, isWhole: false) }
      }
      // In a folder, the commit that names a file may arrive after its parts. A server has the commit first, and its head shows whether it
      // is known here.
      try vault.noteUnclaimed(files.listed?.map(\.key) ?? [], mayBeEarly: isOfFolder)
    }
    files.isCompared = true
  }

  private func list() async throws {
    var listed: [BlobName: FilesElsewhere.Present] = [:]
    var last: BlobName?
    while listed.count < Self.mostListed {
      let query = last.map { "?after=\(Hexadecimal.text($0.bytes))" } ?? ""
      let answer = try await ask("GET", "/v1/blobs\(query)", pauses: false)
      guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
      let page = try BlobListPage(answer.body, after: last)
      for blob in page.blobs {
        listed[blob.name] = FilesElsewhere.Present(chunkCount: blob.chunkCount, presentCount: blob.presentCount)
      }
      last = page.blobs.last?.name
      guard page.hasMore else {
        files.listed = listed
        files.sent = [:]
        return
      }
    }
    throw VaultSyncError(.answerMalformed)
  }

  // MARK: In

  private func takePart(mayList: Bool) async throws -> Bool {
    let incoming = try vault.incomingFiles().filter { !files.refused.contains($0.blob) }
    if incoming.isEmpty { return false }
    if mayList, files.listed == nil { try await list() }
    guard let listed = files.listed else { return false }
    for file in incoming {
      // An incomplete file is announced when it is complete.
      guard let there = listed[file.blob], there.presentCount == there.chunkCount else { continue }
      guard there.chunkCount == file.chunkCount else {
        files.refused.insert(file.blob)
        continue
      }
      guard vault.hasRoom(for: file) else { throw VaultSyncError(.noRoom) }
      let answer = try await ask(
        "GET", "/v1/blobs/\(Hexadecimal.text(file.blob.bytes))?from=\(file.presentCount)", pauses: false)
      guard answer.status == 200 || answer.status == 404 else { throw try SyncWay.refusal(answer) }
      let page = answer.status == 200 ? try BlobChunksPage(answer.body) : nil
      guard let page, !page.chunks.isEmpty else {
        // The file was removed after the listing, or has not fully arrived in the folder.
        files.listed?[file.blob] = nil
        continue
      }
      do {
        guard page.chunkCount == UInt64(file.chunkCount) else { throw CredentialVaultError(.attachmentRefused) }
        _ = try vault.take(page.chunks, of: file)
      } catch let error as CredentialVaultError where error.code == .attachmentRefused {
        files.refused.insert(file.blob)
      }
      return true
    }
    return false
  }

  // MARK: Gone

  private func removeUnwanted(_ replica: VaultReplica) async throws -> Bool {
    // A pending commit may name a file that the last one does not, and so may a record that this version cannot read.
    guard vault.pendingCount == 0, !replica.isFirstLook, try vault.readsEverything else { return false }
    try vault.noteUnwantedFiles(in: replica)
    let names = try vault.removableFiles(in: replica, most: Self.mostRemovals)
    if names.isEmpty { return false }
    let answer = try await ask(
      "DELETE", "/v1/blobs", [1: .bytes(replica.chain.head.hash), 2: .array(names.map { .bytes($0.bytes) })], pauses: false)
    // Another commit came first: the next exchange reads it.
    if answer.status == 409 { return false }
    guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
    try vault.noteRemoved(names)
    return true
  }
}
