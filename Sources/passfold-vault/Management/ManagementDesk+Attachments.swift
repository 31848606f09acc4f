// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import CredentialVault
import FoundationEssentials
import SecretMemory
import VaultProtocol

/// Attachments, transferred part by part. The user is asked, and the release recorded, before the first part.
extension ManagementDesk {
  /// The maximum number of bytes of a media type (RFC 6838 §4.2).
  private static let longestMediaType = 255

  func attach(_ file: VaultCall.NewAttachment, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.AttachmentState {
    let isMediaType = file.mediaType.map { $0.utf8.count <= Self.longestMediaType && $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    guard isMediaType ?? true else { throw VaultFailure(.badRequest) }
    let decision = try await admit(caller, to: .change)
    let generation = ends.generation
    let match = try await find(file.query, kind: file.kind, joins: true, decision, caller)
    // A file that cannot be stored is refused before the user is asked.
    let draft = try await inVault { (vault) throws(CredentialVaultError) in
      try vault.draftAttachment(named: file.name, byteCount: file.bytes, mediaType: file.mediaType, for: match.id)
    }
    if decision == .confirm { try await confirm(.attach(Self.name(of: match), file: file.name), caller) }
    try requireNoEnd(since: generation)
    return try await proceed(with: draft, of: match, as: makeIdentifier().description)
  }

  /// Receives the next part of a file.
  func take(_ part: SharedSecret?, of query: VaultCall.TransferQuery) async throws(VaultFailure) -> VaultAnswer.AttachmentState {
    guard let part else { throw VaultFailure(.badRequest) }
    guard let transfer = transfers.take(query.transfer, at: time.now()), case .incoming(var draft) = transfer.way else {
      throw VaultFailure(.transferEnded)
    }
    do throws(CredentialVaultError) {
      try draft.append(part)
    } catch {
      throw VaultFailure(error, now: now())
    }
    return try await proceed(with: draft, of: transfer.summary, as: query.transfer)
  }

  /// Waits for the next part, or stores the file if none is missing.
  private func proceed(
    with draft: AttachmentDraft, of summary: CredentialSummary, as token: String
  ) async throws(VaultFailure) -> VaultAnswer.AttachmentState {
    guard draft.missingByteCount == 0 else {
      transfers.keep(.incoming(draft), of: summary, as: token, at: time.now())
      return VaultAnswer.AttachmentState(
        entry: VaultEntry(summary), file: AttachedFile(name: draft.name, bytes: draft.byteCount), transfer: token,
        left: draft.missingByteCount)
    }
    let kept = try await inVault { (vault) throws(CredentialVaultError) in try vault.attach(draft, to: summary.id) }
    await session.recordsChanged()
    return VaultAnswer.AttachmentState(entry: VaultEntry(summary), file: AttachedFile(kept))
  }

  func open(_ query: VaultCall.AttachmentQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.AttachmentState {
    let decision = try await admit(caller, to: .release)
    let generation = ends.generation
    let match = try await find(query.query, kind: query.kind, joins: true, decision, caller)
    let refused = await sync.refusedFiles()
    let reading = try await inVault { (vault) throws(CredentialVaultError) in
      let awaited = try vault.attachments(of: match.id).first { $0.name == query.name && vault.isAwaited($0) }
      if let awaited, refused.contains(awaited.blob) { throw CredentialVaultError(.attachmentRefused) }
      let reading = try vault.readAttachment(named: query.name, of: match.id)
      // A file without parts is checked here.
      var whole = reading
      if reading.missingByteCount == 0 { _ = try vault.next(of: &whole) }
      return reading
    }
    if decision == .confirm { try await confirm(.attachment(Self.name(of: match), file: query.name), caller) }
    try await remember(.attachment, of: match, caller)
    try requireNoEnd(since: generation)
    return keep(reading, of: match, as: makeIdentifier().description)
  }

  /// Returns the next part of a file.
  func handOutPart(of query: VaultCall.TransferQuery) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    guard let transfer = transfers.take(query.transfer, at: time.now()), case .outgoing(var reading) = transfer.way else {
      throw VaultFailure(.transferEnded)
    }
    let generation = ends.generation
    let part = try await inVault { (vault) throws(CredentialVaultError) in try vault.next(of: &reading) }
    try requireNoEnd(since: generation)
    return (.attachment(keep(reading, of: transfer.summary, as: query.transfer)), part)
  }

  private func keep(_ reading: AttachmentReading, of summary: CredentialSummary, as token: String) -> VaultAnswer.AttachmentState {
    let left = reading.missingByteCount
    if left > 0 { transfers.keep(.outgoing(reading), of: summary, as: token, at: time.now()) }
    return VaultAnswer.AttachmentState(
      entry: VaultEntry(summary), file: AttachedFile(reading.attachment), transfer: left > 0 ? token : nil, left: left)
  }

  /// Erases a file. A grant does not count as consent, because this cannot be undone.
  func remove(_ query: VaultCall.AttachmentQuery, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultEntry {
    let decision = try await admit(caller, to: .change)
    let match = try await find(query.query, kind: query.kind, joins: true, decision, caller)
    let isThere = try await inVault { (vault) throws(CredentialVaultError) in
      try vault.attachments(of: match.id).contains { $0.name == query.name }
    }
    guard isThere else { throw VaultFailure(.noSuchAttachment) }
    try await confirm(.removeAttachment(Self.name(of: match), file: query.name), caller)
    try await inVault { (vault) throws(CredentialVaultError) in try vault.removeAttachment(named: query.name, from: match.id) }
    await session.recordsChanged()
    return VaultEntry(match)
  }
}

extension AttachedFile {
  /// Creates the description of a file for a client.
  /// - Parameters:
  ///   - isHere: Whether its bytes are present, not awaited from another device.
  ///   - isRefused: Whether other bytes were received in their place.
  init(_ attachment: RecordAttachment, isHere: Bool = true, isRefused: Bool = false) {
    self.init(
      name: attachment.name, bytes: attachment.byteCount, mediaType: attachment.mediaType, added: attachment.added.timeIntervalSince1970,
      missing: isHere ? nil : isRefused ? .refused : .onItsWay)
  }
}
