// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
package import CredentialVault
import FoundationEssentials
package import VaultProtocol

/// Checks, copies and replacements of the vault's files, which run concurrently with the session and never while another prompt decides.
extension VaultSession {
  /// Checks the vault for damage in its current state, locked or not, even if it cannot be opened.
  package func check(_ work: KeepingWork) async throws(VaultFailure) -> VaultCheck {
    if let vault = try? openVault() {
      // A check of a locked vault has no keys, and nothing that a lock would have to end.
      guard vault.isUnlocked else { return try await check(vault, work) }
      _ = try self.vault()
      return try await holdingKeys(work) { () throws(VaultFailure) in try await check(vault, work) }
    }
    let folder = folder
    return try await aside { () throws(CredentialVaultError) in try CredentialVault.check(at: folder, work) }
  }

  private func check(_ vault: CredentialVault, _ work: KeepingWork) async throws(VaultFailure) -> VaultCheck {
    let check = await Task.detached {
      // The check read the complete contents into memory.
      defer { CredentialVault.giveMemoryBack() }
      return vault.check(work)
    }.value
    if work.isCanceled { throw VaultFailure(.canceled) }
    return check
  }

  /// The number of copies next to the vault's place, of any vault.
  package var copyCount: Int { CredentialVault.snapshots(of: folder).count }

  /// Closes a vault whose folder was moved away or replaced while it was held open: from now on data is stored in the current folder.
  ///
  /// - Returns: Whether there was one.
  func letGoOfMovedVault() -> Bool {
    guard let moved = opened else { return false }
    // PIN and fingerprint opened that vault.
    endQuickUnlock()
    workWithKeys.endAll()
    close()
    moved.retire()
    opened = nil
    return true
  }

  /// Returns the door's failure; a user who has lost a vault learns of its copies before creating another one.
  func failure(_ error: CredentialVaultError) -> VaultFailure {
    let copies = error.code == .missing ? copyCount : 0
    return copies > 0 ? VaultFailure(.noVault, detail: String(copies)) : VaultFailure(error, now: environment.now())
  }

  /// Copies the vault, which need not be open.
  func takeSnapshot(_ work: KeepingWork) async throws(VaultFailure) -> VaultCopy {
    let vault = try openVault()
    return try await aside { () throws(CredentialVaultError) in try vault.takeSnapshot(.backup, work) }
  }

  /// Takes the day's snapshot if it is due, and erases what has been in the trash for a long time, in the background. If the disk is full,
  /// there is no snapshot until the next unlocking, and nothing is erased either.
  func keepDailySnapshot() {
    guard let opened else { return }
    Task.detached(priority: .utility) {
      do {
        _ = try opened.takeDailySnapshot()
        _ = try opened.eraseExpired()
      } catch {
        return
      }
    }
  }

  /// Replaces the vault with a copy once the passphrase that opens the copy was typed; the vault is then locked.
  package func restoreVault(
    copyNamed name: String, for program: String, at terminal: PromptTerminal, _ work: KeepingWork
  ) async throws(VaultFailure) -> VaultAnswer.Restoration {
    try await takeTurn()
    defer { turns.pass() }
    // A vault that can be opened is held open, so that it is identified as the previous vault.
    _ = state
    return try await holdingKeys(work) { () throws(VaultFailure) in
      try await restore(copyNamed: name, for: program, at: terminal, work)
    }
  }

  private func restore(
    copyNamed name: String, for program: String, at terminal: PromptTerminal, _ work: KeepingWork
  ) async throws(VaultFailure) -> VaultAnswer.Restoration {
    let (folder, environment) = (folder, environment)
    let restorable = try await aside { () throws(CredentialVaultError) in
      try RestorableCopy(named: name, for: folder, environment: environment, work)
    }
    let copy = restorable.copy
    let day = copy.made.formatted(Date.ISO8601FormatStyle().year().month().day())
    var prepared: VaultReplacement?
    try await askUntilRight(at: terminal) { note in
      PromptTexts.verify(for: .restoreVault(day: day, count: copy.recordCount, program: program), error: note)
    } use: { passphrase throws(CredentialVaultError) in
      prepared = try await restorable.prepared(passphrase: passphrase, work)
    }
    guard let prepared else { throw VaultFailure(.canceled) }
    return try install(prepared, work)
  }

  /// Rebuilds the vault once its passphrase was typed; it is then locked.
  package func repairVault(
    for program: String, at terminal: PromptTerminal, _ work: KeepingWork
  ) async throws(VaultFailure) -> (repair: VaultRepair, restoration: VaultAnswer.Restoration) {
    try await takeTurn()
    defer { turns.pass() }
    if case .noVault = state, copyCount == 0 { throw VaultFailure(.noVault) }
    return try await holdingKeys(work) { () throws(VaultFailure) in try await repair(for: program, at: terminal, work) }
  }

  private func repair(
    for program: String, at terminal: PromptTerminal, _ work: KeepingWork
  ) async throws(VaultFailure) -> (repair: VaultRepair, restoration: VaultAnswer.Restoration) {
    var prepared: (replacement: VaultReplacement, repair: VaultRepair)?
    let endsSynchronising = isReplica
    try await askUntilRight(at: terminal) { note in
      PromptTexts.verify(for: .repairVault(program: program, endsSynchronising: endsSynchronising), error: note)
    } use: { passphrase throws(CredentialVaultError) in
      // Nothing must be stored from here on, because the data that is now read replaces the existing data. No other request opens the vault
      // during this turn.
      close()
      prepared = try await VaultReplacement.repairing(folder, passphrase: passphrase, environment: environment, work)
    }
    guard let prepared else { throw VaultFailure(.canceled) }
    return (prepared.repair, try install(prepared.replacement, work))
  }

  private func install(_ replacement: VaultReplacement, _ work: KeepingWork) throws(VaultFailure) -> VaultAnswer.Restoration {
    // The PIN opened the previous vault, so it is forgotten as well. This work is no other than the one that continues.
    endQuickUnlock()
    prompts.lock()
    close()
    // In every case the previous vault stays closed; the next request opens the one that is then there.
    defer { opened = nil }
    do throws(CredentialVaultError) {
      let records = try replacement.vault.unavailableRecords()
      let count = try replacement.vault.recordCount()
      let former = try replacement.takePlace(of: opened, work)
      var restoration = VaultAnswer.Restoration(records: count, damaged: records.damaged)
      switch former {
      case .none: break
      case .snapshot(let name): restoration.formerSnapshot = name
      case .folder(let path): restoration.formerFolder = path
      }
      clearAway()
      announce(.locked)
      return restoration
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  private func aside<Value: Sendable>(
    _ work: @escaping @Sendable () throws(CredentialVaultError) -> Value
  ) async throws(VaultFailure) -> Value {
    let result = await Task.detached { Result { () throws(CredentialVaultError) in try work() } }.value
    switch result {
    case .success(let value): return value
    case .failure(let error): throw failure(error)
    }
  }
}
