// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// Why a command could not do what it was asked; data only, the words are the presenter's.
package enum CommandFailure: Error, Hashable, Sendable {
  /// The vault answered that it could not.
  case vault(VaultFailure)
  /// The vault hung up in the middle of a request.
  case hungUp
  /// The vault hung up while this computer joined an account.
  case joiningBroken
  /// This copy of Passfold lacks the broker's program, looked for beside the folder named.
  case brokerMissing(folder: String)
  /// The broker was started and nobody answered at the socket; the broker's log may say why.
  case brokerSilent(log: String)
  /// The broker runs, and the vault does not answer at its door.
  case vaultSilent(log: String)
  /// The session's runtime folder is somebody else's, or others may put another one in its place.
  case unsafeFolder(path: String)
  /// The session's runtime folder or the one around it is the person's and open to others.
  case openFolder(path: String)
  /// The session's runtime folder cannot be made or looked at.
  case noRuntimeFolder(path: String, errorNumber: Int32)
  /// The path of the session's runtime folder is too long for sockets.
  case runtimePathTooLong(path: String)
  /// Another user's program listens where Passfold should.
  case foreignListener(path: String)
  /// A system call failed on a path.
  case system(path: String, errorNumber: Int32)
  /// A result was not written whole to standard output.
  case outputLost(errorNumber: Int32)
  /// There is no terminal for the recovery kit, and no file was named.
  case nowhereForRecoveryKit
  /// The file for the recovery kit is there already.
  case fileExists(path: String)
  /// The vault made a recovery key, and its kit was not written: nobody has the key.
  case recoveryKitLost(path: String, errorNumber: Int32)
  /// The person did not type groups of the recovery key back.
  case recoveryKeyNotConfirmed
  /// Neither a place nor a QR code was named to join an account by.
  case missingPlace
  /// There is a vault in this folder, so this computer cannot take over that of another device.
  case vaultInTheWay(folder: String)
  /// Standard input was to carry a secret and was empty.
  case emptyInput
  /// Standard input carried more than a secret may be long, in bytes.
  case inputTooLong(limit: Int)
  /// This copy of Passfold lacks the program that browsers start.
  case browserHostMissing(folder: String)
  /// There is no home folder to register browsers in.
  case noHome
  /// No browser is where browsers usually are.
  case noBrowserFound
  /// The manifests of these browsers were not written, or not removed.
  case browsersLeft([String], isRemoval: Bool)
  /// This browser's sandbox lets it start no program outside.
  case browserShutIn(String)
  /// There is neither a Wayland nor an X11 session with a program that can reach its clipboard.
  case noClipboard
  /// The clipboard's program failed.
  case clipboardFailed(program: String)
  /// This terminal cannot carry the live list.
  case noFullScreen
  /// The broker does not let this program draw, with its code.
  case surfaceRefused(code: String)
  /// A program that this needs is missing.
  case programMissing(name: String)
  /// A program that this needs did not end in time or ended with a status that says nothing.
  case programFailed(name: String)
  /// There is nobody at a terminal to be asked.
  case nobodyToAsk(String)
  /// No QR code could be read, for the reason given.
  case qrNotRead(QRFault)
  /// No QR code could be read in one of several pictures.
  case pictureNotRead(file: String, QRFault)
  /// The terminal is too small for the QR code, which needs this many columns and rows.
  case terminalTooSmall(columns: Int, rows: Int)
  /// A link is of a kind that this command does not take.
  case notASetUpLink
  /// A file of this installation is missing.
  case fileMissing(path: String)
  /// The file for a picture is there already.
  case pictureExists(path: String)
  /// What was named as a file is a folder or a device.
  case notAFile(path: String)
  /// A file became shorter while it was read.
  case fileChanged(path: String)
  /// The file that was to be made is there already.
  case fileTaken(path: String)
  /// A check found this many things to be wrong.
  case damageFound(Int)
  /// No set-up waits for a confirmation.
  case nothingPending
  /// The person did not have GnuPG decrypt an entry of a password store, or it decrypts none.
  case storeNotOpened(entry: String)
  /// Nobody at a terminal can say yes to an import, and the command did not say it.
  case importNeedsWord
  /// One provider did not hand over to another, for the reason given.
  case exchangeFailed(ExchangeFault)
  /// A credential must be named.
  case missingQuery
  /// Nothing was said that is to change.
  case nothingToChange
  /// An option's value cannot be used.
  case badValue(option: String)
  /// The file's name says neither PNG nor SVG.
  case unknownPictureKind(path: String)
  /// The broker hung up or answered something else.
  case brokerHungUp
  /// No installed provider, or more than one, has this name.
  case providerUnknown(name: String)
  /// The person's decisions about providers could not be kept; true when the file that holds them cannot be read.
  case settingsNotSaved(unreadable: Bool)
  /// No connected browser has this name or identifier.
  case browserUnknown(name: String)
  /// The list of connected browsers could not be kept.
  case browsersNotSaved
  /// The list of connected browsers cannot be read.
  case browsersUnreadable
  /// New passkeys were to be made by a provider that makes none or is off.
  case makesNoPasskeys
  /// The person did not agree to what a provider reaches.
  case accessNotAgreed(provider: String)
  /// What a provider reaches became another thing while the person was asked.
  case accessChanged
  /// A site's time could not be had, for the reason given.
  case siteTimeUnknown(SiteTimeFault)
  /// The clock is right as far as could be measured, or nothing measured it.
  case nothingToCompensate

  /// Why no QR code was read.
  package enum QRFault: Hashable, Sendable {
    case noneFound
    case partsMissing
    case severalFound
    case fileMissing
    case fileUnreadable
    case tooLarge
    case notAnImage
    case damaged
    case noClipboard
    case clipboardToolMissing
    case clipboardHoldsNoPicture
    case noScreen
    case screenRefused
    case timedOut

    /// Reads the code that `passfold-qr` reports; nil for one that says nothing to a person.
    package init?(reported code: String) {
      switch code {
      case "nothingFound": self = .noneFound
      case "partsMissing": self = .partsMissing
      case "fileMissing": self = .fileMissing
      case "fileUnreadable", "notAFile": self = .fileUnreadable
      case "fileTooLarge", "pictureTooLarge": self = .tooLarge
      case "formatUnknown", "empty": self = .notAnImage
      case "pictureDamaged", "decoderStopped": self = .damaged
      case "noClipboard": self = .noClipboard
      case "clipboardToolMissing": self = .clipboardToolMissing
      case "clipboardHoldsNoPicture": self = .clipboardHoldsNoPicture
      case "noScreen": self = .noScreen
      case "screenRefused": self = .screenRefused
      case "inputTimedOut", "clipboardTimedOut", "screenTimedOut": self = .timedOut
      default: return nil
      }
    }
  }

  /// Why credentials were not handed over.
  package enum ExchangeFault: Hashable, Sendable {
    /// The provider of this name is off.
    case disabled(String)
    /// Both providers are one.
    case itself
    /// There is nowhere to ask the person.
    case unseen
    /// Another exchange is under way.
    case busy
    /// Nobody takes it.
    case nobody
    /// One of the two takes no part in exchanges.
    case notDeclared
    /// The provider of this name stopped, or could not.
    case stopped(String)
    /// The one that hands over did.
    case exporterStopped(String)
  }

  /// Why a site's time is unknown.
  package enum SiteTimeFault: Hashable, Sendable {
    case notHTTPS
    case notReached
    case certificate
    case cached
    case noDate
    case slow
  }
}
