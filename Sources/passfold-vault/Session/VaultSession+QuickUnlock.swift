// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol

/// The available replacements of the passphrase.
struct QuickUnlockMethods: Hashable, Sendable {
  var pin: Bool
  var finger: Bool
}

/// PIN and fingerprint instead of the passphrase: their lifetime, and the prompt that asks for both.
extension VaultSession {
  /// The outcome of a question that PIN or fingerprint may answer.
  enum WayIn: Hashable {
    case briefly, byPassphrase
    /// Neither is accepted, or no longer; the text says why if the user has just typed a PIN.
    case passphraseNeeded(String?)
  }

  /// Disables PIN and fingerprint until the passphrase is typed.
  func endQuickUnlock() {
    quickUnlock.drop()
    fingerUnlock.drop()
    quickEnd?.cancel()
    quickEnd = nil
  }

  /// Enables PIN and fingerprint again, if they were chosen, because the passphrase was typed. The TPM takes some time, in the background.
  func prepareQuickUnlock() {
    if quickKey != nil { quickUnlock.succeed() }
    if fingerKey != nil { fingerUnlock.succeed() }
    if quickKey != nil || fingerKey != nil { watchQuickUnlock() }
    guard let vault = opened, vault.isUnlocked else { return }
    // Without a TPM the passphrase is required, as it is without a PIN or a fingerprint.
    if quickKey == nil, vault.hasPIN {
      let asked = quickUnlock.generation
      Task { [weak self] in
        let key = try? await vault.sealForPIN()
        await self?.take(pin: key, asked: asked)
      }
    }
    if fingerKey == nil, vault.hasFinger {
      let asked = fingerUnlock.generation
      Task { [weak self] in
        let key = try? await vault.sealForFinger()
        await self?.take(finger: key, asked: asked)
      }
    }
  }

  /// Asks for PIN or fingerprint if they are accepted, and accepts the passphrase instead: a PIN consists only of 6 to 12 digits.
  func askBriefly(
    for purpose: PromptPurpose, at terminal: PromptTerminal, question: (QuickUnlockMethods, String?) -> PassphraseQuestion,
    pin usePIN: (borrowing SecretBytes, QuickKey) async throws(CredentialVaultError) -> Void,
    finger useFinger: (FingerKey) async throws(CredentialVaultError) -> Void,
    passphrase usePassphrase: (borrowing SecretBytes) async throws(CredentialVaultError) -> Void
  ) async throws(VaultFailure) -> WayIn {
    guard purpose.takesPIN else { return .passphraseNeeded(nil) }
    var note: String?
    var wrongPassphrases = 0
    while quickKey != nil || fingerKey != nil {
      let ways = QuickUnlockMethods(pin: quickKey != nil, finger: fingerKey != nil)
      let typed = try await hear(question(ways, note), besideFinger: ways.finger, at: terminal)
      do throws(CredentialVaultError) {
        if let typed, !ways.pin || !PINRule.mayBePIN(typed.copy()) {
          try await usePassphrase(typed.copy())
          return .byPassphrase
        }
        if let typed {
          guard let key = quickKey else { throw CredentialVaultError(.chipFailed) }
          try await usePIN(typed.copy(), key)
          quickUnlock.succeed()
        } else {
          guard let key = fingerKey else { throw CredentialVaultError(.chipFailed) }
          try await useFinger(key)
        }
        return .briefly
      } catch {
        switch error.code {
        case .wrongPIN:
          quickUnlock.fail()
          note = PromptTexts.wrongPIN(triesLeft: quickUnlock.triesLeft)
        case .chipMissing, .chipLockedOut, .chipFailed:
          if typed == nil { fingerUnlock.drop() } else { quickUnlock.drop() }
          note = typed == nil ? PromptTexts.fingerUnusable : PromptTexts.pinUnusable
        case .wrongPassphrase where wrongPassphrases < Self.triesPerPrompt - 1:
          wrongPassphrases += 1
          note = PromptTexts.wrongPassphrase(triesLeft: Self.triesPerPrompt - wrongPassphrases)
        default: throw VaultFailure(error, now: environment.now())
        }
      }
    }
    return .passphraseNeeded(note)
  }

  /// Asks at a prompt and, once it appears, at the fingerprint reader; the first answer counts.
  ///
  /// - Returns: The typed text, or nil for a fingerprint, which closes the prompt.
  private func hear(
    _ question: PassphraseQuestion, besideFinger: Bool, at terminal: PromptTerminal
  ) async throws(VaultFailure) -> SharedSecret? {
    guard besideFinger else { return SharedSecret(try await ask(question, at: terminal)) }
    let (shown, appearance) = AsyncStream.makeStream(of: Void.self)
    let prompting = Task { () async -> Result<SharedSecret, VaultFailure> in
      do throws(VaultFailure) {
        return .success(SharedSecret(try await self.ask(question, at: terminal) { appearance.finish() }))
      } catch {
        return .failure(error)
      }
    }
    let touching = Task {
      // A finger that was placed for the previous prompt is no answer to this one.
      for await _ in shown {}
      guard !Task.isCancelled, await self.waitForFinger() else { return false }
      prompting.cancel()
      return true
    }
    let typed = await withTaskCancellationHandler {
      await prompting.value
    } onCancel: {
      prompting.cancel()
    }
    touching.cancel()
    let wasTouched = await touching.value
    if case .failure = typed, wasTouched, !Task.isCancelled { return nil }
    return try typed.get()
  }

  /// Whether this process's memory holds nothing that would be lost: the vault is not open, and neither PIN nor fingerprint is accepted.
  package var mayEnd: Bool { state != .unlocked && quickKey == nil && fingerKey == nil }

  /// The current PIN key; it is dropped 12 hours after the passphrase was typed, whether or not a prompt is waiting.
  var quickKey: QuickKey? {
    endIfDue()
    return quickUnlock.key
  }

  /// The current fingerprint key, with the same limit.
  var fingerKey: FingerKey? {
    endIfDue()
    return fingerUnlock.key
  }

  private func endIfDue() {
    guard quickUnlock.key != nil || fingerUnlock.key != nil, time.now() >= lastTyped.advanced(by: Self.longestStay) else { return }
    endQuickUnlock()
  }

  func take(pin key: QuickKey?, asked: Int) {
    quickUnlock.take(key, asked: asked)
    if quickUnlock.key != nil { watchQuickUnlock() }
  }

  func take(finger key: FingerKey?, asked: Int) {
    fingerUnlock.take(key, asked: asked)
    if fingerUnlock.key != nil { watchQuickUnlock() }
  }

  private func watchQuickUnlock() {
    quickEnd?.cancel()
    quickEnd = Task { [weak self, time] in
      while let due = await self?.quickUnlockDue {
        do { try await time.sleep(due) } catch { return }
      }
    }
  }

  /// The time at which both end; nil if neither is accepted.
  private var quickUnlockDue: ContinuousClock.Instant? {
    quickKey == nil && fingerKey == nil ? nil : lastTyped.advanced(by: Self.longestStay)
  }
}
