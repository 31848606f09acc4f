// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
package import VaultProtocol

/// The fingerprint: chosen once, and usable for a time after each typing of the passphrase (docs/decisions/0032).
extension VaultSession {
  /// Uses a fingerprint reader from now on.
  package func use(_ reader: FingerReader) { finger = reader }

  /// The current state of unlocking by fingerprint; nil without a vault.
  package var fingerState: VaultStatus.PIN? {
    guard let vault = try? openVault() else { return nil }
    return fingerKey != nil ? .ready : vault.hasFinger ? .afterPassphrase : .off
  }

  /// Asks for the passphrase; from now on a fingerprint opens the vault.
  ///
  /// - Throws: as ``unlock(for:at:since:)``, and `fingerUnavailable`.
  package func chooseFinger(for program: String, at terminal: PromptTerminal = PromptTerminal()) async throws(VaultFailure) {
    try await takeTurn()
    defer { turns.pass() }
    let vault = try openVault()
    guard await finger.isEnrolled() else { throw VaultFailure(.fingerUnavailable, detail: "noFinger") }
    let (wasOpen, lockings) = (vault.isUnlocked, vault.lockingCount)
    try await askUntilRight(at: terminal) { note in
      PromptTexts.passphraseBeforeFinger(program: program, error: note)
    } use: { passphrase throws(CredentialVaultError) in
      try await vault.unlock(passphrase: passphrase, ifLockingsAre: lockings)
    }
    if wasOpen { noteTyped() } else { becameUnlocked() }
    fingerUnlock.drop()
    let asked = fingerUnlock.generation
    do throws(CredentialVaultError) {
      take(finger: try await vault.keepFinger(), asked: asked)
    } catch {
      switch error.code {
      case .chipMissing, .chipLockedOut, .chipFailed: throw VaultFailure(.fingerUnavailable, detail: error.code.description)
      default: throw VaultFailure(error, now: environment.now())
      }
    }
  }

  /// Waits for a fingerprint of the user while a prompt is open; returns false when fingerprints are no longer accepted.
  func waitForFinger() async -> Bool {
    while fingerKey != nil, !Task.isCancelled {
      switch await finger.verify() {
      case true?:
        // The key may have been dropped meanwhile.
        guard fingerKey != nil else { return false }
        fingerUnlock.succeed()
        return true
      case false?: if !Task.isCancelled { fingerUnlock.fail() }
      case nil: return false
      }
    }
    return false
  }
}
