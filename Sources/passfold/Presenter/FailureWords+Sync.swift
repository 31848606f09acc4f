// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

extension FailureWords {
  /// The words for what went wrong between devices; nil for another failure.
  init?(sync failure: VaultFailure) {
    let what = DeviceWords.failure(failure) ?? ""
    switch failure.code {
    case .alreadySynchronised:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("another place takes your account over: passfold sync use PLACE; passfold sync stop ends it here"))
    case .placeForked:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "compare your devices: passfold devices compare. If you know that place to be right: passfold sync stop, and then passfold sync use PLACE merge what both have"
        ), .syncStopped)
    case .formerPlaceAway:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "passfold sync status says how it stands there. If another device has gone over already, name its place; if the former place does not come back, add --former-gone"
        ))
    case .accountIncomplete:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated(
          "passfold sync status says what. Begin on another device, which has everything; this one follows by the same command"))
    case .notSynchronised:
      self.init(what, hint: translated("to have it on others: passfold sync use https://SERVER, or a folder's path"))
    case .syncFailed:
      self.init(translated("\(what); everything in your vault is as it was"), hint: translated("passfold sync status says how it stands"))
    case .syncNotBegun:
      self.init(
        translated("\(what); nothing was begun"),
        hint: SyncProblemWords(failure).advice ?? translated("type the same command again when that is over"))
    case .recoveryUnfinished:
      self.init(
        translated("\(what). Nothing is lost"),
        hint: translated("type the same command again, on this computer: it goes on where it stopped, with the same key"))
    case .recoveryKeyInDoubt:
      self.init(
        translated("\(what). Your vault is on this computer and opens with its passphrase"),
        hint: translated("make another key as soon as passfold sync status says that it goes on: passfold recovery-key"))
    case .syncStopped:
      self.init(
        translated("\(what); your vault here works as always"),
        hint: translated("passfold sync status says what happened and what to do"), .syncStopped)
    case .noSuchDevice:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("see them: passfold devices list; where two are called alike, name one by the beginning of its number"), .notFound)
    case .badDeviceName:
      self.init(translated("\(what); nothing was changed"), hint: "passfold devices rename [DEVICE] NAME", .usage)
    case .deviceNameTaken:
      self.init(translated("\(what); nothing was changed"), hint: "passfold devices list")
    case .ownDevice:
      self.init(
        translated("a device does not remove itself; nothing was changed"),
        hint: translated("remove it on another device, or make the vault one of this computer alone: passfold sync stop"))
    case .enrolmentFailed: self = Self.enrolment(failure.detail)
    case .nothingUnderWay:
      self.init(
        translated("nothing waits to be finished; nothing was changed"),
        hint: translated("begin again: passfold devices add, or passfold devices join"))
    case .recoveredElsewhere:
      let waiting = failure.detail.flatMap { Int($0) } ?? 0
      self.init(
        waiting == 0
          ? translated("your vault has other devices, so its recovery key is used where they meet; nothing was changed")
          : translated(
            waiting,
            one:
              "your vault has other devices, so its recovery key is used where they meet; nothing was changed, and \(waiting) change is on this computer alone",
            other:
              "your vault has other devices, so its recovery key is used where they meet; nothing was changed, and \(waiting) changes are on this computer alone"
          ),
        hint:
          translated(
            "the easy way: move the vault's folder away, and on a device that you can open run passfold devices add. With no such device: passfold devices recover, with the server or folder and your account's number"
          ))
    case .badPlace:
      self.init(
        translated("\(what); nothing was changed"),
        hint: translated("for example https://sync.example, or /home/you/Sync/passfold"), .usage)
    case .badAccount:
      self.init(
        translated("the account's number has 32 hexadecimal digits; nothing was changed"),
        hint: translated("it stands in your recovery kit"), .usage)
    default: return nil
    }
  }

  private static func enrolment(_ detail: String?) -> FailureWords {
    let what = DeviceWords.enrolment(detail)
    guard detail == "enrolmentCodeMistyped" else {
      return FailureWords(what, hint: translated("begin again on the device that you have: passfold devices add"))
    }
    return FailureWords(what, hint: translated("compare it with the other screen and type it again"), .usage)
  }
}
