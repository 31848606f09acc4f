// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// What is said where the other side cannot be reached or refuses: what can be tried again is, and everything here goes on.
package struct SyncProblemWords: Sendable {
  /// What is the matter, without a full stop.
  package let what: String
  /// What the person can do about it, in sentences; nil where there is nothing.
  package let advice: String?
  /// The ways to do it.
  package let ways: [SyncWay]
  /// Whether it is tried again by itself.
  private let isTriedAgain: Bool

  /// What was not lost, and what to do.
  package var next: String { [isTriedAgain ? Self.again : nil, advice].compactMap(\.self).joined(separator: " ") }

  /// Finds the words.
  /// - Parameters:
  ///   - problem: The vault's code.
  ///   - detail: The carrier's or the server's own code.
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
        minutes, one: "the server wants to be asked again in \(minutes) minute",
        other: "the server wants to be asked again in \(minutes) minutes"))
  }

  private init(_ what: String, _ advice: String? = nil, again isTriedAgain: Bool = true, ways: [SyncWay] = []) {
    (self.what, self.advice, self.isTriedAgain, self.ways) = (what, advice, isTriedAgain, ways)
  }

  private static let again = translated("Everything works here meanwhile, and it is tried again by itself.")

  /// No answer came.
  private static func carrying(_ detail: String?) -> Self? {
    switch detail {
    case "no-connection": Self(translated("the server cannot be reached"))
    case "name-not-found": Self(translated("the server's name leads nowhere"), translated("See whether you are online."))
    case "timed-out": Self(translated("the server did not answer in time"))
    case "proxy-failed":
      Self(translated("the proxy does not let it through"), translated("See the proxy settings of your session."))
    case "no-carrier": Self(translated("Passfold's own carrier does not run"), translated("Install Passfold again if this stays."))
    case "other": Self(translated("what was sent did not arrive"))
    case "untrusted-certificate":
      Self(
        translated("somebody else answers in the server's place: its certificate is not trusted"),
        translated(
          "In a hotel, train or café, sign in to the network in your browser first. If it stays the same at home, somebody stands between you and your server, or its certificate has run out: ask who runs it."
        ))
    case "not-a-server":
      Self(
        translated("what answers there is no sync server"),
        translated("A network's sign-in page does that, too: open a page in your browser."))
    case "too-long": Self(translated("what answers there says more than a sync server may"))
    case "server-fault":
      Self(translated("the server has a fault, or a web server before it"), translated("If that stays, tell who runs it."))
    case "folder-missing":
      Self(
        translated("there is no such folder on this computer"),
        translated("Is the stick plugged in, and the name spelled right? A new folder is made before it is named."))
    case "folder-is-file": Self(translated("that is a file and no folder"), translated("Name the folder that it is in, or another one."))
    case "folder-unreadable": Self(translated("the folder may not be read"), translated("See whom it belongs to."))
    case "folder-unwritable": Self(translated("the folder cannot be written to"), translated("Is its disk full?"))
    default: nil
    }
  }

  /// An answer came, and it was none that helps.
  private static func refusal(_ problem: String?, _ detail: String?) -> Self {
    switch (problem, detail) {
    case (_, "not_invited"):
      Self(
        translated("the server takes new accounts by invite alone"), translated("Ask who runs it for one, and begin with that."),
        again: false, ways: [.beginInvited])
    case ("loginRefused", _):
      Self(
        translated("the server does not let this device in"),
        translated(
          "It does not know your account, or this device was removed on another one. Everything stays here: the list of devices on another device tells which."
        ) + " " + translated("If what the server had is lost, begin at the same place again: your account comes back from here."),
        again: false, ways: [.bringForward])
    case ("recoveryRefused", _):
      Self(
        translated("no account of that number lets this recovery key in there"),
        translated("Compare place and number with your newest recovery kit: a key that was used or replaced opens nothing any more."),
        again: false)
    case (_, "folder_empty"):
      Self(
        translated("nothing of your account is in the folder"),
        translated(
          "Is the stick plugged in, and has whatever carries the folder brought it all? If it was emptied for good, begin at the same place again: your account comes back from here."
        ), ways: [.bringForward])
    case ("noRoom", _):
      Self(
        translated("the disk of this computer has too little room for what comes"),
        translated("Make room; until then your entries go on alone."))
    case (_, "not_ready"): Self(translated("your account is still being brought to this place by one of your devices"))
    case (_, "no_moving"):
      Self(
        translated("the server is too old to take over an account from elsewhere"),
        translated("Ask who runs it to update it."), again: false)
    case (_, "no_files"):
      Self(
        translated("what answers there knows nothing of files"),
        translated("Entries are synchronised all the same. Ask who runs the server to update it."), again: false)
    case ("quotaExceeded", _):
      Self(
        translated("your account takes as much at the server as it may"),
        translated("Everything stays here. Ask who runs the server for more room."), again: false)
    case ("accountClosed", _):
      Self(
        translated("your account was taken elsewhere from there, or closed"),
        translated("Everything stays here. Where another of your devices goes now, this one follows once you name that place."),
        again: false, ways: [.goOver])
    case ("programTooOld", _):
      Self(
        translated("another device uses a newer Passfold"), translated("Everything stays as it is. Update Passfold on this computer."),
        again: false)
    case (_, "unsupported_version"):
      Self(
        translated("the server is older than this Passfold and does not know of this"),
        translated("Ask who runs it to update it."), again: false)
    case ("rateLimited", _): Self(translated("the server wants fewer requests"))
    case ("overtaken", _): Self(translated("other devices changed the account again and again meanwhile"))
    case ("vault", _):
      Self(
        translated("the vault could not store what came"),
        translated("Nothing was lost. See whether the disk is full; it is tried again by itself."), again: false)
    case (_, "unavailable"): Self(translated("the server's own database is away"))
    case ("answerMalformed", _):
      Self(translated("what the server answers makes no sense"), translated("Is it the right one, and up to date?"))
    case ("unreachable", _): Self(translated("the server cannot be reached"))
    default: Self(translated("the server refused what was sent"), translated("See whether it and this Passfold are up to date."))
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
  /// The ways to do it.
  package let ways: [SyncWay]

  /// Finds the words for the alarm that a status tells.
  package init(_ status: VaultAnswer.SyncStatus) {
    let compare = translated("Compare two of your devices. If their words differ, do not trust this server or folder any more.")
    let device = status.device.map(PrintableText.of) ?? translated("a device")
    switch status.problem {
    case "forked", "logForked", "revisionConflict", "numberMismatch":
      what = translated("your devices were shown two different histories")
      next =
        compare + " "
        + translated(
          "If you know of a mistake of your own server's, end it there, then stop synchronising here and begin again at the same place: what both have is merged, and nothing is lost."
        )
      ways = [.compare, .beginAnew]
    case "rolledBack", "logRolledBack", "revisionNotNewer":
      what = translated("the server or folder went back to an earlier state")
      next =
        translated(
          "Whoever runs it may have put back a backup: let them bring the newer state back, then go on. Where that is lost for good, begin at the same place again, on the device that was in step last. Your changes here are all kept."
        )
      ways = [.goOn, .bringForward]
    case "recordMissing", "bodyMissing", "rootMismatch", "forgottenTooEarly":
      what = translated("something that belongs to your account is withheld or lost there")
      next =
        translated("Let whoever runs it look for it, or see whether the whole folder was carried, then go on.") + " " + compare
      ways = [.goOn, .compare]
    case "authorNotMember", "signatureInvalid":
      what = translated("a change was served that none of your devices has made (\(device))")
      next = translated("Somebody tries to write into your account. Do not trust this server or folder any more.") + " " + compare
      ways = [.compare]
    case "epochKeyInvalid", "logInvalid", "logOlderThanParent", "epochMismatch", "sequenceNotRising":
      what = translated("the list of your devices that is served does not hold")
      next = translated("Somebody has changed it. Do not trust this server or folder any more.") + " " + compare
      ways = [.compare]
    case "ownKeyUsedElsewhere":
      what = translated("a copy of this very device writes into your account")
      next =
        translated(
          "A restored disk image or a stolen copy of your files does that. Remove this device on another one, move this vault's folder away, and join as a new device. If it was no copy of your own, change the passwords that are listed when you remove it."
        )
      ways = [.remove]
    case "removed":
      what = translated("this device was removed from your account by \(device)")
      next =
        translated(
          "If you did not do that, remove the device that did it on a third one. Else stop synchronising, which keeps this vault as one of its own."
        )
      ways = [.stop]
    case "accountClosed":
      what = translated("a change was served that comes after the end of your account")
      next =
        translated(
          "One of your devices has closed the account, or taken it elsewhere. Name the place where your devices meet now, or stop synchronising, which keeps this vault as one of its own."
        )
      ways = [.goOver, .stop]
    case "formatBelowFloor":
      what = translated("a change was served in a form that your devices have given up")
      next = translated("Update Passfold on \(device), then go on.")
      ways = [.goOn]
    default:
      // bodyMismatch, bodyUnreadable, malformed, itemsMismatch, otherAccount, and what a newer vault may find.
      what = translated("what was served is not what your devices have written")
      next = translated("Let whoever runs it look for damage, then go on.") + " " + compare
      ways = [.goOn, .compare]
    }
  }
}
