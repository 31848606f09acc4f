// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
import VaultProtocol

/// The words for failures of unlocking and of prompts.
extension FailureWords {
  /// The vault is locked, or a passphrase, key, PIN or finger is not accepted; nil for other failures.
  init?(ofUnlocking failure: VaultFailure) {
    switch failure.code {
    case .locked:
      self.init(
        translated("the vault was locked in the meantime; nothing was changed"), hint: translated("run the command again"), .notUnlocked)
    case .wrongPassphrase:
      self.init(
        translated("the passphrase is wrong; nothing was changed"),
        hint: translated("run the command again to try once more"),
        .notUnlocked)
    case .tooManyAttempts:
      self.init(
        translated("too many wrong passphrases; you can try again in \(DurationWords.text(seconds: failure.retryAfter ?? 1))"),
        hint: translated("nothing is lost: wait, then run the command again"), .notUnlocked)
    case .passphraseTooShort:
      self.init(
        translated("the passphrase has fewer than \(failure.detail ?? "8") characters; nothing was created or changed"),
        hint: translated("a few words in a row are easy to remember"))
    case .recoveryKeyMistyped:
      self.init(
        translated("the recovery key contains a typing error; nothing was changed"),
        hint: translated("the last group checks the others: compare each with the paper"),
        .notUnlocked)
    case .wrongRecoveryKey:
      self.init(
        translated("this recovery key does not belong to the vault, or another one has replaced it; nothing was changed"),
        hint: translated("look for the recovery kit with the latest date; passfold status shows the vault's folder"), .notUnlocked)
    case .passphraseWeak:
      self.init(
        translated("all the passphrases were easy to guess; nothing was created or changed"),
        hint: translated("a few words in a row are strong and easy to remember; a weak passphrase is accepted if you type it again"))
    case .pinUnsuitable:
      self.init(
        translated("a PIN must have 6 to 12 digits, not all the same and not in sequence; nothing was changed"),
        hint: translated("choose digits that only you know"))
    case .pinUnavailable:
      switch failure.detail {
      case "chipMissing":
        self.init(
          translated("this computer has no TPM 2.0 that Passfold can use; nothing was changed"),
          hint: translated("if /dev/tpmrm0 exists, your user needs access to it: on Debian, membership of the group tss"))
      case "chipLockedOut":
        self.init(
          translated("the TPM has seen too many wrong PINs and accepts none for a while; nothing was changed"),
          hint: translated("use your passphrase, and try again in a few hours"))
      default: self.init(translated("the TPM did not do what was requested; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .fingerUnavailable:
      switch failure.detail {
      case "noFinger":
        self.init(
          translated("no fingerprint reader has a finger of yours enrolled; nothing was changed"),
          hint: translated("enrol one with fprintd-enroll or in your desktop's settings, and try again"))
      case "chipMissing":
        self.init(
          translated("unlocking with a fingerprint needs a TPM 2.0, and this computer has none that Passfold can use; nothing was changed"),
          hint: translated("if /dev/tpmrm0 exists, your user needs access to it: on Debian, membership of the group tss"))
      default: self.init(translated("the TPM did not do what was requested; nothing was changed"), hint: translated("use your passphrase"))
      }
    case .wouldAsk:
      self.init(
        translated("the vault would have to ask first; nothing was changed"),
        hint: translated("unlock it for this terminal: passfold unlock"), .notUnlocked)
    default: return nil
    }
  }

  /// A prompt was declined, or could not be shown; nil for other failures.
  init?(ofPrompts failure: VaultFailure) {
    switch failure.code {
    case .canceled: self.init(translated("cancelled; nothing was changed"), .canceled)
    case .refused: self.init(translated("not confirmed; nothing was released or changed"), .canceled)
    case .promptTimedOut:
      self.init(
        translated("the prompt was not answered in time; nothing was changed"), hint: translated("run the command again"), .canceled)
    case .pinentryNotFound:
      self.init(
        translated("pinentry, the program that asks for passphrases, is not installed"),
        hint: translated("install one, on Debian: apt install pinentry-curses (or pinentry-gnome3, pinentry-qt)"), .noPrompt)
    case .pinentryFailed:
      self.init(
        translated("the passphrase prompt exited without an answer; nothing was changed"),
        hint: translated("check whether 'pinentry' runs, or set another program in PASSFOLD_PINENTRY"), .noPrompt)
    case .nowhereToAsk:
      self.init(
        translated("there is neither a window nor a terminal to ask on; nothing was changed"),
        hint: translated("run the command in a terminal"), .noPrompt)
    default: return nil
    }
  }
}
