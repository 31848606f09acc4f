// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialProviderHost
import CredentialVault
package import VaultProtocol

/// The time without use after which the vault closes: whoever makes it longer leaves keys in memory for longer, so it takes the passphrase.
extension VaultSession {
  /// Asks for the passphrase, and closes the vault after another time without use from now on; a closed vault is open then.
  ///
  /// - Throws: as ``unlock(for:at:since:)``, and `badValue` for a time that cannot be chosen.
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
}
