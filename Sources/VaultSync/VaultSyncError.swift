// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialCryptography
package import CredentialVault
package import SyncModel

/// The reason that synchronising failed. Whatever the code, this device lost no data.
package struct VaultSyncError: Error, Hashable, Sendable {
  /// The kinds of error; new kinds may be added.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's stable name.
    package let description: String
    private init(_ description: String) { self.description = description }

    /// There was no reply; ``VaultSyncError/detail`` says why.
    package static let unreachable = Code("unreachable")
    /// The reply is not one that a sync server sends.
    package static let answerMalformed = Code("answerMalformed")
    /// The other side refused; ``VaultSyncError/detail`` has its code.
    package static let refused = Code("refused")
    /// The other side has no such account, or does not admit this device.
    package static let loginRefused = Code("loginRefused")
    /// No account of the number that was given lets in the recovery key that was given.
    package static let recoveryRefused = Code("recoveryRefused")
    /// The disk has no room for what comes; it waits.
    package static let noRoom = Code("noRoom")
    /// There were too many requests; ``VaultSyncError/retryAfter`` says when to continue.
    package static let rateLimited = Code("rateLimited")
    /// The account would exceed its quota at the other side.
    package static let quotaExceeded = Code("quotaExceeded")
    /// The account was closed.
    package static let accountClosed = Code("accountClosed")
    /// A newer program wrote something.
    package static let programTooOld = Code("programTooOld")
    /// The served data shows that another party is dishonest, or that a key is in two places; ``VaultSyncError/verdict`` has the details.
    /// Nothing is sent from here on.
    package static let alarm = Code("alarm")
    /// An alarm was raised before, and the user has not decided yet.
    package static let stopped = Code("stopped")
    /// The vault is not synchronised.
    package static let notInUse = Code("notInUse")
    /// The vault refused; ``VaultSyncError/vault`` says why.
    package static let vault = Code("vault")
    /// Others repeatedly changed the account in the meantime.
    package static let overtaken = Code("overtaken")
    /// No member has the given name or number.
    package static let noSuchDevice = Code("noSuchDevice")
    /// Another member has that name.
    package static let deviceNameTaken = Code("deviceNameTaken")
    /// A device cannot remove itself.
    package static let ownDevice = Code("ownDevice")
    /// The messages of an enrolment are inconsistent: another party interferes, or the wrong code was typed.
    package static let enrolmentFailed = Code("enrolmentFailed")
    /// The vault is synchronised at this place already, which has all of it.
    package static let alreadyThere = Code("alreadyThere")
    /// The folder contains another account, and this one is new to it.
    package static let otherAccountThere = Code("otherAccountThere")
    /// A place has another history of the account, or starts after the commits that this device has seen; ``VaultSyncError/detail`` says
    /// which.
    package static let placeForked = Code("placeForked")
    /// The account was to move to another place, and the current one could not be read to the end; ``VaultSyncError/detail`` says why.
    package static let formerPlaceAway = Code("formerPlaceAway")
    /// The account's log removed this device, which therefore cannot take the account anywhere.
    package static let deviceRemoved = Code("deviceRemoved")
    /// This device does not have everything in the account, so it cannot transfer it to another place.
    package static let cannotCarry = Code("cannotCarry")
    /// The account may have a recovery key that was shown to nobody; ``VaultSyncError/detail`` says what interrupted it.
    package static let recoveryKeyInDoubt = Code("recoveryKeyInDoubt")
    /// A recovery was started, and the account may have accepted this device. It continues when retried on this computer.
    /// ``VaultSyncError/detail`` says what interrupted it.
    package static let recoveryUnfinished = Code("recoveryUnfinished")
    /// The caller cancelled, or the time is over.
    package static let canceled = Code("canceled")
  }

  /// The kind of error.
  package let code: Code
  /// A code from the other side or from the transport.
  package let detail: String?
  /// The time to wait before the next attempt.
  package let retryAfter: Duration?
  /// For `alarm`: the verdict.
  package let verdict: SyncModelError?
  /// For `vault`: the vault's error.
  package let vault: CredentialVaultError?
  /// Whether the other side may have carried out the request, because no reply says that it did not.
  package internal(set) var mayBeDone = false

  /// Creates an error.
  package init(
    _ code: Code, detail: String? = nil, retryAfter: Duration? = nil, verdict: SyncModelError? = nil, vault: CredentialVaultError? = nil
  ) {
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
    self.verdict = verdict
    self.vault = vault
  }

  /// Translates an error of a lower module.
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
