// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// The reason why a command failed. Contains only data; the presenter has the wording.
package enum CommandFailure: Error, Hashable, Sendable {
  /// The vault reported a failure.
  case vault(VaultFailure)
  /// The vault closed the connection during a request.
  case hungUp
  /// The vault hung up while this computer joined an account.
  case joiningBroken
  /// This installation lacks the broker's program, which was expected next to the given folder.
  case brokerMissing(folder: String)
  /// The broker was started, but nothing answers at the socket; the broker's log may say why.
  case brokerSilent(log: String)
  /// The broker runs, but the vault does not answer at its socket.
  case vaultSilent(log: String)
  /// The vault runs, but does not answer.
  case vaultStalled
  /// The broker runs, but does not answer.
  case brokerStalled
  /// The vault does not run, because the user turned off Passfold's own provider.
  case vaultTurnedOff
  /// The session's runtime folder belongs to another user, or others can replace it.
  case unsafeFolder(path: String)
  /// The session's runtime folder or its parent belongs to the user but is open to others.
  case openFolder(path: String)
  /// The session's runtime folder cannot be created or inspected.
  case noRuntimeFolder(path: String, errorNumber: Int32)
  /// The path of the session's runtime folder is too long for sockets.
  case runtimePathTooLong(path: String)
  /// Another user's program listens where Passfold should.
  case foreignListener(path: String)
  /// A system call failed on a path.
  case system(path: String, errorNumber: Int32)
  /// A result could not be written completely to standard output.
  case outputLost(errorNumber: Int32)
  /// There is no terminal for the recovery kit, and no file was specified.
  case nowhereForRecoveryKit
  /// The file for the recovery kit already exists.
  case fileExists(path: String)
  /// The vault created a recovery key, but its kit could not be written: nobody has the key.
  case recoveryKitLost(path: String, errorNumber: Int32)
  /// The user did not type groups of the recovery key to confirm it.
  case recoveryKeyNotConfirmed
  /// Neither a place nor a QR code was given for joining an account.
  case missingPlace
  /// This folder already contains a vault, so this computer cannot take over another device's.
  case vaultInTheWay(folder: String)
  /// Standard input should have contained a secret but was empty.
  case emptyInput
  /// Standard input contained more bytes than a secret may have.
  case inputTooLong(limit: Int)
  /// This installation lacks the program that browsers start.
  case browserHostMissing(folder: String)
  /// There is no home folder to register browsers in.
  case noHome
  /// No browser was found in the usual places.
  case noBrowserFound
  /// The manifests of these browsers could not be written or removed.
  case browsersLeft([String], isRemoval: Bool)
  /// This browser's sandbox does not let it start programs outside.
  case browserShutIn(String)
  /// There is neither a Wayland nor an X11 session with a program that can access its clipboard.
  case noClipboard
  /// The clipboard's program failed.
  case clipboardFailed(program: String)
  /// This terminal does not support the live list.
  case noFullScreen
  /// The broker does not let this program draw; contains its code.
  case surfaceRefused(code: String)
  /// A required program is missing.
  case programMissing(name: String)
  /// A required program did not exit in time, or exited with a status that has no meaning here.
  case programFailed(name: String)
  /// There is no terminal to ask the user on.
  case nobodyToAsk(String)
  /// No QR code could be read, for the reason given.
  case qrNotRead(QRFault)
  /// No QR code could be read from one of several pictures.
  case pictureNotRead(file: String, QRFault)
  /// The terminal is too small for the QR code, which needs this many columns and rows.
  case terminalTooSmall(columns: Int, rows: Int)
  /// The link is of a kind that this command does not accept.
  case notASetUpLink
  /// A file of this installation is missing.
  case fileMissing(path: String)
  /// The path given as a file is a folder or a device.
  case notAFile(path: String)
  /// A file became shorter while it was being read.
  case fileChanged(path: String)
  /// The file to create already exists.
  case fileTaken(path: String)
  /// A check found this number of problems.
  case damageFound(Int)
  /// No set-up is waiting for confirmation.
  case nothingPending
  /// GnuPG did not decrypt an entry of a password store, because the user declined or it cannot.
  case storeNotOpened(entry: String)
  /// There is no terminal to confirm an import on, and the command line did not confirm it.
  case importNeedsWord
  /// One provider did not hand over its credentials to another, for the reason given.
  case exchangeFailed(ExchangeFault)
  /// No credential was specified.
  case missingQuery
  /// No change was specified.
  case nothingToChange
  /// An option's value is not valid.
  case badValue(option: String)
  /// The file's name ends with neither .png nor .svg.
  case unknownPictureKind(path: String)
  /// The broker closed the connection or gave an unexpected answer.
  case brokerHungUp
  /// No installed provider, or more than one, has this name.
  case providerUnknown(name: String)
  /// The user's decisions about providers could not be saved; true if the file that holds them cannot be read.
  case settingsNotSaved(unreadable: Bool)
  /// No connected browser has this name or identifier.
  case browserUnknown(name: String)
  /// The list of connected browsers could not be saved.
  case browsersNotSaved
  /// The list of connected browsers cannot be read.
  case browsersUnreadable
  /// The chosen provider cannot create passkeys or is off.
  case makesNoPasskeys
  /// The user did not agree to the access that a provider wants.
  case accessNotAgreed(provider: String)
  /// The access that a provider wants changed while the user was being asked.
  case accessChanged
  /// A site's time could not be obtained, for the reason given.
  case siteTimeUnknown(SiteTimeFault)
  /// As far as could be measured, the clock is right, or nothing could measure it.
  case nothingToCompensate

  /// The reason why no QR code was read.
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

    /// Creates the reason from the code that `passfold-qr` reports; nil for a code with no meaning to the user.
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

  /// The reason why credentials were not handed over.
  package enum ExchangeFault: Hashable, Sendable {
    /// The provider with this name is off.
    case disabled(String)
    /// Both providers are the same.
    case itself
    /// There is no surface to ask the user on.
    case unseen
    /// Another exchange is in progress.
    case busy
    /// No provider accepts the credentials.
    case nobody
    /// One of the two providers does not support exchanges.
    case notDeclared
    /// The provider with this name stopped or failed.
    case stopped(String)
    /// The exporting provider stopped or failed.
    case exporterStopped(String)
  }

  /// The reason why a site's time is unknown.
  package enum SiteTimeFault: Hashable, Sendable {
    case notHTTPS
    case notReached
    case certificate
    case cached
    case noDate
    case slow
  }
}
