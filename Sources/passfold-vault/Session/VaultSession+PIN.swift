// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
import SecretMemory
package import VaultProtocol

/// The PIN: chosen once, and usable for a time after each typing of the passphrase (docs/decisions/0027).
extension VaultSession {
  /// The current state of unlocking by PIN; nil without a vault.
  package var pinState: VaultStatus.PIN? {
    guard let vault = try? openVault() else { return nil }
    return quickKey != nil ? .ready : vault.hasPIN ? .afterPassphrase : .off
  }

  /// Asks for the passphrase and, twice, for a PIN, which opens the vault from now on.
  ///
  /// - Throws: as ``unlock(for:at:since:)``, `pinUnsuitable`, `pinUnavailable`.
  package func choosePIN(for program: String, at terminal: PromptTerminal = PromptTerminal()) async throws(VaultFailure) {
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    let (wasOpen, lockings) = (vault.isUnlocked, vault.lockingCount)
    try await askUntilRight(at: terminal) { note in
      PromptTexts.passphraseBeforePIN(program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      try await vault.unlock(passphrase: passphrase, ifLockingsAre: lockings)
    }
    if wasOpen { noteTyped() } else { becameUnlocked() }
    let pin = try await askForNewPIN(at: terminal)
    quickUnlock.drop()
    let asked = quickUnlock.generation
    do throws(CredentialVaultError) {
      take(pin: try await vault.keepPIN(pin), asked: asked)
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  /// Forgets the PIN, and that a fingerprint was chosen: from now on only the passphrase opens the vault.
  package func forgetPIN() throws(VaultFailure) {
    let vault = try openVault()
    endQuickUnlock()
    do throws(CredentialVaultError) {
      try vault.forgetPIN()
      try vault.forgetFinger()
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  /// Locks the vault, so that only the passphrase opens it.
  package nonisolated func lockEntirely() async {
    // The session may be busy with such work.
    workWithKeys.endAll()
    await lockForPassphrase()
  }

  private func lockForPassphrase() {
    endQuickUnlock()
    lock()
  }

  private func askForNewPIN(at terminal: PromptTerminal) async throws(VaultFailure) -> SecretBytes {
    var note: String?
    for _ in 0..<Self.triesPerPrompt {
      let pin = try await ask(PromptTexts.newPIN(error: note), at: terminal)
      if PINRule.isSuitable(pin) { return pin }
      note = PromptTexts.pinUnsuitable
    }
    throw VaultFailure(.pinUnsuitable)
  }
}
