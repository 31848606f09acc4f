// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
import SecretMemory
package import VaultProtocol

/// The PIN: chosen once, and good for a while after each typing of the passphrase (docs/decisions/0027).
extension VaultSession {
  /// How a question that a PIN may answer ended.
  enum WayIn: Hashable {
    case byPIN, byPassphrase
    /// No PIN serves, or not any more; the text says why where the person has just typed one.
    case passphraseNeeded(String?)
  }

  /// What a PIN is good for now; nil without a vault.
  package var pinState: VaultStatus.PIN? {
    guard let vault = try? openVault() else { return nil }
    return quickKey != nil ? .ready : vault.hasPIN ? .afterPassphrase : .off
  }

  /// Asks for the passphrase and, twice, for a PIN, which opens the vault from now on.
  ///
  /// - Throws: as ``unlock(for:at:)``, `pinUnsuitable`, `pinUnavailable`.
  package func choosePIN(for program: String, at terminal: PromptTerminal = PromptTerminal()) async throws(VaultFailure) {
    guard await turns.take() else { throw VaultFailure(.canceled) }
    defer { turns.pass() }
    let vault = try openVault()
    let wasOpen = vault.isUnlocked
    try await askUntilRight(at: terminal) { note in
      PromptTexts.passphraseBeforePIN(program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      try await vault.unlock(passphrase: passphrase)
    }
    if wasOpen { noteTyped() } else { becameUnlocked() }
    let pin = try await askForNewPIN(at: terminal)
    quickUnlock.drop()
    let asked = quickUnlock.generation
    do throws(CredentialVaultError) {
      take(try await vault.keepPIN(pin), asked: asked)
    } catch {
      throw VaultFailure(error, now: environment.now())
    }
  }

  /// Forgets the PIN: from now on the passphrase alone opens the vault.
  package func forgetPIN() throws(VaultFailure) {
    let vault = try openVault()
    endQuickUnlock()
    do throws(CredentialVaultError) { try vault.forgetPIN() } catch { throw VaultFailure(error, now: environment.now()) }
  }

  /// Closes the vault, and the passphrase alone opens it.
  package func lockEntirely() {
    endQuickUnlock()
    lock()
  }

  /// Ends what the PIN was good for, until the passphrase is typed.
  func endQuickUnlock() { quickUnlock.drop() }

  /// Has the PIN serve again, where one was chosen: the passphrase was typed. The TPM takes its time, which nobody waits for.
  func prepareQuickUnlock() {
    if quickKey != nil {
      quickUnlock.succeed()
      return watchQuickUnlock()
    }
    guard let vault = opened, vault.isUnlocked, vault.hasPIN else { return }
    let asked = quickUnlock.generation
    Task { [weak self] in
      // Without a TPM the passphrase is asked for, as it is without a PIN.
      let key = try? await vault.sealForPIN()
      await self?.take(key, asked: asked)
    }
  }

  /// Asks for the PIN where one serves, and takes the passphrase in its place: a PIN has 6 to 12 digits and nothing else.
  func askForPIN(
    for purpose: PromptPurpose, at terminal: PromptTerminal, question: (String?) -> PassphraseQuestion,
    pin usePIN: (borrowing SecretBytes, QuickKey) async throws(CredentialVaultError) -> Void,
    passphrase usePassphrase: (borrowing SecretBytes) async throws(CredentialVaultError) -> Void
  ) async throws(VaultFailure) -> WayIn {
    guard purpose.takesPIN else { return .passphraseNeeded(nil) }
    var note: String?
    var wrongPassphrases = 0
    while let key = quickKey {
      let typed = try await ask(question(note), at: terminal)
      let isPIN = PINRule.mayBePIN(typed)
      do throws(CredentialVaultError) {
        if isPIN { try await usePIN(typed, key) } else { try await usePassphrase(typed) }
        if isPIN { quickUnlock.succeed() }
        return isPIN ? .byPIN : .byPassphrase
      } catch {
        switch error.code {
        case .wrongPIN:
          quickUnlock.fail()
          note = PromptTexts.wrongPIN(triesLeft: quickUnlock.triesLeft)
        case .chipMissing, .chipLockedOut, .chipFailed:
          endQuickUnlock()
          note = PromptTexts.pinUnusable
        case .wrongPassphrase where wrongPassphrases < Self.triesPerPrompt - 1:
          wrongPassphrases += 1
          note = PromptTexts.wrongPassphrase(triesLeft: Self.triesPerPrompt - wrongPassphrases)
        default: throw VaultFailure(error, now: environment.now())
        }
      }
    }
    return .passphraseNeeded(note)
  }

  /// What serves now; 12 hours after the passphrase was typed it goes, whether somebody waits for that or not.
  private var quickKey: QuickKey? {
    if quickUnlock.key != nil, time.now() >= lastTyped.advanced(by: Self.longestStay) { endQuickUnlock() }
    return quickUnlock.key
  }

  private func take(_ key: QuickKey?, asked: Int) {
    quickUnlock.take(key, asked: asked)
    if quickUnlock.key != nil { watchQuickUnlock() }
  }

  private func watchQuickUnlock() {
    quickUnlock.end?.cancel()
    quickUnlock.end = Task { [weak self, time] in
      while let due = await self?.quickUnlockDue {
        do { try await time.sleep(due) } catch { return }
      }
    }
  }

  /// When the PIN ends; nil where it has ended.
  private var quickUnlockDue: ContinuousClock.Instant? { quickKey == nil ? nil : lastTyped.advanced(by: Self.longestStay) }

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
