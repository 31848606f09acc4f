// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
package import VaultProtocol

/// The recovery key: it opens the vault when the passphrase is forgotten, and can be replaced.
extension VaultSession {
  /// Asks for the recovery key and for a new passphrase, makes this computer a new device of the account, and leaves the vault open.
  ///
  /// - Returns: The next recovery key; the one that was typed is used up.
  /// - Throws: `recoveryKeyMistyped`, `wrongRecoveryKey`, `canceled`, for the passphrase as ``create(at:)``, or the reason that the prompt
  ///   or the files failed.
  package func recover(
    for program: String, at terminal: PromptTerminal = PromptTerminal()
  ) async throws(VaultFailure) -> IssuedRecoveryKey {
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    // The key applies to the account, at the place where it is stored: if it were only used here, this computer would be separated from
    // its account permanently.
    guard !vault.isReplica else { throw VaultFailure(.recoveredElsewhere, detail: String(vault.pendingCount)) }
    let recovery = try await askForRecoveryKey(of: vault, program: program, at: terminal)
    let passphrase = try await askForNewPassphrase(at: terminal, question: PromptTexts.passphraseAfterRecovery)
    do throws(CredentialVaultError) {
      let key = try await vault.finish(recovery, passphrase: passphrase)
      // PIN and fingerprint were chosen for the root that is replaced.
      endQuickUnlock()
      if vault.isUnlocked { becameUnlocked() }
      return IssuedRecoveryKey(key, of: vault, made: environment.now())
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  /// Asks for the passphrase and replaces the recovery key.
  ///
  /// - Returns: The new recovery key; the old one opens nothing.
  /// - Throws: as ``unlock(for:at:since:)``.
  package func replaceRecoveryKey(
    for program: String, at terminal: PromptTerminal = PromptTerminal()
  ) async throws(VaultFailure) -> IssuedRecoveryKey {
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    guard !vault.isReplica else { throw VaultFailure(.notSynchronised) }
    var made: IssuedRecoveryKey?
    try await askUntilRight(at: terminal) { note in
      PromptTexts.replaceRecoveryKey(program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      let key = try await vault.replaceRecoveryKey(passphrase: passphrase)
      made = IssuedRecoveryKey(key, of: vault, made: environment.now())
    }
    guard let made else { throw VaultFailure(.canceled) }
    return made
  }

  /// Records that the user has the latest recovery key on paper.
  package func recoveryKeyArrived() throws(VaultFailure) { try openVault().recoveryKeyArrived() }

  private func askForRecoveryKey(
    of vault: CredentialVault, program: String, at terminal: PromptTerminal
  ) async throws(VaultFailure) -> VaultRecovery {
    var note: String?
    for triesLeft in (0..<Self.triesPerPrompt).reversed() {
      let typed = try await ask(PromptTexts.recoveryKey(program: program, error: note), at: terminal)
      do throws(CredentialVaultError) {
        return try vault.beginRecovery(typed)
      } catch {
        // A well-formed key of another vault stays wrong if it is typed again.
        guard error.code == .recoveryKeyMistyped, triesLeft > 0 else { throw VaultFailure(error, now: environment.now()) }
        note = PromptTexts.recoveryKeyMistyped
      }
    }
    throw VaultFailure(.recoveryKeyMistyped)
  }
}
