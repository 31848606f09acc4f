// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
package import CredentialCryptography
import CredentialVault
import SyncModel

/// The bytes of files, which follow behind the commits that name them, part after part (decision 50).
///
/// Each call is one request or two: what the person changes meanwhile goes in between. What was sent or stored so far stays, whatever ends it.
extension SyncClient {
  /// The most chunks that one request carries: 256 KiB.
  private static let chunksPerPart = 4
  private static let mostRemovals = 500
  /// Several times what a server keeps of one account.
  private static let mostListed = 1 << 17

  /// Sends or takes the next part of a file, or lets the other side forget files that no record names.
  ///
  /// - Parameter looksAnew: Whether the other side may have files by now that it did not have before.
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
      // Edits went there a moment ago: it is a sync server, and knows nothing of files.
      throw error.detail == "not-a-server" ? VaultSyncError(.refused, detail: "no_files") : error
    }
  }

  /// Files in whose place something else was brought.
  package var refusedFiles: Set<BlobName> { files.refused }

  /// Whether any file is awaited; a folder tells nobody that it has come.
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
        // Its place on the disk is damaged; the vault's own check says so.
        files.unfit.insert(file.blob)
        continue
      }
      // Before anything is there, so that whoever goes on after a crash asks how far it came.
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
    // Another device may have sent the same. Whoever has less of it than it said begins anew with the next try, and not without end.
    guard present <= UInt64(file.chunkCount), present > UInt64(first) else {
      files = FilesElsewhere()
      throw VaultSyncError(.answerMalformed)
    }
    files.sent[file.blob] = Int(present)
    if present == UInt64(file.chunkCount) { try vault.noteSent(file.blob, isWhole: true) }
  }

  /// Finds files that the other side had and has no more, as after it was put back from a backup: they are sent again. And such as it has though no
  /// record names them, as after it was put back: they go by the rule of all others.
  private func compare() async throws {
    let settled = try vault.settledFiles()
    if !settled.isEmpty || isOfFolder {
      if files.listed == nil { try await list() }
      for blob in settled {
        let there = files.listed?[blob]
        if there == nil || there?.presentCount != there?.chunkCount { try vault.noteSent(blob, isWhole: false) }
      }
      // In a folder the commit that names a file may come behind its parts; a server has the commit first, and its head tells whether it is known here.
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
      // One that is there in part is told of when it is whole.
      guard let there = listed[file.blob], there.presentCount == there.chunkCount else { continue }
      guard there.chunkCount == file.chunkCount else {
        files.refused.insert(file.blob)
        continue
      }
      let answer = try await ask(
        "GET", "/v1/blobs/\(Hexadecimal.text(file.blob.bytes))?from=\(file.presentCount)", pauses: false)
      guard answer.status == 200 || answer.status == 404 else { throw try SyncWay.refusal(answer) }
      let page = answer.status == 200 ? try BlobChunksPage(answer.body) : nil
      guard let page, !page.chunks.isEmpty else {
        // Gone since it was listed, or in a folder not all of it is carried yet.
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
    // While something waits, a commit may name what the last one does not; and so may a record that this version cannot read.
    guard vault.pendingCount == 0, !replica.isFirstLook, try vault.readsEverything else { return false }
    try vault.noteUnwantedFiles(in: replica)
    let names = try vault.removableFiles(in: replica, most: Self.mostRemovals)
    if names.isEmpty { return false }
    let answer = try await ask(
      "DELETE", "/v1/blobs", [1: .bytes(replica.chain.head.hash), 2: .array(names.map { .bytes($0.bytes) })], pauses: false)
    // Somebody else came first: the next exchange takes that in.
    if answer.status == 409 { return false }
    guard answer.status == 200 else { throw try SyncWay.refusal(answer) }
    try vault.noteRemoved(names)
    return true
  }
}
