// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Translations
package import VaultProtocol

/// The words about the account's devices and their pending changes, in settings and in the terminal.
package enum DeviceWords {
  /// A device's name; a device without a name is shown with the beginning of its number.
  package static func name(of device: VaultAnswer.Device) -> String {
    device.name.flatMap { $0.isEmpty ? nil : PrintableText.of($0) } ?? translated("Device \(number(of: device))")
  }

  /// The name, with a mark for this device.
  package static func title(of device: VaultAnswer.Device) -> String {
    device.isThis ? translated("\(name(of: device)) (this one)") : name(of: device)
  }

  /// The beginning of a device's number, long enough to identify it.
  package static func number(of device: VaultAnswer.Device) -> String { String(device.number.prefix(8)) }

  /// The time at which a device was last seen.
  package static func seen(_ device: VaultAnswer.Device) -> String {
    // This device is in use now, whenever it wrote last.
    let seen = device.isThis ? translated("now") : device.lastSeen.map(CalendarTime.text) ?? translated("not yet")
    if device.isAhead == true { return translated("\(seen) (in the future: a clock is wrong)") }
    return device.isSilent ? translated("\(seen) (not seen for two weeks or more)") : seen
  }

  /// That this computer's clock may be wrong, without a full stop; nil if nothing says so.
  package static func clock(_ status: VaultAnswer.SyncStatus) -> String? {
    guard let lead = status.clockLead, lead.isFinite else { return nil }
    let amount = difference(abs(lead))
    return switch (status.clockWitness, lead > 0) {
    case ("server", true): translated("this computer's clock is \(amount) behind the server's")
    case ("server", false): translated("this computer's clock is \(amount) ahead of the server's")
    case ("devices", _): translated("this computer's clock is at least \(amount) behind those of all your other devices")
    default: translated("this computer's clock is at least \(amount) behind that of your other device; one of the two is wrong")
    }
  }

  private static func difference(_ seconds: Double) -> String {
    let days = Int(min(seconds, 1e12) / 86_400)
    let minutes = Int(min(seconds, 1e12) / 60)
    return days > 0
      ? translated(days, one: "\(days) day", other: "\(days) days")
      : translated(minutes, one: "\(minutes) minute", other: "\(minutes) minutes")
  }

  /// What to do about the clock, as a sentence.
  package static let clockAdvice = translated("Check this computer's date and time first: changes with a wrong date are set aside.")

  /// What to do about a device that was added and did not come up.
  package static let neverCame =
    translated("A device that was added but never joined stays at “not yet”. To remove it by its number: passfold devices remove NUMBER")

  /// Says that a device was renamed.
  package static func renamed(_ device: VaultAnswer.Device) -> String {
    translated("Device \(number(of: device)) is now called \(title(of: device)).")
  }

  /// Says that a device was added to the account.
  package static func admitted(_ device: VaultAnswer.Device) -> String { translated("\(name(of: device)) is now part of your account.") }

  /// Says that a device was removed from the account.
  package static func removed(_ device: VaultAnswer.Device) -> String {
    translated("\(name(of: device)) was removed and cannot open anything written from now on.")
  }

  /// Says that a device was removed by an earlier command.
  package static func removedBefore(_ device: VaultAnswer.Device) -> String {
    translated("\(name(of: device)) was removed before. Entries that you added since then were never on it.")
  }

  /// Says how many entries a removed device could read, and what to do.
  package static func known(_ count: Int) -> String {
    translated(
      count,
      one:
        "It could read \(count) entry. If the device is no longer in your hands, change these passwords and replace these passkeys and codes:",
      other:
        "It could read \(count) entries. If the device is no longer in your hands, change these passwords and replace these passkeys and codes:"
    )
  }

  /// That files were not here when a device was removed.
  package static func leftBehind(_ count: Int) -> String {
    translated(
      count, one: "\(count) file has not reached this computer. If it was only on that device, it does not arrive any more.",
      other: "\(count) files have not reached this computer. Those that were only on that device do not arrive any more.")
  }

  /// The command to run on a new device that reads an offer.
  package static func joining(_ offer: VaultAnswer.DeviceOffer) -> String { "passfold devices join \(PrintableText.of(offer.place))" }

  /// The validity of an offer.
  package static func goodFor(_ offer: VaultAnswer.DeviceOffer) -> String {
    translated("The code is valid for \(offer.seconds / 60) minutes and one attempt. Do not show it to anyone else.")
  }

  /// The reason for a failure with a device, without a full stop; nil for other failures.
  package static func failure(_ failure: VaultFailure) -> String? {
    switch failure.code {
    case .notSynchronised: translated("your vault is on this computer only")
    case .noSuchDevice: translated("no device of your account has that name, or more than one does")
    case .badDeviceName: translated("a device name must be one line of 1 to 63 bytes")
    case .deviceNameTaken: translated("another device already has that name")
    case .syncFailed, .syncNotBegun: SyncProblemWords(failure).what
    case .syncStopped: translated("synchronisation has stopped, and nothing is sent until you decide")
    case .badPlace: translated("that is neither the https address of a server nor the absolute path of a folder")
    case .alreadySynchronised: translated("your vault is already synchronised there")
    case .otherAccountThere:
      translated("that folder already contains another account, so this vault would not be synchronised with the devices there")
    case .placeForked where failure.detail == "gap":
      translated("that place starts after the last change this computer has seen, so Passfold cannot tell whether changes are missing")
    case .placeForked: translated("that place has a different history of your account than this computer")
    case .formerPlaceAway where failure.detail == "login_refused":
      translated("the current place no longer admits this device: another device removed it, or the place has lost your account")
    case .deviceRemoved: translated("another device removed this one from your account, so it cannot move the account")
    case .formerPlaceAway:
      translated(
        "the current place could not be read to the end, so the newest changes of other devices may exist only there")
    case .movedByAnother:
      translated(
        "your account is now at the new place, but another device left the old place at the same time and may use a different one")
    case .accountIncomplete:
      translated("part of your account has not arrived on this computer, or is set aside, so this computer cannot move the account")
    case .recoveryUnfinished:
      translated(
        "\(SyncProblemWords(problem: failure.detail, detail: failure.detail).what), so your account is not back yet; this computer may already have been added to it, which uses up the key on paper"
      )
    case .recoveryKeyInDoubt:
      translated(
        "\(SyncProblemWords(problem: failure.detail, detail: failure.detail).what), so it is uncertain which recovery key opens your account: the one on paper may be used up or replaced"
      )
    default: nil
    }
  }

  /// The reason why two devices could not connect, without a full stop.
  package static func enrolment(_ detail: String?) -> String {
    switch detail {
    case "enrolmentDigitsWrong": translated("the digits did not match those on the new device, so it was not added; the code is used up")
    case "enrolmentCodeMistyped": translated("the code contains a typing error; nothing was changed")
    case "withdrawn":
      translated("the other device stopped: its offer was withdrawn there, or has expired; nothing was added")
    case "overtaken": translated("another device was added, renamed or removed at the same time, so this one was not added")
    case "notArrived":
      translated(
        "the folder has not brought your account’s latest files to this computer yet; once it has, try again here, and you need no code")
    case "silent": translated("the other device no longer answers, so no device was added; the code is used up")
    case "mailbox": translated("no device is waiting with this code any more, or the code was already used; nothing was changed")
    default:
      translated(
        "the two devices could not connect: the digits typed differ from those on the new device, or someone is intercepting the connection; nothing was added"
      )
    }
  }

  /// Turns words without an initial capital and a full stop into a sentence.
  package static func sentence(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() + "." }

  /// The number of entries not sent yet.
  package static func waiting(_ count: Int) -> String {
    count == 0
      ? translated("Nothing is waiting to be sent")
      : translated(count, one: "\(count) entry is waiting to be sent", other: "\(count) entries are waiting to be sent")
  }

  /// The pending files, and why they wait; empty if there are none.
  package static func files(_ files: VaultAnswer.FilesOnTheirWay?) -> [String] {
    guard let files else { return [] }
    var lines: [String] = []
    if files.outgoing > 0 {
      lines.append(
        translated(
          files.outgoing, one: "\(files.outgoing) file is on its way to your other devices.",
          other: "\(files.outgoing) files are on their way to your other devices."))
    }
    if files.incoming > 0 {
      lines.append(
        translated(
          files.incoming, one: "\(files.incoming) file is on its way from your other devices.",
          other: "\(files.incoming) files are on their way from your other devices."))
    }
    if let unsent = files.unsent {
      lines.append(
        translated(
          unsent, one: "No device has sent \(unsent) of them yet: leave on a device that has it.",
          other: "No device has sent \(unsent) of them yet: leave on a device that has them."))
      lines.append(
        translated(
          "A file that was only on a removed or broken device does not arrive any more: attach it again, or remove it from its entry."))
    }
    if let refused = files.refused {
      lines.append(
        translated(
          refused, one: "\(refused) file arrived with contents that no other device encrypted, so it was not kept.",
          other: "\(refused) files arrived with contents that no other device encrypted, so they were not kept."))
      lines.append(
        translated(
          "Passfold will request it again. If the problem remains, save the file on the device that has it, ask the server's operator to look for damage, then remove the file and attach it again."
        ))
    }
    if files.problem != nil {
      let words = SyncProblemWords(problem: files.problem, detail: files.detail)
      lines.append(translated("Files are waiting: \(words.what). \(words.next)"))
    }
    return lines
  }

  /// The entries set aside, the reason, what was not lost, and what to do.
  package static func keptAside(_ count: Int) -> String {
    translated(
      count, one: "\(count) entry is set aside: it is dated more than a year ahead, or was written by a newer version of Passfold.",
      other: "\(count) entries are set aside: they are dated more than a year ahead, or were written by a newer version of Passfold.") + " "
      + translated(
        "Your existing data was not replaced. Correct the clock that is wrong, here or on the device that wrote this, or update Passfold here, then accept it. Otherwise it takes effect on its date."
      )
  }

  package static func entries(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }
}
