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
    title: translated("Fill in so many?"),
    message: translated("More than 30 were filled in within a minute. Answer in the window that has opened."))
  static let codesTitle = translated("One-time codes")
  static let passwordsTitle = translated("Passwords")
  static let credentialsTitle = translated("Passkeys and passwords")
  static let noCodes = translated("There are no one-time codes in your vault yet.")
  static let noCredentials = translated("Your vault has nothing to choose from yet.")
  static let newEntry = translated("New entry")
  static let passkeyPrefix = translated("Passkey")
  static let passwordPrefix = translated("Password")

  static let fill = translated("Fill in")
  static let notConfirmed = translated("not confirmed yet")
  static let shortRest = translated("It may expire before the website accepts it.")
  static let fillCurrent = translated("Fill in this one")
  static let fillNext = translated("Wait for the next one")
  static let waitingForNext = PresentableMessage(
    title: translated("One moment"), message: translated("The next code is filled in as soon as it is valid."))
  static let acceptedYes = translated("Yes, it accepted a code")
  static let acceptedLater = translated("Not yet")
  static let acceptedLaterNote = translated("Ask me before filling it in")
  static let discard = translated("Discard it")
  static let discardNote = translated("It moves to the trash; nothing else changes")
  static let pendingTitle = translated("This code is not confirmed yet")
  static let fillPending = translated("Fill it in")
  static let fillPendingNote = translated("It stays unconfirmed")
  static let fillAccepted = translated("Fill it in and keep it")
  static let fillAcceptedNote = translated("The website accepted one of its codes")

  static let readingCredentials = PresentableMessage(
    title: translated("One moment"), message: translated("Passfold is comparing it with your vault."))
  static let gatheringCredentials = PresentableMessage(
    title: translated("One moment"), message: translated("Passfold is preparing your vault for the transfer."))
  static let takeOver = translated(
    "Everything is imported in one step, which “passfold import undo” reverses. Duplicates are imported once.")

  static func handingOver(to provider: String) -> PresentableMessage {
    PresentableMessage(
      title: translated("Handing over"),
      message: translated("\(provider) is receiving your credentials. Answer there if it asks a question."))
  }

  static func nothingTaken(from provider: String) -> String {
    translated("Nothing is stored, and \(provider) is told that you imported nothing. To import it, leave out --dry-run.")
  }

  static func losses(_ provider: String) -> String {
    translated(
      "The format that providers exchange cannot hold the items named here. They stay in your vault; \(provider) gets the entries without them."
    )
  }

  /// Returns the message that says why credentials were not moved.
  static func exchangeTrouble(_ explanation: String) -> PresentableMessage {
    PresentableMessage(title: translated("Nothing was transferred"), message: explanation)
  }

  static let save = translated("It is kept in your vault and filled in the next time you sign in there.")
  static let saveLocked = translated("It is kept in your vault. Your vault is locked, so you need to enter its passphrase next.")
  static let update = translated("The old password stays among the login’s previous versions.")
  static let saveLabel = translated("Save")
  static let newEntryNote = translated("Nothing in your vault changes")
  static let newPasswordTitle = translated("New password")
  static let newPassword = translated("Choose one. It is saved as soon as the website or app reports that it was used.")
  static let otherPasswords = translated("Suggest others")
  static let textsTitle = translated("Insert from your vault")

  static let savedFor = translated("Saved for")
  static let account = translated("Account")
  static let askedForBy = translated("Requested by")
  static let fillAnyway = translated("Fill in anyway")
  static let unnamedAsker = translated("an unknown site or app")

  static func otherServiceTitle(_ kind: CredentialKind, of owner: String, for asker: String) -> String {
    kind == .oneTimeCode ? translated("Give a code for \(owner) to \(asker)?") : translated("Give the password for \(owner) to \(asker)?")
  }

  static func otherService(_ asker: String) -> String {
    translated("You saved it for another service; \(asker) could then use it there.")
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
    translated("The first \(count) are shown. To find others, use passfold in a terminal.")
  }

  static func shortRestTitle(seconds: Int) -> String {
    translated(seconds, one: "This code expires in \(seconds) second", other: "This code expires in \(seconds) seconds")
  }

  static func acceptedTitle(_ service: String) -> String { translated("Did \(service) accept it?") }

  static func accepted(keepsOld: Bool) -> String {
    keepsOld
      ? translated(
        "Type this code where the website asks for it. Until you confirm that it worked, Passfold marks it as not confirmed and keeps your old code as it is."
      )
      : translated("Type this code where the website asks for it. Until you confirm that it worked, Passfold marks it as not confirmed.")
  }

  static func pending(_ service: String, keepsOld: Bool) -> String {
    translated("It was set up for \(service), and nobody has confirmed that it works.")
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
    translated("The \(count) best matches are shown. To find others, use passfold in a terminal.")
  }

  static func vaultTrouble(_ failure: VaultFailure) -> PresentableMessage {
    let text: String =
      switch failure.code {
      case .noVault: translated("You have no vault yet. Create one with “passfold init” in a terminal.")
      case .vaultInUse: translated("Another program has your vault open. Close it and try again.")
      case .vaultUnreadable:
        translated("The files of your vault cannot be read. Nothing was changed. Check their permissions and try again.")
      case .vaultDamaged: translated("The files of your vault are damaged. Nothing was changed. Restore them from a backup.")
      case .recordOutdated:
        translated(
          "The vault file contains an older version of this entry than the one stored last, so it is not used. Another program changed the file. Nothing else was lost. Restore the whole vault folder from a backup."
        )
      case .vaultTooNew:
        translated("Your vault was written by a newer version of Passfold. Nothing was changed. Update Passfold to use it.")
      case .wrongPassphrase: translated("The passphrase was wrong. Your vault stays locked.")
      case .tooManyAttempts:
        translated("Too many wrong passphrases. Wait \(Int(failure.retryAfter ?? 1)) seconds and try again.")
      case .promptTimedOut: translated("The passphrase was not typed in time. Try again.")
      case .pinentryNotFound: translated("No pinentry program is installed to ask for your passphrase. Install one, such as pinentry-gtk2.")
      case .nowhereToAsk: translated("The passphrase window could not be opened. Unlock the vault with “passfold unlock” in a terminal.")
      case .pinentryFailed: translated("The passphrase window could not be shown. Try again.")
      case .fileUnreadable:
        translated(
          "The transfer is damaged, or not in the format that providers exchange. Nothing was stored. Export to a file there and import that file."
        )
      case .fileUnwritable: translated("Your vault could not be prepared for the transfer. Nothing left it. Try again.")
      case .notStored: translated("Your vault could not be written. Nothing was changed. Check whether the disk is full.")
      default: translated("Your vault could not be used (\(failure.code.name)).")
      }
    return PresentableMessage(title: translated("Passfold cannot continue"), message: text)
  }

  /// Returns the message that says what is wrong with a set-up link; `algorithm` is the name in the link.
  package static func badLink(_ error: OneTimeCodesError, algorithm: String?) -> PresentableMessage {
    // Only mentioned: the user can see at the service which letter is meant.
    let meant = error.suggestion.map { " " + translated("Did you mean “\($0)”?") } ?? ""
    let text: String =
      switch error.code {
      case .notASetupURL: translated("This link does not set up a one-time code.")
      case .unknownType: translated("This link is for a kind of code that Passfold does not support.")
      case .missingSecret: translated("The link contains no secret, so no codes can be made from it.")
      case .secretNotBase32:
        switch (error.character, error.position.map { $0 + 1 }) {
        case (let character?, let position?):
          translated(
            "The secret in the link contains the invalid character “\(character)” at position \(position) of the link. Only A to Z and 2 to 7 are valid."
          ) + meant
        case (let character?, nil):
          translated("The secret in the link contains the invalid character “\(character)”. Only A to Z and 2 to 7 are valid.")
            + meant
        case (nil, let position?):
          translated(
            "The secret in the link contains an invalid character at position \(position) of the link. Only A to Z and 2 to 7 are valid."
          )
        case (nil, nil):
          translated("The secret in the link contains an invalid character. Only A to Z and 2 to 7 are valid.")
        }
      case .secretIncomplete: translated("The secret in the link is incomplete: part of it is missing.")
      case .secretTooLong: translated("The secret in the link is too long.")
      case .unknownAlgorithm, .unsupportedAlgorithm:
        translated(
          "The link asks for the algorithm “\(algorithm ?? translated("unknown"))”, which Passfold does not support. Supported are SHA1, SHA256 and SHA512."
        )
      case .digitsOutOfRange: translated("The link asks for fewer than 6 or more than 10 digits.")
      case .periodOutOfRange:
        translated("The link asks for codes that are valid for less than a second or more than a day.")
      case .counterOutOfRange: translated("The counter in the link is not a usable number.")
      case .duplicateParameter:
        translated("The link contains “\(error.parameter ?? translated("a parameter"))” twice, so it is unclear which one applies.")
      default: translated("The link is damaged and cannot be read.")
      }
    return PresentableMessage(
      title: translated("This link cannot be used"), message: text + " " + translated("Nothing was added. Ask the website for a new link."))
  }
}
