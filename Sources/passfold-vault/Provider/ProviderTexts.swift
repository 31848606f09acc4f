// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialProviderHost
import LocalEndpoint
import LocalTransport
package import OneTimeCodes
import Translations
import VaultProtocol

/// The texts of every view that the vault presents.
package enum ProviderTexts {
  static let unlock = PresentableMessage(
    title: translated("Unlock Passfold"), message: translated("Answer in the window that has opened."))
  static let verify = PresentableMessage(
    title: translated("Is it you?"), message: translated("Confirm in the window that has opened."))
  static let fillMore = PresentableMessage(
    title: translated("So many at once?"),
    message: translated("More than 30 were filled in within a minute. Answer in the window that has opened."))
  static let codesTitle = translated("One-time codes")
  static let passwordsTitle = translated("Passwords")
  static let credentialsTitle = translated("Passkeys and passwords")
  static let noCodes = translated("There are no one-time codes in your vault yet.")
  static let noCredentials = translated("There is nothing in your vault to choose from yet.")
  static let newEntry = translated("New entry")
  static let passkeyPrefix = translated("Passkey")
  static let passwordPrefix = translated("Password")

  static let fill = translated("Fill in")
  static let notConfirmed = translated("not confirmed yet")
  static let shortRest = translated("The website may be too slow for it.")
  static let fillCurrent = translated("Fill in this one")
  static let fillNext = translated("Wait for the next one")
  static let waitingForNext = PresentableMessage(
    title: translated("One moment"), message: translated("The next code is filled in as soon as it is good."))
  static let acceptedYes = translated("Yes, it took its code")
  static let acceptedLater = translated("Not yet")
  static let acceptedLaterNote = translated("Ask me when I fill it in")
  static let discard = translated("Discard it")
  static let discardNote = translated("It goes to the trash; nothing else changes")
  static let pendingTitle = translated("This code is not confirmed yet")
  static let fillPending = translated("Fill it in")
  static let fillPendingNote = translated("It stays unconfirmed")
  static let fillAccepted = translated("Fill it in and keep it")
  static let fillAcceptedNote = translated("The website took one of its codes")

  static let readingCredentials = PresentableMessage(
    title: translated("One moment"), message: translated("What was handed over is compared with your vault."))
  static let gatheringCredentials = PresentableMessage(
    title: translated("One moment"), message: translated("Your vault is made ready to be handed over."))
  static let takeOver = translated("It is stored as one act, which “passfold import undo” takes back. What you have twice comes in once.")

  static func handingOver(to provider: String) -> PresentableMessage {
    PresentableMessage(
      title: translated("Handing over"), message: translated("\(provider) takes your credentials. Answer there if it asks something."))
  }

  static func nothingTaken(from provider: String) -> String {
    translated("Nothing of it is stored, and \(provider) is told that you took nothing. To take it, import without --dry-run.")
  }

  static func losses(_ provider: String) -> String {
    translated(
      "The format that providers speak has no place for what is named here. It stays in your vault; \(provider) gets the entries without it."
    )
  }

  /// Returns the message that says why credentials were not moved.
  static func exchangeTrouble(_ explanation: String) -> PresentableMessage {
    PresentableMessage(title: translated("Nothing was moved"), message: explanation)
  }

  static let save = translated("It is kept in your vault, and filled in at your next sign-in there.")
  static let saveLocked = translated("It is kept in your vault. Your vault is locked: its passphrase is asked for next.")
  static let update = translated("The former password goes to the trash, from where “passfold restore” brings it back.")
  static let saveLabel = translated("Save")
  static let newEntryNote = translated("Everything in your vault stays as it is")
  static let newPasswordTitle = translated("New password")
  static let newPassword = translated("Pick one. It is saved once the website or app says that it was used.")
  static let otherPasswords = translated("Make others")
  static let textsTitle = translated("Insert from your vault")

  static let savedFor = translated("Saved for")
  static let account = translated("Account")
  static let askedForBy = translated("Asked for by")
  static let fillAnyway = translated("Fill in anyway")
  static let unnamedAsker = translated("an unknown site or app")

  static func otherServiceTitle(_ kind: CredentialKind, of owner: String, for asker: String) -> String {
    kind == .oneTimeCode ? translated("Give a code of \(owner) to \(asker)?") : translated("Give the password of \(owner) to \(asker)?")
  }

  static func otherService(_ asker: String) -> String {
    translated("You saved it for another service, where \(asker) could then use it.")
  }

  static func name(of part: TextPicker.Part) -> String {
    switch part {
    case .user: translated("User name")
    case .password: translated("Password")
    case .code: translated("One-time code")
    }
  }

  static func listOfCodes(_ count: Int) -> String {
    translated(count, one: "The codes of \(count) account", other: "The codes of \(count) accounts")
  }

  static func truncatedTexts(to count: Int) -> String {
    translated("The first \(count) are shown. Use passfold in a terminal to find others.")
  }

  static func shortRestTitle(seconds: Int) -> String {
    translated(seconds, one: "This code ends in \(seconds) second", other: "This code ends in \(seconds) seconds")
  }

  static func acceptedTitle(_ service: String) -> String { translated("Did \(service) accept it?") }

  static func accepted(keepsOld: Bool) -> String {
    keepsOld
      ? translated(
        "Type this code where the website asks for it. Until you say that it worked, Passfold marks it as not confirmed and keeps your old code as it is."
      )
      : translated("Type this code where the website asks for it. Until you say that it worked, Passfold marks it as not confirmed.")
  }

  static func pending(_ service: String, keepsOld: Bool) -> String {
    translated("It was set up for \(service), and nobody has said that it works.")
      + (keepsOld ? " " + translated("Your old code is kept until then.") : "")
  }

  /// Returns the text for standard error that says why the process cannot serve.
  static func startFailure(_ error: any Error) -> String {
    switch error {
    case let error as CredentialProviderHostError where error.code == .notStartedByBroker:
      "start passfold-broker, which starts this program"
    case let error as CredentialProviderHostError: "its Info.plist cannot be used (\(error.code.name))"
    case let error as LocalTransportError: "its socket cannot be opened (\(error.endpoint?.code.name ?? error.code.name))"
    case let error as LocalEndpointError: "its socket cannot be opened (\(error.code.name))"
    default: "it cannot start"
    }
  }

  /// Returns the log text for an entry that is not published to the system unchanged.
  static func unfit(_ record: RecordIdentifier) -> String {
    "entry \(record) is offered with a shortened name, and not at an address that is too long; it is kept as it is"
  }

  static func truncated(to count: Int) -> String {
    translated("The \(count) best matches are shown. Use passfold in a terminal to find others.")
  }

  static func vaultTrouble(_ failure: VaultFailure) -> PresentableMessage {
    let text: String =
      switch failure.code {
      case .noVault: translated("You have no vault yet. Make one with “passfold init” in a terminal.")
      case .vaultInUse: translated("Another program has your vault open. Close it and try again.")
      case .vaultUnreadable:
        translated("The files of your vault cannot be read. Nothing was changed. Check their permissions and try again.")
      case .vaultDamaged: translated("The files of your vault are damaged. Nothing was changed. Restore them from a backup.")
      case .recordOutdated:
        translated(
          "The file of your vault holds an older version of this credential than was stored last, so it is not used. Something else than Passfold wrote there. Restore the whole folder of the vault from a backup."
        )
      case .vaultTooNew: translated("A newer Passfold wrote your vault. Update Passfold to use it.")
      case .wrongPassphrase: translated("The passphrase was wrong. Your vault stays locked.")
      case .tooManyAttempts:
        translated("There were too many wrong passphrases. Wait \(Int(failure.retryAfter ?? 1)) seconds and try again.")
      case .promptTimedOut: translated("The passphrase was not typed in time. Try again.")
      case .pinentryNotFound: translated("There is no pinentry program to ask for your passphrase. Install one, such as pinentry-gtk2.")
      case .nowhereToAsk: translated("The window for your passphrase could not be opened. Unlock with “passfold unlock” in a terminal.")
      case .pinentryFailed: translated("The window for your passphrase could not be shown. Try again.")
      case .fileUnreadable:
        translated(
          "What was handed over is damaged, or not in the format that providers speak. Nothing was stored. Export a file there and import that."
        )
      case .fileUnwritable: translated("Your vault could not be made ready to be handed over. Nothing left it. Try again.")
      case .notStored: translated("Your vault could not be written. Nothing was changed. Check that the disk is not full.")
      default: translated("Your vault could not be used (\(failure.code.name)).")
      }
    return PresentableMessage(title: translated("Passfold cannot go on"), message: text)
  }

  /// Returns the message that says what is wrong with a set-up link; `algorithm` is the name in the link.
  package static func badLink(_ error: OneTimeCodesError, algorithm: String?) -> PresentableMessage {
    // Only mentioned: the user can see at the service which letter is meant.
    let meant = error.suggestion.map { " " + translated("Perhaps “\($0)” was meant.") } ?? ""
    let text: String =
      switch error.code {
      case .notASetupURL: translated("This is not a link that sets up a verification code.")
      case .unknownType: translated("This link is for a kind of code that Passfold does not know.")
      case .missingSecret: translated("The link has no secret, so no codes can come from it.")
      case .secretNotBase32:
        switch (error.character, error.position.map { $0 + 1 }) {
        case (let character?, let position?):
          translated(
            "The secret in the link has the character “\(character)” at position \(position) of the link, which cannot occur in it. Only A to Z and 2 to 7 can."
          ) + meant
        case (let character?, nil):
          translated("The secret in the link has the character “\(character)”, which cannot occur in it. Only A to Z and 2 to 7 can.")
            + meant
        case (nil, let position?):
          translated(
            "The secret in the link has a character at position \(position) of the link which cannot occur in it. Only A to Z and 2 to 7 can."
          )
        case (nil, nil):
          translated("The secret in the link has a character which cannot occur in it. Only A to Z and 2 to 7 can.")
        }
      case .secretIncomplete: translated("The secret in the link is incomplete: part of it is missing.")
      case .secretTooLong: translated("The secret in the link is too long.")
      case .unknownAlgorithm, .unsupportedAlgorithm:
        translated(
          "The link asks for the algorithm “\(algorithm ?? translated("unknown"))”, which Passfold cannot compute. It knows SHA1, SHA256 and SHA512."
        )
      case .digitsOutOfRange: translated("The link asks for fewer than 6 or more than 10 digits.")
      case .periodOutOfRange: translated("The link asks for codes that last less than a second or more than a day.")
      case .counterOutOfRange: translated("The link’s counter is not a number that can be used.")
      case .duplicateParameter:
        translated("The link says “\(error.parameter ?? translated("a parameter"))” twice, so it is unclear what holds.")
      default: translated("The link is damaged and cannot be read.")
      }
    return PresentableMessage(
      title: translated("This link cannot be used"), message: text + " " + translated("Nothing was added. Ask the website for a new link."))
  }
}
