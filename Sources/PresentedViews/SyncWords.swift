// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words for a sync place that cannot be reached or refuses: Passfold retries where that helps, and everything here keeps working.
package struct SyncProblemWords: Sendable {
  /// The problem, without a full stop.
  package let what: String
  /// The advice to the user, in sentences; nil if there is none.
  package let advice: String?
  /// The options for the user.
  package let ways: [SyncAction]
  /// Whether Passfold tries again automatically.
  private let isTriedAgain: Bool

  /// What was not lost, and what to do.
  package var next: String { [isTriedAgain ? Self.again : nil, advice].compactMap(\.self).joined(separator: " ") }

  /// Finds the words.
  /// - Parameters:
  ///   - problem: The vault's code.
  ///   - detail: The code of the sync process or of the server.
  ///   - wait: For how many seconds the other side wants to be left alone, where it said so.
  package init(problem: String?, detail: String?, wait: Double? = nil) {
    self = Self.carrying(detail) ?? Self.wait(problem, wait) ?? Self.refusal(problem, detail)
  }

  /// Finds the words for what a status tells.
  package init(_ status: VaultAnswer.SyncStatus) { self.init(problem: status.problem, detail: status.detail, wait: status.retryAfter) }

  /// Finds the words for why a call failed.
  package init(_ failure: VaultFailure) { self.init(problem: failure.detail, detail: failure.detail, wait: failure.retryAfter) }

  private static func wait(_ problem: String?, _ seconds: Double?) -> Self? {
    guard problem == "rateLimited", let seconds, seconds >= 60, seconds < 1e9 else { return nil }
    let minutes = Int((seconds / 60).rounded(.up))
    return Self(
      translated(
        minutes, one: "the server accepts the next request in \(minutes) minute",
        other: "the server accepts the next request in \(minutes) minutes"))
  }

  private init(_ what: String, _ advice: String? = nil, again isTriedAgain: Bool = true, ways: [SyncAction] = []) {
    (self.what, self.advice, self.isTriedAgain, self.ways) = (what, advice, isTriedAgain, ways)
  }

  private static let again = translated("Everything keeps working here, and Passfold tries again automatically.")

  /// The words for a request without an answer.
  private static func carrying(_ detail: String?) -> Self? {
    switch detail {
    case "no-connection": Self(translated("the server cannot be reached"))
    case "name-not-found": Self(translated("the server's name could not be found"), translated("Check whether you are online."))
    case "timed-out": Self(translated("the server did not answer in time"))
    case "proxy-failed":
      Self(translated("the proxy blocked the connection"), translated("Check the proxy settings of your session."))
    case "no-carrier":
      Self(translated("Passfold's sync process is not running"), translated("If this does not change, reinstall Passfold."))
    case "other": Self(translated("the transfer failed"))
    case "untrusted-certificate":
      Self(
        translated("something else answers in place of the server: its certificate is not trusted"),
        translated(
          "In a hotel, train or café, sign in to the network in your browser first. If it also happens at home, someone is intercepting the connection to your server, or its certificate has expired: ask its operator."
        ))
    case "not-a-server":
      Self(
        translated("the address does not belong to a sync server"),
        translated("The sign-in page of a network can cause this, too: open a page in your browser."))
    case "too-long": Self(translated("the server sent more data than the protocol allows"))
    case "server-fault":
      Self(
        translated("the server has a fault, or the web server in front of it does"),
        translated("If this does not change, tell the server's operator."))
    case "folder-missing":
      Self(
        translated("there is no such folder on this computer"),
        translated("Is the stick plugged in, and is the name spelled correctly? Create a new folder before you enter it."))
    case "folder-is-file":
      Self(translated("that is a file, not a folder"), translated("Enter the folder that contains it, or another one."))
    case "folder-unreadable": Self(translated("the folder is not readable"), translated("Check who owns it."))
    case "folder-unwritable": Self(translated("the folder cannot be written to"), translated("Is the disk full?"))
    default: nil
    }
  }

  /// The words for an answer that reports a failure.
  private static func refusal(_ problem: String?, _ detail: String?) -> Self {
    switch (problem, detail) {
    case (_, "not_invited"):
      Self(
        translated("the server requires an invite for new accounts"),
        translated("Ask the server's operator for an invite and start with that."),
        again: false, ways: [.beginInvited])
    case ("loginRefused", _):
      Self(
        translated("the server refuses to sign this device in"),
        translated(
          "It does not know your account, or another device removed this one. Everything stays here. Check the device list on another device."
        ) + " " + translated("If the server's data is lost, start again at the same place: your account is restored from here."),
        again: false, ways: [.bringForward])
    case ("recoveryRefused", _):
      Self(
        translated("no account with that number accepts this recovery key there"),
        translated("Compare the place and the number with your newest recovery kit: a key that was used or replaced no longer works."),
        again: false)
    case (_, "folder_empty"):
      Self(
        translated("the folder contains nothing of your account"),
        translated(
          "Is the stick plugged in, and has the whole folder been transferred? If the folder was emptied permanently, start again at the same place: your account is restored from here."
        ), ways: [.bringForward])
    case ("noRoom", _):
      Self(
        translated("the disk of this computer has too little space for the new data"),
        translated("Free some space; until then only your entries are synchronised."))
    case (_, "not_ready"): Self(translated("one of your devices is still moving your account to this place"))
    case (_, "no_moving"):
      Self(
        translated("the server is too old to take over an account from another place"),
        translated("Ask the server's operator to update it."), again: false)
    case (_, "no_files"):
      Self(
        translated("the server does not support files"),
        translated("Entries are still synchronised. Ask the server's operator to update it."), again: false)
    case ("quotaExceeded", _):
      Self(
        translated("your account uses all the storage that the server allows it"),
        translated("Everything stays here. Ask the server's operator for more storage."), again: false)
    case ("accountClosed", _):
      Self(
        translated("your account was moved away from there, or closed"),
        translated("Everything stays here. If another of your devices uses a new place, enter that place and this one follows."),
        again: false, ways: [.goOver])
    case ("programTooOld", _):
      Self(
        translated("another device uses a newer version of Passfold"),
        translated("Everything stays as it is. Update Passfold on this computer."),
        again: false)
    case (_, "unsupported_version"):
      Self(
        translated("the server is older than this Passfold and does not support this"),
        translated("Ask the server's operator to update it."), again: false)
    case ("rateLimited", _): Self(translated("the server received too many requests"))
    case ("overtaken", _): Self(translated("other devices kept changing the account at the same time"))
    case ("vault", _):
      Self(
        translated("the vault could not store what it received"),
        translated("Nothing was lost. Check whether the disk is full; Passfold tries again automatically."), again: false)
    case (_, "unavailable"): Self(translated("the server cannot reach its database"))
    case ("answerMalformed", _):
      Self(translated("the server's answer makes no sense"), translated("Is it the right server, and is it up to date?"))
    case ("unreachable", _): Self(translated("the server cannot be reached"))
    default: Self(translated("the server refused what was sent"), translated("Check whether the server and this Passfold are up to date."))
    }
  }
}

/// The words for data that no honest server sends: what happened, what was not lost, what to do.
package struct SyncAlarmWords: Sendable {
  /// What happened, without a full stop.
  package let what: String
  /// What was not lost.
  package let kept = translated("Nothing is sent or received until you decide. Your vault here is complete and works as usual.")
  /// What to do.
  package let next: String
  /// The options for the user.
  package let ways: [SyncAction]

  /// Finds the words for the alarm in a status.
  package init(_ status: VaultAnswer.SyncStatus) {
    let compare = translated("Compare two of your devices. If their words differ, stop trusting this server or folder.")
    let device = status.device.map(PrintableText.of) ?? translated("a device")
    switch status.problem {
    case "forked", "logForked", "revisionConflict", "numberMismatch":
      what = translated("your devices were shown two different histories")
      next =
        compare + " "
        + translated(
          "If you know that your own server made a mistake, correct it there. Then stop synchronising here and start again at the same place: the changes from both sides are merged, and nothing is lost."
        )
      ways = [.compare, .beginAnew]
    case "rolledBack", "logRolledBack", "revisionNotNewer":
      what = translated("the server or folder went back to an earlier state")
      next =
        translated(
          "The server or folder may have been restored from a backup: bring back the newer state, then resume. If that state is lost permanently, start again at the same place, on the device that was last in sync. All your changes here are kept."
        )
      ways = [.goOn, .bringForward]
    case "recordMissing", "bodyMissing", "rootMismatch", "forgottenTooEarly":
      what = translated("the server or folder withheld or lost data of your account")
      next =
        translated("Ask its operator to look for it, or check whether the whole folder was transferred, then resume.") + " " + compare
      ways = [.goOn, .compare]
    case "authorNotMember", "signatureInvalid":
      what = translated("the server or folder sent a change that none of your devices made (\(device))")
      next = translated("Someone is trying to write to your account. Stop trusting this server or folder.") + " " + compare
      ways = [.compare]
    case "epochKeyInvalid", "logInvalid", "logOlderThanParent", "epochMismatch", "sequenceNotRising":
      what = translated("the server sent a device list that does not verify")
      next = translated("Someone has changed it. Stop trusting this server or folder.") + " " + compare
      ways = [.compare]
    case "ownKeyUsedElsewhere":
      what = translated("a copy of this device is writing to your account")
      next =
        translated(
          "This happens after restoring a disk image, or with a stolen copy of your files. Remove this device on another one, move this vault's folder away, and join as a new device. If you did not make the copy, change the passwords listed when you remove the device."
        )
      ways = [.remove]
    case "removed":
      what = translated("\(device) removed this device from your account")
      next =
        translated(
          "If you did not do that, use a third device to remove the one that did. Otherwise stop synchronising; this vault then stays on its own."
        )
      ways = [.stop]
    case "accountClosed":
      what = translated("the server or folder sent a change dated after the end of your account")
      next =
        translated(
          "One of your devices closed the account or moved it. Enter the place where your devices synchronise now, or stop synchronising; this vault then stays on its own."
        )
      ways = [.goOver, .stop]
    case "formatBelowFloor":
      what = translated("the server or folder sent a change in a format that your devices no longer use")
      next = translated("Update Passfold on \(device), then resume.")
      ways = [.goOn]
    default:
      // bodyMismatch, bodyUnreadable, malformed, itemsMismatch, otherAccount, and codes of newer vaults.
      what = translated("the server or folder sent data that your devices did not write")
      next = translated("Ask its operator to look for damage, then resume.") + " " + compare
      ways = [.goOn, .compare]
    }
  }
}
