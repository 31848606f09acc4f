// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialVault
package import SyncModel

/// Why something was not synchronised; whatever the code, nothing of what this device has was lost.
package struct VaultSyncError: Error, Hashable, Sendable {
  /// The kinds of refusal; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String
    private init(_ description: String) { self.description = description }

    /// No answer came; ``VaultSyncError/detail`` says why.
    package static let unreachable = Code("unreachable")
    /// Somebody answered what no sync server answers.
    package static let answerMalformed = Code("answerMalformed")
    /// The other side refused; ``VaultSyncError/detail`` has its code.
    package static let refused = Code("refused")
    /// The other side has no such account, or does not let this device in.
    package static let loginRefused = Code("loginRefused")
    /// There were too many requests; ``VaultSyncError/retryAfter`` says when to go on.
    package static let rateLimited = Code("rateLimited")
    /// The account takes more at the other side than it may.
    package static let quotaExceeded = Code("quotaExceeded")
    /// The account was closed.
    package static let accountClosed = Code("accountClosed")
    /// Something was written by a newer program.
    package static let programTooOld = Code("programTooOld")
    /// What was served shows that somebody lies, or that a key is in two places; ``VaultSyncError/verdict`` says what. Nothing is sent from here on.
    package static let alarm = Code("alarm")
    /// An alarm was raised before, and the person has not decided yet.
    package static let stopped = Code("stopped")
    /// The vault is not synchronised.
    package static let notInUse = Code("notInUse")
    /// The vault refused; ``VaultSyncError/vault`` says why.
    package static let vault = Code("vault")
    /// Others changed the account again and again meanwhile.
    package static let overtaken = Code("overtaken")
    /// No member has the name or number that was given.
    package static let noSuchDevice = Code("noSuchDevice")
    /// Another member is called that.
    package static let deviceNameTaken = Code("deviceNameTaken")
    /// A device does not remove itself.
    package static let ownDevice = Code("ownDevice")
    /// The messages of an enrolment do not fit together: somebody interferes, or the wrong code was typed.
    package static let enrolmentFailed = Code("enrolmentFailed")
    /// The vault is synchronised at this very place, which has all of it.
    package static let alreadyThere = Code("alreadyThere")
    /// A place has another history of the account, or begins behind what this device has seen; ``VaultSyncError/detail`` says which.
    package static let placeForked = Code("placeForked")
    /// The account would go to another place, and the present one could not be read to the end; ``VaultSyncError/detail`` says why.
    package static let formerPlaceAway = Code("formerPlaceAway")
    /// This device does not have all that belongs to the account, so it cannot bring it to another place.
    package static let cannotCarry = Code("cannotCarry")
    /// The account may have a recovery key that nobody was shown; ``VaultSyncError/detail`` says what came in between.
    package static let recoveryKeyInDoubt = Code("recoveryKeyInDoubt")
    /// A recovery was begun, and the account may have taken this device in; it goes on when it is tried again at this computer.
    /// ``VaultSyncError/detail`` says what came in between.
    package static let recoveryUnfinished = Code("recoveryUnfinished")
    /// Whoever waited does not want it any more, or the time is over.
    package static let canceled = Code("canceled")
  }

  /// The kind of refusal.
  package let code: Code
  /// A code of the other side's or of the carrier's.
  package let detail: String?
  /// How long to wait before the next try.
  package let retryAfter: Duration?
  /// For `alarm`: what was found.
  package let verdict: SyncModelError?
  /// For `vault`: what the vault said.
  package let vault: CredentialVaultError?
  /// Whether the other side may have done what was asked, since no answer says that it did not.
  package internal(set) var mayBeDone = false

  /// Puts a refusal together.
  package init(
    _ code: Code, detail: String? = nil, retryAfter: Duration? = nil, verdict: SyncModelError? = nil, vault: CredentialVaultError? = nil
  ) {
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
    self.verdict = verdict
    self.vault = vault
  }

  /// What failed in a lower module.
  init(_ error: any Error) {
    switch error {
    case let error as VaultSyncError: self = error
    case let error as SyncModelError where error.code.isAlarm: self.init(.alarm, verdict: error)
    case let error as SyncModelError where error.code == .unsupportedVersion: self.init(.programTooOld)
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.programTooOld)
    case let error as SyncModelError: self.init(.answerMalformed, detail: error.code.description)
    case let error as CredentialCryptographyError where error.code == .unsupportedVersion: self.init(.programTooOld)
    case let error as CredentialVaultError: self.init(.vault, vault: error)
    case is CancellationError: self.init(.canceled)
    default: self.init(.answerMalformed)
    }
  }
}
