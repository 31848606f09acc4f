// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The reason that a request at the management door failed: a code and the data for wording it, never words.
package struct VaultFailure: Error, Codable, Hashable, Sendable {
  /// The reasons; a newer vault may send others, which clients show as they are.
  package struct Code: OpenName {
    /// The name on the wire.
    package let name: String

    /// Creates a code as received.
    package init(name: String) { self.name = name }

    /// The message lacks a member, has a wrong one, or is not permitted for this role.
    package static let badRequest = Code(name: "badRequest")
    /// The two sides speak different versions of the door.
    package static let unsupportedProtocol = Code(name: "unsupportedProtocol")
    /// There is no vault yet.
    package static let noVault = Code(name: "noVault")
    /// The vault is locked, and this request does not open it.
    package static let locked = Code(name: "locked")
    /// There already is a vault.
    package static let vaultExists = Code(name: "vaultExists")
    /// Another process has the vault open.
    package static let vaultInUse = Code(name: "vaultInUse")
    /// The vault's files cannot be read.
    package static let vaultUnreadable = Code(name: "vaultUnreadable")
    /// The vault's files differ from what was written.
    package static let vaultDamaged = Code(name: "vaultDamaged")
    /// The vault's file contains an older version of the entry than was stored last.
    package static let recordOutdated = Code(name: "recordOutdated")
    /// A newer Passfold wrote the vault.
    package static let vaultTooNew = Code(name: "vaultTooNew")
    /// The vault could not be written; nothing was changed.
    package static let notStored = Code(name: "notStored")
    /// The passphrase was wrong at each prompt.
    package static let wrongPassphrase = Code(name: "wrongPassphrase")
    /// Too many wrong passphrases: the next attempt is possible after `retryAfter`.
    package static let tooManyAttempts = Code(name: "tooManyAttempts")
    /// The passphrase is too short to protect anything; `detail` has the minimum number of characters.
    package static let passphraseTooShort = Code(name: "passphraseTooShort")
    /// The recovery key was mistyped at each prompt.
    package static let recoveryKeyMistyped = Code(name: "recoveryKeyMistyped")
    /// The recovery key is another vault's, or was replaced.
    package static let wrongRecoveryKey = Code(name: "wrongRecoveryKey")
    /// Three different passphrases were all easy to guess.
    package static let passphraseWeak = Code(name: "passphraseWeak")
    /// Three PINs were not 6 to 12 digits, or repeated one digit, or had consecutive digits.
    package static let pinUnsuitable = Code(name: "pinUnsuitable")
    /// No PIN can be stored or used: `detail` is `chipMissing`, `chipLockedOut` or `chipFailed`.
    package static let pinUnavailable = Code(name: "pinUnavailable")
    /// No fingerprint can be used: `detail` is `noFinger` if no reader knows one, `chipMissing`, `chipLockedOut` or `chipFailed`.
    package static let fingerUnavailable = Code(name: "fingerUnavailable")
    /// The file cannot be read: `detail` is `unknownFormat`, `unsupportedVariant`, `malformed`, `notOpenable`, `overBounds` or
    /// `programFailed`, followed by a space and the name of its format, if known.
    package static let fileUnreadable = Code(name: "fileUnreadable")
    /// No file can be written: `detail` is `unknownFormat` or `programFailed`.
    package static let fileUnwritable = Code(name: "fileUnwritable")
    /// There is no import to undo.
    package static let nothingToUndo = Code(name: "nothingToUndo")
    /// A recovery was started, and the account may have accepted this computer, which has no vault yet; the next attempt here continues.
    /// `detail` is the reason's code.
    package static let recoveryUnfinished = Code(name: "recoveryUnfinished")
    /// The account may have a recovery key that was shown to nobody, or has no unused one; `detail` is the reason's code.
    package static let recoveryKeyInDoubt = Code(name: "recoveryKeyInDoubt")
    /// The user cancelled.
    package static let canceled = Code(name: "canceled")
    /// The user said no at a prompt.
    package static let refused = Code(name: "refused")
    /// The prompt was not answered in time.
    package static let promptTimedOut = Code(name: "promptTimedOut")
    /// There is no pinentry program.
    package static let pinentryNotFound = Code(name: "pinentryNotFound")
    /// The pinentry program stopped or answered wrongly.
    package static let pinentryFailed = Code(name: "pinentryFailed")
    /// The pinentry program found neither a display nor a terminal.
    package static let nowhereToAsk = Code(name: "nowhereToAsk")
    /// Nothing in the vault matches the query.
    package static let notFound = Code(name: "notFound")
    /// Several entries match the query; `matches` names them.
    package static let ambiguous = Code(name: "ambiguous")
    /// The set-up link or secret cannot be used; `detail` is the reason's code and `position` is the location.
    package static let badSetUpLink = Code(name: "badSetUpLink")
    /// A set-up without a link needs a service and a user.
    package static let needsServiceAndUser = Code(name: "needsServiceAndUser")
    /// The service is neither a domain nor an `https` URL.
    package static let badService = Code(name: "badService")
    /// A value of a card or identity, or a user name (`user`), is invalid: `detail` is its name.
    package static let badValue = Code(name: "badValue")
    /// The secret is not text that could be filled in: it is not UTF-8, or contains control characters.
    package static let notText = Code(name: "notText")
    /// A counter-based code has no time, so there is no next one.
    package static let noNextCode = Code(name: "noNextCode")
    /// The entry has no note, or no field of this name.
    package static let noSuchPart = Code(name: "noSuchPart")
    /// The entry has no file of this name.
    package static let noSuchAttachment = Code(name: "noSuchAttachment")
    /// The entry already has a file of this name.
    package static let attachmentExists = Code(name: "attachmentExists")
    /// The name is empty, too long, or not valid on every system.
    package static let badAttachmentName = Code(name: "badAttachmentName")
    /// The file is longer than 10 MiB.
    package static let attachmentTooLong = Code(name: "attachmentTooLong")
    /// The entry already has 64 files, or would have more than 100 MiB of them with this one.
    package static let tooManyAttachments = Code(name: "tooManyAttachments")
    /// The bytes of the file are missing or differ from what was stored.
    package static let attachmentDamaged = Code(name: "attachmentDamaged")
    /// The bytes of the file have not arrived from another device yet.
    package static let attachmentAwaited = Code(name: "attachmentAwaited")
    /// The bytes received for the file are not those of the file.
    package static let attachmentRefused = Code(name: "attachmentRefused")
    /// The transferred file is no longer known: the vault was locked, or no part came for a minute.
    package static let transferEnded = Code(name: "transferEnded")
    /// The content of the entry, without its files, is longer than 64 KiB.
    package static let recordTooLong = Code(name: "recordTooLong")
    /// The site already has a login of this account; `matches` names it.
    package static let loginExists = Code(name: "loginExists")
    /// The operation is not possible for this kind of entry.
    package static let wrongKind = Code(name: "wrongKind")
    /// The code is not the current one of the set-up, nor the one just before or after.
    package static let codeDoesNotMatch = Code(name: "codeDoesNotMatch")
    /// The set-up is not waiting for a confirmation.
    package static let notPending = Code(name: "notPending")
    /// The migration export cannot be read; `detail` is the reason's code.
    package static let badMigration = Code(name: "badMigration")
    /// Nothing in the trash matches the query.
    package static let nothingToRestore = Code(name: "nothingToRestore")
    /// The entry's history has no such element.
    package static let noSuchHistory = Code(name: "noSuchHistory")
    /// The file is not a copy of a vault, or is damaged.
    package static let notACopy = Code(name: "notACopy")
    /// There is no snapshot of that name.
    package static let noSuchSnapshot = Code(name: "noSuchSnapshot")
    /// A newer version's changes to the database failed on a copy.
    package static let migrationFailed = Code(name: "migrationFailed")
    /// The vault is already synchronised; `sync stop` ends that.
    package static let alreadySynchronised = Code(name: "alreadySynchronised")
    /// The vault is not synchronised.
    package static let notSynchronised = Code(name: "notSynchronised")
    /// The folder contains another account, and this vault has none there.
    package static let otherAccountThere = Code(name: "otherAccountThere")
    /// The place has another history of the account, or starts after the commits that this device has seen; `detail` says which.
    package static let placeForked = Code(name: "placeForked")
    /// The current place could not be read to the end, so the account stays there; `detail` says why.
    package static let formerPlaceAway = Code(name: "formerPlaceAway")
    /// The account is at the new place, but another device closed it at the previous one meanwhile, and may have moved it elsewhere.
    package static let movedByAnother = Code(name: "movedByAnother")
    /// Another device removed this one from the account, so it cannot take the account to another place.
    package static let deviceRemoved = Code(name: "deviceRemoved")
    /// This device does not have everything in the account, so it cannot transfer it.
    package static let accountIncomplete = Code(name: "accountIncomplete")
    /// The request failed; `detail` is the reason's code.
    package static let syncFailed = Code(name: "syncFailed")
    /// The same where this computer had no account before and has none now.
    package static let syncNotBegun = Code(name: "syncNotBegun")
    /// Synchronising has stopped, and the user has not decided yet; `detail` is the verdict.
    package static let syncStopped = Code(name: "syncStopped")
    /// No device of the account, or several, match the query.
    package static let noSuchDevice = Code(name: "noSuchDevice")
    /// A device cannot remove itself.
    package static let ownDevice = Code(name: "ownDevice")
    /// The name is not allowed for a device: it is empty, longer than 63 bytes, or would break the line.
    package static let badDeviceName = Code(name: "badDeviceName")
    /// Another device of the account has that name.
    package static let deviceNameTaken = Code(name: "deviceNameTaken")
    /// The enrolment failed; `detail` is the reason's code.
    package static let enrolmentFailed = Code(name: "enrolmentFailed")
    /// There is no offer or joining to continue.
    package static let nothingUnderWay = Code(name: "nothingUnderWay")
    /// The place is neither an `https` address nor the absolute path of a folder.
    package static let badPlace = Code(name: "badPlace")
    /// The account's number does not have 32 hexadecimal digits.
    package static let badAccount = Code(name: "badAccount")
    /// The vault is synchronised, so its recovery key is used where the account is stored; `detail` is the number of changes that are only
    /// here.
    package static let recoveredElsewhere = Code(name: "recoveredElsewhere")
    /// A prompt would be needed, and an unattended request must not show one.
    package static let wouldAsk = Code(name: "wouldAsk")
    /// Something unforeseen; `detail` is its code.
    package static let unexpected = Code(name: "unexpected")
  }

  /// The reason.
  package var code: Code
  /// A code or number that narrows the reason; never a secret and never the user's text.
  package var detail: String?
  /// The position of the error in a set-up link or secret, in characters from 0.
  package var position: Int?
  /// The invalid character there.
  package var character: String?
  /// The character that is likely meant; never applied automatically.
  package var suggestion: String?
  /// The number of seconds until another attempt is possible.
  package var retryAfter: Double?
  /// The entries that match an ambiguous query, or already exist.
  package var matches: [VaultEntry]?

  /// Creates a failure.
  package init(
    _ code: Code, detail: String? = nil, position: Int? = nil, character: String? = nil, suggestion: String? = nil,
    retryAfter: Double? = nil, matches: [VaultEntry]? = nil
  ) {
    self.code = code
    self.detail = detail
    self.position = position
    self.character = character
    self.suggestion = suggestion
    self.retryAfter = retryAfter
    self.matches = matches
  }
}
