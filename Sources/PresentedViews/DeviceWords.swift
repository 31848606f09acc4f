// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// What is said of the account's devices and of what waits for them, in settings and in the terminal.
package enum DeviceWords {
  /// What a device is called; one that nobody has named has the beginning of its number.
  package static func name(of device: VaultAnswer.Device) -> String {
    device.name.flatMap { $0.isEmpty ? nil : PrintableText.of($0) } ?? translated("Device \(number(of: device))")
  }

  /// The name, and which one is before the person.
  package static func title(of device: VaultAnswer.Device) -> String {
    device.isThis ? translated("\(name(of: device)) (this one)") : name(of: device)
  }

  /// As much of a device's number as is needed to mean it.
  package static func number(of device: VaultAnswer.Device) -> String { String(device.number.prefix(8)) }

  /// When a device was last seen.
  package static func seen(_ device: VaultAnswer.Device) -> String {
    // This one is being looked at, whenever it wrote last.
    let seen = device.isThis ? translated("now") : device.lastSeen.map(CalendarTime.text) ?? translated("not yet")
    return device.isSilent ? translated("\(seen) (silent for two weeks or more)") : seen
  }

  /// What to do about a device that was added and did not come up.
  package static let neverCame =
    translated("A device that was added and never came stays at “not yet”. It is removed by its number: passfold devices remove NUMBER")

  /// That a device has another name now.
  package static func renamed(_ device: VaultAnswer.Device) -> String {
    translated("Device \(number(of: device)) is called \(title(of: device)) now.")
  }

  /// That a device is a new one of the account.
  package static func admitted(_ device: VaultAnswer.Device) -> String { translated("\(name(of: device)) belongs to your account now.") }

  /// That a device is none of the account any more.
  package static func removed(_ device: VaultAnswer.Device) -> String {
    translated("\(name(of: device)) is removed, and opens nothing that is written from now on.")
  }

  /// What a removed device means for what it knew.
  package static func known(_ count: Int) -> String {
    translated(
      count, one: "It knew \(count) entry. If it is not in your hands, change these passwords, and make these passkeys and codes anew:",
      other: "It knew \(count) entries. If it is not in your hands, change these passwords, and make these passkeys and codes anew:")
  }

  /// That files were not here when a device was removed.
  package static func leftBehind(_ count: Int) -> String {
    translated(
      count, one: "\(count) file has not come to this computer. If it was on that device alone, it does not come any more.",
      other: "\(count) files have not come to this computer. Those that were on that device alone do not come any more.")
  }

  /// What to do on a new device that is to read an offer, as a command.
  package static func joining(_ offer: VaultAnswer.DeviceOffer) -> String { "passfold devices join \(PrintableText.of(offer.place))" }

  /// How long an offer is good, and for whom.
  package static func goodFor(_ offer: VaultAnswer.DeviceOffer) -> String {
    translated("The code is good for \(offer.seconds / 60) minutes and one try. Show it to nobody else.")
  }

  /// Why nothing could be done with a device, without a full stop; nil for what is not about devices.
  package static func failure(_ failure: VaultFailure) -> String? {
    switch failure.code {
    case .notSynchronised: translated("your vault is on this computer alone")
    case .noSuchDevice: translated("no device of your account, or more than one, is called that")
    case .badDeviceName: translated("a device's name has 1 to 63 bytes on one line")
    case .deviceNameTaken: translated("another device is called that")
    case .syncFailed, .syncNotBegun: SyncProblemWords(failure).what
    case .syncStopped: translated("synchronising has stopped, and nothing is sent until you decide")
    case .badPlace: translated("that is neither a server's https address nor the absolute path of a folder")
    case .alreadySynchronised: translated("your vault is synchronised there already")
    case .placeForked where failure.detail == "gap":
      translated("that place begins behind what this computer has last seen, so it cannot be told whether something was left out")
    case .placeForked: translated("that place has another history of your account than this computer")
    case .formerPlaceAway:
      translated(
        "where your vault is synchronised now could not be read to its end, so other devices' newest changes may be there alone")
    case .accountIncomplete:
      translated("something of your account has not come to this computer, or is kept aside, so it cannot bring the account along")
    case .recoveryUnfinished:
      translated(
        "\(SyncProblemWords(problem: failure.detail, detail: failure.detail).what), so your account is not back yet; it may have taken this computer in, which uses up the key on your paper"
      )
    case .recoveryKeyInDoubt:
      translated(
        "\(SyncProblemWords(problem: failure.detail, detail: failure.detail).what), so no recovery key is sure to open your account: the one on your paper may be used up or replaced"
      )
    default: nil
    }
  }

  /// Why two devices did not come together, without a full stop.
  package static func enrolment(_ detail: String?) -> String {
    switch detail {
    case "enrolmentDigitsWrong": translated("those were not the digits of the new device, so it was not added; the code is used up")
    case "enrolmentCodeMistyped": translated("the code has a typing error; nothing was done")
    case "withdrawn":
      translated("the other device does not go on: its offer was taken back there, or its time is over; nothing was added")
    case "overtaken": translated("another device was added, named or removed in the same moment, so this one was not added")
    case "mailbox": translated("nobody waits under this code any more, or it was used; nothing was done")
    default:
      translated(
        "the two devices did not come together: other digits were typed than the new one shows, or somebody is between them; nothing was added"
      )
    }
  }

  /// A sentence of words that begin small and have no full stop.
  package static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  /// What is not sent yet.
  package static func waiting(_ count: Int) -> String {
    count == 0
      ? translated("Nothing waits to be sent")
      : translated(count, one: "\(count) entry waits to be sent", other: "\(count) entries wait to be sent")
  }

  /// The files that are on their way, and why they wait; nothing where none is.
  package static func files(_ files: VaultAnswer.FilesOnTheirWay?) -> [String] {
    guard let files else { return [] }
    var lines: [String] = []
    if files.outgoing > 0 {
      lines.append(
        translated(
          files.outgoing, one: "\(files.outgoing) file on the way to your other devices.",
          other: "\(files.outgoing) files on the way to your other devices."))
    }
    if files.incoming > 0 {
      lines.append(
        translated(
          files.incoming, one: "\(files.incoming) file on the way from your other devices.",
          other: "\(files.incoming) files on the way from your other devices."))
    }
    if let unsent = files.unsent {
      lines.append(
        translated(
          unsent, one: "No device has sent \(unsent) of them yet: leave a device on that has it.",
          other: "No device has sent \(unsent) of them yet: leave a device on that has them."))
      lines.append(
        translated("What only a removed or broken device had does not come any more: attach it anew, or remove it from its entry."))
    }
    if let refused = files.refused {
      lines.append(
        translated(
          refused, one: "What came in the place of \(refused) file is not what another device sealed, and was not kept.",
          other: "What came in the place of \(refused) files is not what another device sealed, and was not kept."))
      lines.append(
        translated(
          "It is asked for again. If that stays, save the file on the device that has it, let whoever runs the server look for damage, and remove and attach the file anew."
        ))
    }
    if files.problem != nil {
      let words = SyncProblemWords(problem: files.problem, detail: files.detail)
      lines.append(translated("Files wait: \(words.what). \(words.next)"))
    }
    return lines
  }

  /// What is kept aside, why, what was not lost, and what to do.
  package static func keptAside(_ count: Int) -> String {
    translated(
      count, one: "\(count) entry is kept aside: it is dated more than a year ahead, or written by a newer Passfold.",
      other: "\(count) entries are kept aside: they are dated more than a year ahead, or written by a newer Passfold.") + " "
      + translated(
        "What you had before was not replaced. Set the clock that is wrong, here or on the device that wrote this, or update Passfold here, then take it; left alone, it counts when its time has come."
      )
  }

  package static func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }
}
