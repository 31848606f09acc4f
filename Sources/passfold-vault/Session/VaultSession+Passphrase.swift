// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
import SecretMemory
package import VaultProtocol

/// The user's choices: the passphrase of a new vault, and another one for the existing vault.
extension VaultSession {
  /// Creates the vault with a passphrase that a prompt asks for, and leaves it open.
  ///
  /// - Returns: The recovery key, which exists nowhere else.
  /// - Throws: `vaultExists`, `passphraseTooShort` after three tries, `passphraseWeak`, `canceled`, or the reason that the prompt or the
  ///   files failed.
  package func create(at terminal: PromptTerminal = PromptTerminal()) async throws(VaultFailure) -> IssuedRecoveryKey {
    try await takeTurn()
    defer { turns.pass() }
    switch state {
    case .noVault: break
    case .locked, .unlocked: throw VaultFailure(.vaultExists)
    case .unreadable(let code): throw VaultFailure(code)
    }
    let passphrase = try await askForNewPassphrase(at: terminal, question: PromptTexts.create)
    do throws(CredentialVaultError) {
      let made = try await CredentialVault.create(at: folder, passphrase: passphrase, environment: environment)
      opened = made.vault
      becameUnlocked()
      return IssuedRecoveryKey(made.recoveryKey, of: made.vault, made: environment.now())
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  /// Asks for the current passphrase and for a new one, and changes it; the vault stays open or closed as it is.
  ///
  /// - Throws: as ``unlock(for:at:since:)`` and, for the new one, as ``create(at:)``; `locked` when the vault was locked in between.
  package func changePassphrase(for program: String, at terminal: PromptTerminal = PromptTerminal()) async throws(VaultFailure) {
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    var begun: PassphraseChange?
    try await askUntilRight(at: terminal) { note in
      PromptTexts.presentPassphrase(program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      begun = try await vault.beginPassphraseChange(passphrase)
    }
    guard let begun else { throw VaultFailure(.canceled) }
    let passphrase = try await askForNewPassphrase(at: terminal) { PromptTexts.newPassphrase(error: $0) }
    do throws(CredentialVaultError) {
      try await vault.finish(begun, passphrase: passphrase)
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
    noteTyped()
  }

  /// Asks for a new passphrase until it is long enough. One that is easy to guess is accepted if the user types it again after the warning.
  ///
  /// - Throws: `passphraseTooShort` after three short ones, `passphraseWeak` after three weak ones that differ.
  func askForNewPassphrase(
    at terminal: PromptTerminal, question: (String?) -> PassphraseQuestion
  ) async throws(VaultFailure) -> SecretBytes {
    var note: String?
    var weak: SharedSecret?
    var (shortTries, weakTries) = (0, 0)
    while true {
      let passphrase = try await ask(question(note), at: terminal)
      guard Self.characterCount(passphrase) >= Self.leastPassphraseCharacters else {
        shortTries += 1
        guard shortTries < Self.triesPerPrompt else {
          throw VaultFailure(.passphraseTooShort, detail: String(Self.leastPassphraseCharacters))
        }
        note = PromptTexts.tooShort(least: Self.leastPassphraseCharacters)
        continue
      }
      if let weak, constantTimeEquals(weak.copy(), passphrase) { return passphrase }
      guard CredentialVault.isEasilyGuessed(passphrase) else { return passphrase }
      weakTries += 1
      guard weakTries < Self.triesPerPrompt else { throw VaultFailure(.passphraseWeak) }
      weak = SharedSecret(passphrase.copy())
      note = PromptTexts.easilyGuessed
    }
  }
}
