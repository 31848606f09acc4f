// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// Why a request at the management door was not answered: a code and the data that wording needs, never wording itself.
package struct VaultFailure: Error, Codable, Hashable, Sendable {
  /// The reasons; a newer vault may send others, which clients show as they are.
  package struct Code: OpenName {
    /// The name on the wire.
    package let name: String

    /// Takes a name as it came.
    package init(name: String) { self.name = name }

    /// The message lacks a member, has a wrong one, or is not for this role.
    package static let badRequest = Code(name: "badRequest")
    /// The two sides speak different versions of the door.
    package static let unsupportedProtocol = Code(name: "unsupportedProtocol")
    /// There is no vault yet.
    package static let noVault = Code(name: "noVault")
    /// The vault is locked, and this request does not open it.
    package static let locked = Code(name: "locked")
    /// There is a vault already.
    package static let vaultExists = Code(name: "vaultExists")
    /// Another process has the vault open.
    package static let vaultInUse = Code(name: "vaultInUse")
    /// The vault's files cannot be read.
    package static let vaultUnreadable = Code(name: "vaultUnreadable")
    /// The vault's files are not what was written.
    package static let vaultDamaged = Code(name: "vaultDamaged")
    /// The vault's file holds an older version of the credential than was stored last.
    package static let recordOutdated = Code(name: "recordOutdated")
    /// The vault was written by a newer Passfold.
    package static let vaultTooNew = Code(name: "vaultTooNew")
    /// The vault could not be written; nothing was changed.
    package static let notStored = Code(name: "notStored")
    /// The passphrase was wrong each time it was asked for.
    package static let wrongPassphrase = Code(name: "wrongPassphrase")
    /// Too many wrong passphrases: the next try is possible after `retryAfter`.
    package static let tooManyAttempts = Code(name: "tooManyAttempts")
    /// The passphrase is too short to protect anything; `detail` has the least number of characters.
    package static let passphraseTooShort = Code(name: "passphraseTooShort")
    /// The recovery key was mistyped each time it was asked for.
    package static let recoveryKeyMistyped = Code(name: "recoveryKeyMistyped")
    /// The recovery key is another vault's, or was replaced.
    package static let wrongRecoveryKey = Code(name: "wrongRecoveryKey")
    /// Three passphrases that differ were all easy to guess.
    package static let passphraseWeak = Code(name: "passphraseWeak")
    /// Three PINs were no 6 to 12 digits, or one digit over and over, or digits in a row.
    package static let pinUnsuitable = Code(name: "pinUnsuitable")
    /// No PIN can be kept or used: `detail` is `chipMissing`, `chipLockedOut` or `chipFailed`.
    package static let pinUnavailable = Code(name: "pinUnavailable")
    /// No finger can be used: `detail` is `noFinger`, where no reader knows one, `chipMissing`, `chipLockedOut` or `chipFailed`.
    package static let fingerUnavailable = Code(name: "fingerUnavailable")
    /// The file cannot be read: `detail` is `unknownFormat`, `unsupportedVariant`, `malformed`, `notOpenable`, `overBounds` or `programFailed`, and
    /// behind a space the name of its format, where that was found.
    package static let fileUnreadable = Code(name: "fileUnreadable")
    /// No file can be written: `detail` is `unknownFormat` or `programFailed`.
    package static let fileUnwritable = Code(name: "fileUnwritable")
    /// There is no import to take back.
    package static let nothingToUndo = Code(name: "nothingToUndo")
    /// A recovery was begun, and the account may have taken this computer in, which has no vault yet; the next try here goes on with it. `detail` is
    /// the reason's code.
    package static let recoveryUnfinished = Code(name: "recoveryUnfinished")
    /// The account may have a recovery key that nobody was shown, or has none that is unused; `detail` is the reason's code.
    package static let recoveryKeyInDoubt = Code(name: "recoveryKeyInDoubt")
    /// The person cancelled.
    package static let canceled = Code(name: "canceled")
    /// The person was asked and said no.
    package static let refused = Code(name: "refused")
    /// The prompt was not answered in time.
    package static let promptTimedOut = Code(name: "promptTimedOut")
    /// There is no pinentry program.
    package static let pinentryNotFound = Code(name: "pinentryNotFound")
    /// The pinentry program stopped or answered wrongly.
    package static let pinentryFailed = Code(name: "pinentryFailed")
    /// The pinentry program found neither a display nor a terminal.
    package static let nowhereToAsk = Code(name: "nowhereToAsk")
    /// Nothing in the vault fits the query.
    package static let notFound = Code(name: "notFound")
    /// Several credentials fit the query; `matches` names them.
    package static let ambiguous = Code(name: "ambiguous")
    /// The set-up link or secret cannot be used; `detail` is the reason's code and `position` where it is.
    package static let badSetUpLink = Code(name: "badSetUpLink")
    /// A set-up without a link needs a service and a user.
    package static let needsServiceAndUser = Code(name: "needsServiceAndUser")
    /// The service is neither a domain nor an `https` URL.
    package static let badService = Code(name: "badService")
    /// A value of a card or identity cannot be: `detail` is its name.
    package static let badValue = Code(name: "badValue")
    /// A counter-based code has no time, so none that comes next.
    package static let noNextCode = Code(name: "noNextCode")
    /// The credential has no note, or no field of this name.
    package static let noSuchPart = Code(name: "noSuchPart")
    /// The credential holds no file of this name.
    package static let noSuchAttachment = Code(name: "noSuchAttachment")
    /// The credential holds a file of this name already.
    package static let attachmentExists = Code(name: "attachmentExists")
    /// The name is empty, too long, or no file could have it everywhere.
    package static let badAttachmentName = Code(name: "badAttachmentName")
    /// The file is above 10 MiB.
    package static let attachmentTooLong = Code(name: "attachmentTooLong")
    /// The credential holds 64 files, or 100 MiB of them with this one.
    package static let tooManyAttachments = Code(name: "tooManyAttachments")
    /// The bytes of the file are missing or are not what was stored.
    package static let attachmentDamaged = Code(name: "attachmentDamaged")
    /// The bytes of the file have not come from another device yet.
    package static let attachmentAwaited = Code(name: "attachmentAwaited")
    /// What was brought in the place of the file's bytes is not the file.
    package static let attachmentRefused = Code(name: "attachmentRefused")
    /// The file on its way is not known any more: the vault was locked, or no part came for a minute.
    package static let transferEnded = Code(name: "transferEnded")
    /// What the credential holds beside its files is above 64 KiB.
    package static let recordTooLong = Code(name: "recordTooLong")
    /// The site has a login of this account already; `matches` names what is there.
    package static let loginExists = Code(name: "loginExists")
    /// The credential is of a kind that this cannot be done with.
    package static let wrongKind = Code(name: "wrongKind")
    /// The code is none of those that the set-up makes now, just before or just after.
    package static let codeDoesNotMatch = Code(name: "codeDoesNotMatch")
    /// The set-up is not waiting for a confirmation.
    package static let notPending = Code(name: "notPending")
    /// The migration export cannot be read; `detail` is the reason's code.
    package static let badMigration = Code(name: "badMigration")
    /// Nothing in the trash fits the query.
    package static let nothingToRestore = Code(name: "nothingToRestore")
    /// The credential's history has no such element.
    package static let noSuchHistory = Code(name: "noSuchHistory")
    /// The file is no copy of a vault, or is damaged.
    package static let notACopy = Code(name: "notACopy")
    /// There is no snapshot of that name.
    package static let noSuchSnapshot = Code(name: "noSuchSnapshot")
    /// A newer version's changes to the database did not succeed on a copy.
    package static let migrationFailed = Code(name: "migrationFailed")
    /// The vault is synchronised already; `sync stop` makes it one of this device alone.
    package static let alreadySynchronised = Code(name: "alreadySynchronised")
    /// The vault is one of this device alone.
    package static let notSynchronised = Code(name: "notSynchronised")
    /// The place has another history of the account, or begins behind what this device has seen; `detail` says which.
    package static let placeForked = Code(name: "placeForked")
    /// The present place could not be read to the end, so the account stays there; `detail` says why.
    package static let formerPlaceAway = Code(name: "formerPlaceAway")
    /// This device does not have all of the account, so it brings it nowhere.
    package static let accountIncomplete = Code(name: "accountIncomplete")
    /// What was asked did not come through; `detail` is the reason's code.
    package static let syncFailed = Code(name: "syncFailed")
    /// Synchronising has stopped, and the person has not decided yet; `detail` is what was found.
    package static let syncStopped = Code(name: "syncStopped")
    /// No device of the account, or several, fit the query.
    package static let noSuchDevice = Code(name: "noSuchDevice")
    /// A device does not remove itself.
    package static let ownDevice = Code(name: "ownDevice")
    /// No device can be called that: it is empty, above 63 bytes, or would not stay on its line.
    package static let badDeviceName = Code(name: "badDeviceName")
    /// Another device of the account is called that.
    package static let deviceNameTaken = Code(name: "deviceNameTaken")
    /// The devices did not come together; `detail` is the reason's code.
    package static let enrolmentFailed = Code(name: "enrolmentFailed")
    /// There is no offer, or no joining, that this would go on with.
    package static let nothingUnderWay = Code(name: "nothingUnderWay")
    /// The place is neither an `https` address nor the absolute path of a folder.
    package static let badPlace = Code(name: "badPlace")
    /// The account's number is no 32 hexadecimal digits.
    package static let badAccount = Code(name: "badAccount")
    /// The vault is synchronised, so its recovery key is used where the account is kept; `detail` says how many changes are here alone.
    package static let recoveredElsewhere = Code(name: "recoveredElsewhere")
    /// A person would have to be asked, and an unattended request must not.
    package static let wouldAsk = Code(name: "wouldAsk")
    /// Something unforeseen; `detail` is its code.
    package static let unexpected = Code(name: "unexpected")
  }

  /// The reason.
  package var code: Code
  /// A code or number that narrows the reason; never a secret and never a person's text.
  package var detail: String?
  /// Where in a set-up link or secret the fault is, in characters from 0.
  package var position: Int?
  /// The one character there that does not belong.
  package var character: String?
  /// The character that is likely meant; never taken silently.
  package var suggestion: String?
  /// Seconds until another try is possible.
  package var retryAfter: Double?
  /// What fits an ambiguous query, or is there already.
  package var matches: [VaultEntry]?

  /// Makes a failure.
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
