// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import VaultProtocol

/// What is said where the other side cannot be reached or refuses: it is tried again by itself, and everything here goes on.
struct SyncProblemWords {
  /// What is the matter, without a full stop.
  let what: String
  /// What was not lost, and what to do.
  let next: String

  init(problem: String?, detail: String?) {
    let again = "Everything works here meanwhile, and it is tried again by itself."
    switch (problem, detail) {
    case (_, "no-connection"): (what, next) = ("the server cannot be reached", again)
    case (_, "name-not-found"): (what, next) = ("the server's name leads nowhere", again + " See whether you are online.")
    case (_, "untrusted-certificate"):
      (what, next) = (
        "somebody else answers in the server's place: its certificate is not trusted",
        again + " In a hotel, train or café, sign in to the network in your browser first."
      )
    case (_, "not-a-server"):
      (what, next) = (
        "what answers there is no sync server", again + " A network's sign-in page does that, too: open a page in your browser."
      )
    case (_, "proxy-failed"): (what, next) = ("the proxy does not let it through", again + " See the proxy settings of your session.")
    case (_, "timed-out"): (what, next) = ("the server did not answer in time", again)
    case (_, "no-carrier"): (what, next) = ("Passfold's own carrier does not run", again + " Install Passfold again if this stays.")
    case (_, "folder-unreadable"): (what, next) = ("the folder is not there or may not be read", again + " Is the stick plugged in?")
    case (_, "folder-unwritable"): (what, next) = ("the folder cannot be written to", again + " Is its disk full?")
    case ("loginRefused", _):
      (what, next) = (
        "the server does not let this device in",
        "It does not know your account, or this device was removed on another one. Everything stays here: passfold devices list on another device tells which."
      )
    case ("quotaExceeded", _):
      (what, next) = ("your account takes as much at the server as it may", "Everything stays here. Ask who runs the server for more room.")
    case ("accountClosed", _): (what, next) = ("your account was closed at the server", "Everything stays here: passfold sync stop")
    case ("programTooOld", _):
      (what, next) = ("another device uses a newer Passfold", "Everything stays as it is. Update Passfold on this computer.")
    case ("rateLimited", _): (what, next) = ("the server wants fewer requests", again)
    case ("vault", _):
      (what, next) = ("the vault could not store what came", "Nothing was lost. See whether the disk is full; it is tried again by itself.")
    case (_, "not_invited"):
      (what, next) = (
        "the server takes new accounts by invite alone",
        "Ask who runs it for one, then: passfold sync use PLACE --invite INVITE"
      )
    case (_, let detail?): (what, next) = ("the server refused (\(Presenter.printable(detail)))", again)
    case (let problem, nil): (what, next) = ("it failed (\(Presenter.printable(problem ?? "unknown")))", again)
    }
  }
}

/// What is said where something was served that no honest server serves: what happened, what was not lost, what to do.
struct SyncAlarmWords {
  /// What happened, without a full stop.
  let what: String
  /// What was not lost.
  let kept = "Nothing is sent or taken until you decide. Your vault here is whole and works as always."
  /// What to do.
  let next: String

  init(_ status: VaultAnswer.SyncStatus) {
    let compare = "On two of your devices run passfold devices compare. If the words differ, do not trust this server or folder any more."
    let device = status.device.map(Presenter.printable) ?? "a device"
    switch status.problem {
    case "forked", "logForked", "revisionConflict", "numberMismatch", "checkpointMissing":
      what = "your devices were shown two different histories"
      next = compare + " To go on with what is served here: passfold sync resume"
    case "rolledBack", "logRolledBack", "revisionNotNewer":
      what = "the server or folder went back to an earlier state"
      next =
        "Whoever runs it may have put back a backup: let them bring the newer state back. Then: passfold sync resume. Your changes here are all kept."
    case "recordMissing", "bodyMissing", "rootMismatch":
      what = "something that belongs to your account is withheld or lost there"
      next = "Let whoever runs it look for it, then: passfold sync resume. " + compare
    case "authorNotMember", "signatureInvalid":
      what = "a change was served that none of your devices has made (\(device))"
      next = "Somebody tries to write into your account. Do not trust this server or folder any more. " + compare
    case "ownKeyUsedElsewhere":
      what = "a copy of this very device writes into your account"
      next =
        "A restored disk image or a stolen copy of your files does that. Remove this device on another one (passfold devices remove), and join again."
    case "removed":
      what = "this device was removed from your account by \(device)"
      next =
        "If you did not do that, remove the device that did it on a third one. Else: passfold sync stop keeps this vault as one of its own."
    case "epochKeyInvalid", "logInvalid", "logOlderThanParent", "epochMismatch", "sequenceNotRising":
      what = "the list of your devices that is served does not hold"
      next = "Somebody has changed it. Do not trust this server or folder any more. " + compare
    case "formatBelowFloor":
      what = "a change was served in a form that your devices have given up"
      next = "Update Passfold on \(device), then: passfold sync resume"
    case "bodyMismatch", "bodyUnreadable", "malformed", "itemsMismatch", "otherAccount":
      what = "what was served was altered on the way"
      next = "Let whoever runs it look for damage, then: passfold sync resume. " + compare
    default:
      what = "what was served is not what your devices have written (\(Presenter.printable(status.problem ?? "unknown")))"
      next = compare
    }
  }
}
