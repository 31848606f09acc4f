// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What a person reads where the vault did not do what was asked: what happened, what was not lost, what to do next.
enum VaultFailureWords {
  static func text(_ failure: VaultFailure) -> String {
    switch failure.code {
    case .locked: "The vault was locked in the meantime. Nothing was changed. Unlock it and try again."
    case .canceled, .refused, .promptTimedOut: "The answer was no, or none came. Nothing was changed, and nothing left the vault."
    case .wrongPassphrase: "The passphrase was wrong. The vault stays locked. Try again."
    case .tooManyAttempts:
      "Too many wrong passphrases. Try again in \(Int((failure.retryAfter ?? 1).rounded(.up))) seconds."
    case .pinentryNotFound, .pinentryFailed, .nowhereToAsk:
      "Passfold could not ask you: its prompt did not open. Nothing was changed. Install a pinentry program, or unlock in a terminal."
    case .notFound, .ambiguous, .nothingToRestore:
      "The entry is gone; it was removed or changed meanwhile. What was removed is in the trash."
    case .notStored:
      "It was not stored: the vault’s files could not be written. The vault is as it was. Make room on the disk, then try again."
    case .badService: "This is no website’s name. Write it like shop.example. Nothing was stored."
    case .badSetUpLink: "This is no set-up link and no key. Copy it again from the website, whole. Nothing was stored."
    case .needsServiceAndUser: "A bare key names neither website nor account. Fill in both. Nothing was stored."
    case .loginExists:
      "You have a login for this account already. Open that one and edit it; its former password stays in its history."
    case .wouldAsk: "The vault would have to ask you first."
    case .recordOutdated, .vaultDamaged, .vaultUnreadable, .vaultTooNew, .vaultInUse:
      "The vault cannot be used now. Nothing was changed. In a terminal, passfold status says what is wrong."
    case .noSuchPart: "There is nothing of that in this entry any more."
    default: "The vault said no (\(failure.code.name)). Nothing was changed."
    }
  }
}
