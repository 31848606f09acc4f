// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialExchange
import CredentialModel
import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol

/// The import of other programs' files: read by a separate program, described in a report, stored as one transaction.
extension ManagementDesk {
  /// The number of times that the user is asked for a file's passphrase.
  private static let passphraseTries = 3

  func importStep(_ step: VaultCall.ImportStep, secret: SharedSecret?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer
  {
    switch step.step {
    case .begin:
      guard let bytes = step.bytes, bytes > 0 else { throw VaultFailure(.fileUnreadable, detail: "malformed", position: 0) }
      guard bytes <= VaultCall.ImportStep.longestFile,
        (0...VaultCall.ImportStep.longestKeyFile).contains(step.keyFileBytes ?? 0), (step.format?.utf8.count ?? 0) <= 32
      else { throw VaultFailure(.fileUnreadable, detail: CredentialExchangeError.Code.overBounds.description) }
      if try await admit(caller, to: .change) == .confirm { try await confirm(.importFile, caller) }
      let file = FileToImport(byteCount: bytes, keyFileByteCount: step.keyFileBytes ?? 0, format: step.format)
      let token = makeIdentifier().description
      imports.keep(.receiving(file), as: token, of: caller.conversation, at: time.now())
      return .importing(VaultAnswer.ImportState(transfer: token, left: file.left))
    case .part:
      guard let token = step.transfer, let secret, case .receiving(let file)? = imports.take(token, at: time.now()) else {
        throw VaultFailure(.transferEnded)
      }
      guard file.append(secret) else { throw VaultFailure(.badRequest) }
      if file.left > 0 {
        imports.keep(.receiving(file), as: token, of: caller.conversation, at: time.now())
        return .importing(VaultAnswer.ImportState(transfer: token, left: file.left))
      }
      let generation = ends.generation
      let (collection, format) = try await read(file, caller)
      let plan = try await plan(collection) { _ in .mine }
      try requireNoEnd(since: generation)
      imports.keep(.read(collection, format: format), as: token, of: caller.conversation, at: time.now())
      return .importing(VaultAnswer.ImportState(transfer: token, report: VaultAnswer.ImportReport(plan, of: collection, format)))
    case .apply:
      let report = try await apply(step, caller)
      await session.recordsChanged()
      return .importing(VaultAnswer.ImportState(transfer: nil, report: report))
    case .undo: return try await undoImport(caller)
    case .preview:
      return .importing(VaultAnswer.ImportState(transfer: nil, report: try await report(ofPreviewFrom: step.from, caller)))
    }
  }

  /// Stores the imported entries, and returns the report.
  private func apply(_ step: VaultCall.ImportStep, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.ImportReport {
    let (batch, report) = try await decide(step, caller)
    hear(caller, "storing")
    try await inVault { (vault) throws(CredentialVaultError) in try vault.store(batch) }
    return report
  }

  /// Returns the entries to store; the imported collection and the data it was compared with are released before the storing begins.
  private func decide(
    _ step: VaultCall.ImportStep, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (batch: ImportBatch, report: VaultAnswer.ImportReport) {
    guard let token = step.transfer, case .read(let collection, let format)? = imports.take(token, at: time.now()) else {
      throw VaultFailure(.transferEnded)
    }
    let generation = ends.generation
    let resolutions = try Self.resolutions(of: step)
    hear(caller, "comparing")
    let plan = try await plan(collection, resolutions)
    try requireNoEnd(since: generation)
    return (plan.batch, VaultAnswer.ImportReport(plan, of: collection, format))
  }

  /// Takes the last import back. A grant is no yes to it: what was added to entries of the person's own, but for files, goes for good.
  private func undoImport(_ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer {
    _ = try await admit(caller, to: .change)
    let last = try await inVault { (vault) throws(CredentialVaultError) in try vault.lastImport()?.recordCount }
    guard let last else { throw VaultFailure(.nothingToUndo) }
    try await confirm(.undoImport(count: last), caller)
    let undoing = try await inVault { (vault) throws(CredentialVaultError) in try vault.undoImport() }
    guard let undoing else { throw VaultFailure(.nothingToUndo) }
    await session.recordsChanged()
    return .importUndone(
      VaultAnswer.ImportUndone(removed: undoing.removed, restored: undoing.restored, kept: undoing.kept, files: undoing.files))
  }

  // MARK: Reading

  /// Reads a file in a separate program; if it is encrypted, the user types its passphrase into a prompt of the vault.
  private func read(
    _ file: FileToImport, _ caller: ManagementCaller
  ) async throws(VaultFailure) -> (collection: ImportedCollection, format: String) {
    let (content, keyFile) = file.take()
    var passphrase: SharedSecret?
    var triesLeft = Self.passphraseTries
    hear(caller, "reading")
    while true {
      let (order, exchange) = (ReadingOrder(file: content, passphrase: passphrase, keyFile: keyFile, format: file.format), exchange)
      let outcome = try await untilEnded { () throws(VaultFailure) in try await exchange.read(order) }
      switch outcome {
      case .collection(let collection, let format): return (collection, format)
      case .failure(let error, let format):
        let wantsPassphrase = error.code == .passphraseNeeded || (error.code == .notOpenable && (passphrase != nil || keyFile != nil))
        guard wantsPassphrase, triesLeft > 0 else {
          let detail = [error.code.description, format].compactMap { $0 }.joined(separator: " ")
          throw VaultFailure(.fileUnreadable, detail: detail, position: error.offset)
        }
        triesLeft -= 1
        passphrase = try await ask(PromptTexts.passphraseOfFile(format: format ?? "", isWrong: passphrase != nil), caller)
      }
    }
  }

  private func plan(
    _ collection: ImportedCollection, _ resolution: @escaping @Sendable (ImportPlace) -> ImportPlan.Resolution
  ) async throws(VaultFailure) -> ImportPlan {
    try await ImportComparison(session: session, now: now(), makeGenerator: makeGenerator).plan(collection, resolution)
  }

  private static func resolutions(
    of step: VaultCall.ImportStep
  ) throws(VaultFailure) -> @Sendable (ImportPlace) -> ImportPlan.Resolution {
    func resolution(_ name: String) throws(VaultFailure) -> ImportPlan.Resolution {
      guard let resolution = ImportPlan.Resolution(rawValue: name) else { throw VaultFailure(.badRequest) }
      return resolution
    }
    let usual = try step.differing.map(resolution) ?? .mine
    var single: [ImportPlace: ImportPlan.Resolution] = [:]
    for (place, name) in step.choices ?? [:] {
      guard let place = ImportPlace(place) else { throw VaultFailure(.badRequest) }
      single[place] = try resolution(name)
    }
    let choices = single
    return { choices[$0] ?? usual }
  }

  private func hear(_ caller: ManagementCaller, _ stage: String) {
    caller.hearProgress?(VaultAnswer.Progress(stage: stage, done: 0, total: 0))
  }

  /// Returns, once, the report of an import from another provider that the user only previewed.
  private func report(ofPreviewFrom exporter: String?, _ caller: ManagementCaller) async throws(VaultFailure) -> VaultAnswer.ImportReport {
    if try await admit(caller, to: .names) == .confirm { try await confirm(.list, caller) }
    guard let exporter, let report = previews.take(from: exporter, at: time.now()) else { throw VaultFailure(.transferEnded) }
    return report
  }
}
