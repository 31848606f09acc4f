// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import SecretMemory
import VaultProtocol

/// Which ways there are beside the passphrase.
struct BriefWays: Hashable, Sendable {
  var pin: Bool
  var finger: Bool
}

/// PIN and finger in the passphrase's place: when they come and go, and how both are asked for at one prompt.
extension VaultSession {
  /// How a question that PIN or finger may answer ended.
  enum WayIn: Hashable {
    case briefly, byPassphrase
    /// Neither serves, or not any more; the text says why where the person has just typed a PIN.
    case passphraseNeeded(String?)
  }

  /// Ends what PIN and finger were good for, until the passphrase is typed.
  func endQuickUnlock() {
    quickUnlock.drop()
    fingerUnlock.drop()
    quickEnd?.cancel()
    quickEnd = nil
  }

  /// Has PIN and finger serve again, where they were chosen: the passphrase was typed. The TPM takes its time, which nobody waits for.
  func prepareQuickUnlock() {
    if quickKey != nil { quickUnlock.succeed() }
    if fingerKey != nil { fingerUnlock.succeed() }
    if quickKey != nil || fingerKey != nil { watchQuickUnlock() }
    guard let vault = opened, vault.isUnlocked else { return }
    // Without a TPM the passphrase is asked for, as it is without a PIN or a finger.
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

  /// Asks for PIN or finger where they serve, and takes the passphrase in their place: a PIN has 6 to 12 digits and nothing else.
  func askBriefly(
    for purpose: PromptPurpose, at terminal: PromptTerminal, question: (BriefWays, String?) -> PassphraseQuestion,
    pin usePIN: (borrowing SecretBytes, QuickKey) async throws(CredentialVaultError) -> Void,
    finger useFinger: (FingerKey) async throws(CredentialVaultError) -> Void,
    passphrase usePassphrase: (borrowing SecretBytes) async throws(CredentialVaultError) -> Void
  ) async throws(VaultFailure) -> WayIn {
    guard purpose.takesPIN else { return .passphraseNeeded(nil) }
    var note: String?
    var wrongPassphrases = 0
    while quickKey != nil || fingerKey != nil {
      let ways = BriefWays(pin: quickKey != nil, finger: fingerKey != nil)
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

  /// Asks at a prompt and, from its appearance on, at the fingerprint reader; whichever answers first counts.
  ///
  /// - Returns: What was typed, or nil for a finger, which takes the prompt away.
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
      // A finger that is put there for the prompt before is no answer to this one.
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

  /// Whether this process's memory holds nothing that a person would miss: the vault is not open, and nothing serves in the passphrase's place.
  package var mayEnd: Bool { state != .unlocked && quickKey == nil && fingerKey == nil }

  /// What serves now; 12 hours after the passphrase was typed it goes, whether somebody waits for that or not.
  var quickKey: QuickKey? {
    endIfDue()
    return quickUnlock.key
  }

  /// The same for the finger.
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

  /// When both end; nil where neither serves.
  private var quickUnlockDue: ContinuousClock.Instant? {
    quickKey == nil && fingerKey == nil ? nil : lastTyped.advanced(by: Self.longestStay)
  }
}
