// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
package import CredentialProviderHost
import LocalEndpoint
import LocalTransport
package import OneTimeCodes
import VaultProtocol

/// The words of every view that the vault presents.
package enum ProviderTexts {
  static let unlock = PresentableMessage(
    title: "Unlock Passfold", message: "Answer in the window that has opened.")
  static let verify = PresentableMessage(
    title: "Is it you?", message: "Confirm in the window that has opened.")
  static let fillMore = PresentableMessage(
    title: "So many at once?", message: "More than 30 were filled in within a minute. Answer in the window that has opened.")
  static let codesTitle = "One-time codes"
  static let passwordsTitle = "Passwords"
  static let credentialsTitle = "Passkeys and passwords"
  static let noCodes = "There are no one-time codes in your vault yet."
  static let noCredentials = "There is nothing in your vault to choose from yet."
  static let newEntry = "New entry"
  static let passkeyPrefix = "Passkey"
  static let passwordPrefix = "Password"

  static let fill = "Fill in"
  static let notConfirmed = "not confirmed yet"
  static let shortRest = "The website may be too slow for it."
  static let fillCurrent = "Fill in this one"
  static let fillNext = "Wait for the next one"
  static let waitingForNext = PresentableMessage(title: "One moment", message: "The next code is filled in as soon as it is good.")
  static let acceptedYes = "Yes, it took its code"
  static let acceptedLater = "Not yet"
  static let acceptedLaterNote = "Ask me when I fill it in"
  static let discard = "Discard it"
  static let discardNote = "It goes to the trash; nothing else changes"
  static let pendingTitle = "This code is not confirmed yet"
  static let fillPending = "Fill it in"
  static let fillPendingNote = "It stays unconfirmed"
  static let fillAccepted = "Fill it in and keep it"
  static let fillAcceptedNote = "The website took one of its codes"

  static let readingCredentials = PresentableMessage(title: "One moment", message: "What was handed over is compared with your vault.")
  static let gatheringCredentials = PresentableMessage(title: "One moment", message: "Your vault is made ready to be handed over.")
  static let takeOver = "It is stored as one act, which “passfold import undo” takes back. What you have twice comes in once."

  static func handingOver(to provider: String) -> PresentableMessage {
    PresentableMessage(title: "Handing over", message: "\(provider) takes your credentials. Answer there if it asks something.")
  }

  static func losses(_ provider: String) -> String {
    "The format that providers speak has no place for them. They stay in your vault; \(provider) gets them in part or not at all."
  }

  /// Says why credentials were not moved.
  static func exchangeTrouble(_ explanation: String) -> PresentableMessage {
    PresentableMessage(title: "Nothing was moved", message: explanation)
  }

  static let save = "It is kept in your vault, and filled in at your next sign-in there."
  static let saveLocked = "It is kept in your vault. Your vault is locked: its passphrase is asked for next."
  static let update = "The former password goes to the trash, from where “passfold restore” brings it back."
  static let saveLabel = "Save"
  static let newEntryNote = "Everything in your vault stays as it is"
  static let newPasswordTitle = "New password"
  static let newPassword = "Pick one. It is saved once the website or app says that it was used."
  static let otherPasswords = "Make others"
  static let textsTitle = "Insert from your vault"

  static let savedFor = "Saved for"
  static let account = "Account"
  static let askedForBy = "Asked for by"
  static let fillAnyway = "Fill in anyway"
  static let unnamedAsker = "an unknown site or app"

  static func otherServiceTitle(_ kind: CredentialKind, of owner: String, for asker: String) -> String {
    kind == .oneTimeCode ? "Give a code of \(owner) to \(asker)?" : "Give the password of \(owner) to \(asker)?"
  }

  static func otherService(_ asker: String) -> String {
    "You saved it for another service, where \(asker) could then use it."
  }

  static func name(of part: TextPicker.Part) -> String {
    switch part {
    case .user: "User name"
    case .password: "Password"
    case .code: "One-time code"
    }
  }

  static func listOfCodes(_ count: Int) -> String { "The codes of \(count) account\(count == 1 ? "" : "s")" }

  static func truncatedTexts(to count: Int) -> String { "The first \(count) are shown. Use passfold in a terminal to find others." }

  static func shortRestTitle(seconds: Int) -> String { "This code ends in \(seconds) second\(seconds == 1 ? "" : "s")" }

  static func acceptedTitle(_ service: String) -> String { "Did \(service) accept it?" }

  static func accepted(keepsOld: Bool) -> String {
    "Type this code where the website asks for it. Until you say that it worked, Passfold marks it as not confirmed"
      + (keepsOld ? " and keeps your old code as it is." : ".")
  }

  static func pending(_ service: String, keepsOld: Bool) -> String {
    "It was set up for \(service), and nobody has said that it works." + (keepsOld ? " Your old code is kept until then." : "")
  }

  /// Says on the standard error stream why the process cannot serve.
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

  static func truncated(to count: Int) -> String { "The \(count) best matches are shown. Use passfold in a terminal to find others." }

  static func vaultTrouble(_ failure: VaultFailure) -> PresentableMessage {
    let text: String =
      switch failure.code {
      case .noVault: "You have no vault yet. Make one with “passfold init” in a terminal."
      case .vaultInUse: "Another program has your vault open. Close it and try again."
      case .vaultUnreadable: "The files of your vault cannot be read. Nothing was changed. Check their permissions and try again."
      case .vaultDamaged: "The files of your vault are damaged. Nothing was changed. Restore them from a backup."
      case .recordOutdated:
        "The file of your vault holds an older version of this credential than was stored last, so it is not used. Something else than "
          + "Passfold wrote there. Restore the whole folder of the vault from a backup."
      case .vaultTooNew: "A newer Passfold wrote your vault. Update Passfold to use it."
      case .wrongPassphrase: "The passphrase was wrong. Your vault stays locked."
      case .tooManyAttempts: "There were too many wrong passphrases. Wait \(Int(failure.retryAfter ?? 1)) seconds and try again."
      case .promptTimedOut: "The passphrase was not typed in time. Try again."
      case .pinentryNotFound: "There is no pinentry program to ask for your passphrase. Install one, such as pinentry-gtk2."
      case .nowhereToAsk: "The window for your passphrase could not be opened. Unlock with “passfold unlock” in a terminal."
      case .pinentryFailed: "The window for your passphrase could not be shown. Try again."
      case .fileUnreadable:
        "What was handed over is damaged, or not in the format that providers speak. Nothing was stored. Export a file there and import that."
      case .fileUnwritable: "Your vault could not be made ready to be handed over. Nothing left it. Try again."
      case .notStored: "Your vault could not be written. Nothing was changed. Check that the disk is not full."
      default: "Your vault could not be used (\(failure.code.name))."
      }
    return PresentableMessage(title: "Passfold cannot go on", message: text)
  }

  /// Says what is wrong with a set-up link; `algorithm` is the name that the link used.
  package static func badLink(_ error: OneTimeCodesError, algorithm: String?) -> PresentableMessage {
    let place = error.position.map { " at position \($0 + 1) of the link" } ?? ""
    // Only said: which letter the service meant is for the person to see there.
    let meant = error.suggestion.map { " Perhaps “\($0)” was meant." } ?? ""
    let text: String =
      switch error.code {
      case .notASetupURL: "This is not a link that sets up a verification code."
      case .unknownType: "This link is for a kind of code that Passfold does not know."
      case .missingSecret: "The link has no secret, so no codes can come from it."
      case .secretNotBase32:
        if let character = error.character {
          "The secret in the link has the character “\(character)”\(place), which cannot occur in it. Only A to Z and 2 to 7 can.\(meant)"
        } else {
          "The secret in the link has a character\(place) which cannot occur in it. Only A to Z and 2 to 7 can."
        }
      case .secretIncomplete: "The secret in the link is incomplete: part of it is missing."
      case .secretTooLong: "The secret in the link is too long."
      case .unknownAlgorithm, .unsupportedAlgorithm:
        "The link asks for the algorithm “\(algorithm ?? "unknown")”, which Passfold cannot compute. It knows SHA1, SHA256 and SHA512."
      case .digitsOutOfRange: "The link asks for a number of digits other than 6, 7 or 8."
      case .periodOutOfRange: "The link asks for codes that last less than a second or more than a day."
      case .counterOutOfRange: "The link’s counter is not a number that can be used."
      case .duplicateParameter: "The link says “\(error.parameter ?? "a parameter")” twice, so it is unclear what holds."
      default: "The link is damaged and cannot be read."
      }
    return PresentableMessage(
      title: "This link cannot be used", message: text + " Nothing was added. Ask the website for a new link.")
  }
}
