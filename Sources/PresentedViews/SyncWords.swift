// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// What is said where the other side cannot be reached or refuses: what can be tried again is, and everything here goes on.
package struct SyncProblemWords: Sendable {
  /// What is the matter, without a full stop.
  package let what: String
  /// What was not lost, and what to do.
  package let next: String
  /// The section that says more.
  package let trouble: SyncTrouble

  /// Finds the words.
  /// - Parameters:
  ///   - problem: The vault's code.
  ///   - detail: The carrier's or the server's own code.
  package init(problem: String?, detail: String?) {
    (what, next, trouble) = Self.carrying(detail) ?? Self.refusal(problem, detail)
  }

  private typealias Words = (what: String, next: String, trouble: SyncTrouble)

  private static let again = translated("Everything works here meanwhile, and it is tried again by itself.")

  /// No answer came.
  private static func carrying(_ detail: String?) -> Words? {
    switch detail {
    case "no-connection": (translated("the server cannot be reached"), again, .serverAway)
    case "name-not-found":
      (translated("the server's name leads nowhere"), again + " " + translated("See whether you are online."), .serverAway)
    case "timed-out": (translated("the server did not answer in time"), again, .serverAway)
    case "proxy-failed":
      (translated("the proxy does not let it through"), again + " " + translated("See the proxy settings of your session."), .serverAway)
    case "no-carrier":
      (translated("Passfold's own carrier does not run"), again + " " + translated("Install Passfold again if this stays."), .serverAway)
    case "other": (translated("what was sent did not arrive"), again, .serverAway)
    case "untrusted-certificate":
      (
        translated("somebody else answers in the server's place: its certificate is not trusted"),
        again + " " + translated("In a hotel, train or café, sign in to the network in your browser first."), .loginPage
      )
    case "not-a-server":
      (
        translated("what answers there is no sync server"),
        again + " " + translated("A network's sign-in page does that, too: open a page in your browser."), .loginPage
      )
    case "too-long": (translated("what answers there says more than a sync server may"), again, .loginPage)
    case "folder-unreadable":
      (translated("the folder is not there or may not be read"), again + " " + translated("Is the stick plugged in?"), .serverAway)
    case "folder-unwritable": (translated("the folder cannot be written to"), again + " " + translated("Is its disk full?"), .fullDisk)
    default: nil
    }
  }

  /// An answer came, and it was none that helps.
  private static func refusal(_ problem: String?, _ detail: String?) -> Words {
    switch (problem, detail) {
    case (_, "not_invited"):
      (
        translated("the server takes new accounts by invite alone"),
        translated("Ask who runs it for one, then: passfold sync use PLACE --invite INVITE"), .refused
      )
    case ("loginRefused", _):
      (
        translated("the server does not let this device in"),
        translated(
          "It does not know your account, or this device was removed on another one. Everything stays here: passfold devices list on another device tells which."
        ), .removed
      )
    case (_, "not_ready"): (translated("your account is still being brought to this place by one of your devices"), again, .serverAway)
    case (_, "no_moving"):
      (
        translated("the server is too old to take over an account from elsewhere"),
        translated("Ask who runs it to update it; nothing was changed."), .refused
      )
    case (_, "no_files"):
      (
        translated("what answers there knows nothing of files"),
        translated("Entries are synchronised all the same. Ask who runs the server to update it."),
        .refused
      )
    case ("quotaExceeded", _):
      (
        translated("your account takes as much at the server as it may"),
        translated("Everything stays here. Ask who runs the server for more room."), .refused
      )
    case ("accountClosed", _):
      (
        translated("your account was taken elsewhere from there, or closed"),
        translated("Everything stays here. Where another of your devices goes now, this one follows: passfold sync use PLACE"),
        .accountClosed
      )
    case ("programTooOld", _):
      (
        translated("another device uses a newer Passfold"), translated("Everything stays as it is. Update Passfold on this computer."),
        .olderProgram
      )
    case (_, "unsupported_version"):
      (
        translated("the server is older than this Passfold and does not know of this"),
        translated("Ask who runs it to update it; nothing was changed."), .refused
      )
    case ("rateLimited", _): (translated("the server wants fewer requests"), again, .refused)
    case ("overtaken", _): (translated("other devices changed the account again and again meanwhile"), again, .refused)
    case ("vault", _):
      (
        translated("the vault could not store what came"),
        translated("Nothing was lost. See whether the disk is full; it is tried again by itself."), .fullDisk
      )
    case (_, "unavailable"): (translated("the server's own database is away"), again, .serverAway)
    case ("answerMalformed", _):
      (translated("what the server answers makes no sense"), again + " " + translated("Is it the right one, and up to date?"), .refused)
    case ("unreachable", _): (translated("the server cannot be reached"), again, .serverAway)
    default:
      (
        translated("the server refused what was sent"), again + " " + translated("See whether it and this Passfold are up to date."),
        .refused
      )
    }
  }
}

/// What is said where something was served that no honest server serves: what happened, what was not lost, what to do.
package struct SyncAlarmWords: Sendable {
  /// What happened, without a full stop.
  package let what: String
  /// What was not lost.
  package let kept = translated("Nothing is sent or taken until you decide. Your vault here is whole and works as always.")
  /// What to do.
  package let next: String
  /// The section that says more.
  package let trouble: SyncTrouble

  /// Finds the words for the alarm that a status tells.
  package init(_ status: VaultAnswer.SyncStatus) {
    let compare = translated(
      "On two of your devices run passfold devices compare. If the words differ, do not trust this server or folder any more.")
    let device = status.device.map(PrintableText.of) ?? translated("a device")
    switch status.problem {
    case "forked", "logForked", "revisionConflict", "numberMismatch":
      what = translated("your devices were shown two different histories")
      next = compare + " " + translated("What this device has can still meet what is served: the page below says how.")
      trouble = .twoHistories
    case "rolledBack", "logRolledBack", "revisionNotNewer":
      what = translated("the server or folder went back to an earlier state")
      next =
        translated(
          "Whoever runs it may have put back a backup: let them bring the newer state back, then: passfold sync resume. Where that is lost, the page below says what to do. Your changes here are all kept."
        )
      trouble = .earlierState
    case "recordMissing", "bodyMissing", "rootMismatch", "forgottenTooEarly":
      what = translated("something that belongs to your account is withheld or lost there")
      next = translated("Let whoever runs it look for it, then: passfold sync resume.") + " " + compare
      trouble = .withheld
    case "authorNotMember", "signatureInvalid":
      what = translated("a change was served that none of your devices has made (\(device))")
      next = translated("Somebody tries to write into your account. Do not trust this server or folder any more.") + " " + compare
      trouble = .unknownDevice
    case "epochKeyInvalid", "logInvalid", "logOlderThanParent", "epochMismatch", "sequenceNotRising":
      what = translated("the list of your devices that is served does not hold")
      next = translated("Somebody has changed it. Do not trust this server or folder any more.") + " " + compare
      trouble = .unknownDevice
    case "ownKeyUsedElsewhere":
      what = translated("a copy of this very device writes into your account")
      next =
        translated(
          "A restored disk image or a stolen copy of your files does that. Remove this device on another one (passfold devices remove), and join again."
        )
      trouble = .copiedDevice
    case "removed":
      what = translated("this device was removed from your account by \(device)")
      next =
        translated(
          "If you did not do that, remove the device that did it on a third one. Else: passfold sync stop keeps this vault as one of its own."
        )
      trouble = .removed
    case "accountClosed":
      what = translated("a change was served that comes after the end of your account")
      next = translated("One of your devices closed the account. passfold sync stop keeps this vault as one of its own.")
      trouble = .accountClosed
    case "formatBelowFloor":
      what = translated("a change was served in a form that your devices have given up")
      next = translated("Update Passfold on \(device), then: passfold sync resume")
      trouble = .olderProgram
    default:
      // bodyMismatch, bodyUnreadable, malformed, itemsMismatch, otherAccount, and what a newer vault may find.
      what = translated("what was served is not what your devices have written")
      next = translated("Let whoever runs it look for damage, then: passfold sync resume.") + " " + compare
      trouble = .altered
    }
  }
}
