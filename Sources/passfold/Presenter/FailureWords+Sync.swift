// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

extension FailureWords {
  /// Finds the words for a failure between devices; nil for other failures.
  init?(sync failure: VaultFailure) {
    let what = DeviceWords.failure(failure) ?? ""
    switch failure.code {
    case .alreadySynchronised:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("to switch to another place: passfold sync use PLACE; to stop synchronising: passfold sync stop"))
    case .otherAccountThere:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "to make this computer a device of that account: passfold export FILE, move the vault's folder away, passfold devices join FOLDER, then passfold import FILE. If it is another person's account, add --separate"
        ))
    case .placeForked:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "compare your devices: passfold devices compare. If you know that this place is the right one: passfold sync stop, then passfold sync use PLACE; the changes from both sides are merged"
        ), .syncStopped)
    case .deviceRemoved:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "to be part of it again: passfold export FILE, move the vault's folder away, passfold devices join, then passfold import FILE. To keep this vault on its own: passfold sync stop"
        ))
    case .formerPlaceAway where failure.detail == "login_refused":
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "check on another device: passfold devices. If this one was removed: passfold export FILE, move the vault's folder away, passfold devices join, then passfold import FILE. If the place has lost your account permanently, add --former-gone"
        ))
    case .formerPlaceAway:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "passfold sync status shows the state there. If another device has already switched, enter its place; if the old place is gone permanently, add --former-gone"
        ))
    case .movedByAnother:
      self.init(
        translated("\(what); nothing was lost"),
        hint: translated(
          "see the place on your other devices: passfold sync status. If it differs, run here: passfold sync stop, then passfold sync use THAT-PLACE; the changes from both sides are merged"
        ))
    case .accountIncomplete:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "passfold sync status shows what. Start on another device that has everything; this one then follows with the same command"))
    case .notSynchronised:
      self.init(what, hint: translated("to synchronise it with other devices: passfold sync use https://SERVER, or the path of a folder"))
    case .syncFailed:
      self.init(translated("\(what); everything in your vault is unchanged"), hint: translated("check the state: passfold sync status"))
    case .syncNotBegun:
      self.init(
        translated("\(what); nothing was started"),
        hint: SyncProblemWords(failure).advice ?? translated("run the same command again after that"))
    case .recoveryUnfinished:
      self.init(
        translated("\(what). Nothing is lost"),
        hint: translated("run the same command again on this computer: it continues where it stopped, with the same key"))
    case .recoveryKeyInDoubt:
      self.init(
        translated("\(what). Your vault is on this computer and opens with its passphrase"),
        hint: translated("create another key as soon as passfold sync status shows that synchronisation continues: passfold recovery-key"))
    case .syncStopped:
      self.init(
        translated("\(what); your vault here works as usual"),
        hint: translated("passfold sync status shows what happened and what to do"), .syncStopped)
    case .noSuchDevice:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("list them: passfold devices list; if two have the same name, use the beginning of the number"), .notFound)
    case .badDeviceName:
      self.init(translated("\(what); nothing was changed"), hint: "passfold devices rename [DEVICE] NAME", .usage)
    case .deviceNameTaken:
      self.init(translated("\(what); nothing was changed"), hint: "passfold devices list")
    case .ownDevice:
      self.init(
        translated("a device cannot remove itself; nothing was changed"),
        hint: translated("remove it on another device, or keep the vault on this computer only: passfold sync stop"))
    case .enrolmentFailed: self = Self.enrolment(failure.detail)
    case .nothingUnderWay:
      self.init(
        translated("nothing is waiting to be finished; nothing was changed"),
        hint: translated("start again: passfold devices add, or passfold devices join"))
    case .recoveredElsewhere:
      let waiting = failure.detail.flatMap { Int($0) } ?? 0
      self.init(
        waiting == 0
          ? translated("your vault is synchronised, so the recovery key has to be used where it synchronises; nothing was changed")
          : translated(
            waiting,
            one:
              "your vault is synchronised, so the recovery key has to be used where it synchronises; nothing was changed, and \(waiting) change is on this computer only",
            other:
              "your vault is synchronised, so the recovery key has to be used where it synchronises; nothing was changed, and \(waiting) changes are on this computer only"
          ),
        hint:
          translated(
            "move the vault's folder away, which passfold status names, then run: passfold devices recover PLACE --account NUMBER; the number is in your recovery kit. If you can open another of your devices, run passfold devices add there and passfold devices join here instead"
          ))
    case .badPlace:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("for example https://sync.example, or /home/you/Sync/passfold"), .usage)
    case .badAccount:
      self.init(
        translated("the account number has 32 hexadecimal digits; nothing was changed"),
        hint: translated("you find it in your recovery kit"), .usage)
    default: return nil
    }
  }

  private static func enrolment(_ detail: String?) -> FailureWords {
    let what = DeviceWords.enrolment(detail)
    guard detail == "enrolmentCodeMistyped" else {
      return FailureWords(what, hint: translated("start again on the device you have: passfold devices add"))
    }
    return FailureWords(what, hint: translated("compare it with the other screen and type it again"), .usage)
  }
}
