// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialProviderHost
import CredentialVault
import FoundationEssentials
import OneTimeCodes
import VaultProtocol

extension VaultFailure {
  /// Creates the door's failure from an error of the vault; `now` is used to turn a date into a waiting time.
  init(_ error: CredentialVaultError, now: Date) {
    switch error.code {
    case .missing: self.init(.noVault)
    case .alreadyExists: self.init(.vaultExists)
    case .inUse: self.init(.vaultInUse)
    case .unreadable, .unsafeLocation: self.init(.vaultUnreadable, detail: error.code.description)
    case .damaged, .tampered, .recordDamaged: self.init(.vaultDamaged, detail: error.code.description)
    case .recordOutdated: self.init(.recordOutdated)
    case .tooNew, .recordTooNew: self.init(.vaultTooNew)
    case .locked: self.init(.locked)
    case .canceled: self.init(.canceled)
    case .wrongPassphrase: self.init(.wrongPassphrase)
    case .chipMissing, .chipLockedOut, .chipFailed: self.init(.pinUnavailable, detail: error.code.description)
    case .recoveryKeyMistyped: self.init(.recoveryKeyMistyped)
    case .wrongRecoveryKey: self.init(.wrongRecoveryKey)
    case .tooManyAttempts:
      self.init(.tooManyAttempts, retryAfter: max(1, (error.retryAfter?.timeIntervalSince(now) ?? 1).rounded(.up)))
    case .storageFull, .storageReadOnly, .storageFailed: self.init(.notStored, detail: error.code.description)
    case .notACopy: self.init(.notACopy)
    case .noSuchSnapshot: self.init(.noSuchSnapshot)
    case .migrationFailed: self.init(.migrationFailed)
    case .notPending: self.init(.notPending)
    case .writeOnce: self.init(.wrongKind)
    case .noSuchRecord: self.init(.notFound)
    case .noSuchAttachment: self.init(.noSuchAttachment)
    case .attachmentExists: self.init(.attachmentExists)
    case .badAttachmentName: self.init(.badAttachmentName)
    case .attachmentTooLong: self.init(.attachmentTooLong)
    case .tooManyAttachments: self.init(.tooManyAttachments)
    case .attachmentAwaited: self.init(.attachmentAwaited)
    case .attachmentRefused: self.init(.attachmentRefused)
    case .attachmentDamaged: self.init(.attachmentDamaged)
    case .attachmentIncomplete: self.init(.badRequest)
    case .recordTooLong: self.init(.recordTooLong)
    default: self.init(.unexpected, detail: error.code.description)
    }
  }

  /// Creates the door's failure from the error of a prompt.
  init(_ error: PassphrasePromptError) {
    switch error.code {
    case .canceled: self.init(.canceled)
    case .timedOut: self.init(.promptTimedOut)
    case .programNotFound: self.init(.pinentryNotFound)
    case .nowhereToAsk: self.init(.nowhereToAsk)
    default: self.init(.pinentryFailed)
    }
  }

  /// Creates the door's failure from an error in a set-up link or secret.
  init(_ error: OneTimeCodesError) {
    self.init(
      .badSetUpLink, detail: error.code.description, position: error.position, character: error.character.map(String.init),
      suggestion: error.suggestion.map(String.init))
  }
}
