// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol

/// The export of everything in the vault into a file of another program's format.
extension ManagementDesk {
  func exportStep(
    _ step: VaultCall.ExportStep, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (answer: VaultAnswer, secret: SharedSecret?) {
    switch step.step {
    case .begin: return (.exporting(try await beginExport(step, caller)), nil)
    case .part:
      guard let token = step.transfer, var run = exports.take(token, at: time.now()) else { throw VaultFailure(.transferEnded) }
      let part = run.next(atMost: VaultCall.TransferQuery.partByteCount)
      let left = run.file.byteCount - run.sent
      if left > 0 { exports.keep(run, as: token, of: caller.conversation, at: time.now()) }
      let state = VaultAnswer.ExportState(
        transfer: left > 0 ? token : nil, bytes: run.file.byteCount, left: left, kinds: [:], found: 0, findings: [])
      return (.exporting(state), part)
    }
  }

  /// Reads the whole vault beside the desk, which has to stay free for a lock: that ends the reading.
  private nonisolated func everything(in vault: CredentialVault) async throws(VaultFailure) -> ExportedItems {
    do throws(CredentialVaultError) { return try ExportedItems(vault) } catch { throw VaultFailure(error, now: now()) }
  }

  private func beginExport(
    _ step: VaultCall.ExportStep, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> VaultAnswer.ExportState {
    guard let format = step.format, format.utf8.count <= 32 else { throw VaultFailure(.badRequest) }
    let isPlain = step.plain == true
    let isPreview = step.preview == true
    if caller.isUnattended { throw VaultFailure(.wouldAsk) }
    var passphrase: SharedSecret?
    if isPreview {
      if try await admit(caller) == .confirm { try await confirm(.list, caller) }
      // Always encrypted: the file of a preview, which is never delivered, is encrypted with a random key.
      if format == "kdbx" { passphrase = newRandomKey() }
    } else {
      // This requires the passphrase, with or without a grant, because the file contains everything.
      try await requirePassphrase(for: .exportAll(format: format, isPlain: isPlain), caller)
      if !isPlain {
        let typed = try await session.askForNewPassphrase(at: caller.terminal) { PromptTexts.passphraseForFile(format: format, error: $0) }
        passphrase = SharedSecret(typed)
      }
    }
    let generation = ends.generation
    let exported = try await everything(in: session.vault())
    let (order, exchange) = (WritingOrder(format: format, passphrase: passphrase, date: now(), items: exported.items), exchange)
    let (file, told) = try await untilEnded { () throws(VaultFailure) in try await exchange.write(order) }
    let findings = exported.findings + told
    let kinds = Dictionary(uniqueKeysWithValues: exported.kinds(without: told).map { (VaultEntry.Kind($0).rawValue, $1) })
    var state = VaultAnswer.ExportState(
      transfer: nil, bytes: file.byteCount, left: 0, kinds: kinds, found: findings.count,
      findings: findings.prefix(VaultAnswer.ImportReport.longest).map { .init($0, of: exported.items) })
    if isPreview {
      if format == "cxf" {
        let losses = VaultAnswer.HandoverLoss.gathered(
          from: findings.lazy.map { VaultAnswer.ExchangeFinding($0, of: exported.items) })
        state.losses = Array(losses.prefix(VaultAnswer.ImportReport.longest))
      }
      return state
    }
    try await rememberExport(format, caller)
    try requireNoEnd(since: generation)
    let token = makeIdentifier().description
    exports.keep(ExportRuns.Run(file: file, at: time.now()), as: token, of: caller.conversation, at: time.now())
    (state.transfer, state.left) = (token, file.byteCount)
    return state
  }
}
