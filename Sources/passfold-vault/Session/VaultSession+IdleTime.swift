// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
package import VaultProtocol

/// The idle time after which the vault closes. A longer one keeps keys in memory for longer, so changing it requires the passphrase.
extension VaultSession {
  /// Asks for the passphrase and sets the idle time; opens the vault if it was closed.
  ///
  /// - Throws: As ``unlock(for:at:since:)``; `badValue` for a time outside the range.
  package func chooseIdleTime(
    seconds: Int, for program: String, at terminal: PromptTerminal = PromptTerminal()
  ) async throws(VaultFailure) {
    guard CredentialVault.possibleIdleTimes.contains(seconds) else { throw VaultFailure(.badValue, detail: "seconds") }
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    let (wasOpen, lockings) = (vault.isUnlocked, vault.lockingCount)
    try await askUntilRight(at: terminal) { note in
      PromptTexts.passphraseBeforeIdleTime(seconds: seconds, program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      try await vault.unlock(passphrase: passphrase, ifLockingsAre: lockings)
    }
    if wasOpen { noteTyped() } else { becameUnlocked() }
    do throws(CredentialVaultError) {
      try vault.keepIdleTime(seconds)
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
    locksAfter = .seconds(seconds)
    watchIdleTime()
  }

  /// Closes the vault when its idle time, or its longest stay, is over.
  func watchIdleTime() {
    idleWatch?.cancel()
    idleWatch = Task { [weak self, time] in
      while let due = await self?.idleDue {
        do { try await time.sleep(due) } catch { return }
        if await self?.lockIfIdle() ?? true { return }
      }
    }
  }

  private var idleDue: ContinuousClock.Instant { min(lastUse.advanced(by: locksAfter), lastTyped.advanced(by: Self.longestStay)) }

  /// - Returns: Whether the watch has ended.
  private func lockIfIdle() -> Bool {
    // A watch whose vault was locked meanwhile may have slept to its end: it must not lock a vault that is being opened again.
    if Task.isCancelled { return true }
    guard time.now() >= idleDue else { return false }
    lock()
    return true
  }
}
