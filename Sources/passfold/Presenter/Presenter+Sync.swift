// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
package import SecretMemory
import Translations
package import VaultProtocol

/// The output of the commands about synchronisation.
extension Presenter {
  /// The output of `sync status` and of the commands that change it.
  package func syncStatus(_ status: VaultAnswer.SyncStatus) -> String {
    if format == .json { return json(status) }
    let standing = SyncStanding(status)
    let files = DeviceWords.files(status.files).map { $0 + "\n" }.joined()
    var text = ([standing.headline] + standing.lines + standing.ways.map(\.command)).map { $0 + "\n" }.joined()
    if let clock = DeviceWords.clock(status) { text += "\(DeviceWords.sentence(clock)) \(DeviceWords.clockAdvice)\n" }
    switch status.state {
    case .off: return text
    case .locked:
      return "\(standing.headline) \(DeviceWords.waiting(status.pending)).\n\(files)" + translated("For more details: passfold unlock")
        + "\n"
    case .stopped: text += Self.evidence(status)
    case .current, .working, .waiting: break
    }
    let aside = status.quarantined.map { DeviceWords.keptAside($0) + "\n" + SyncAction.take.command + "\n" } ?? ""
    if status.shortened == true {
      return "\(text)\(DeviceWords.waiting(status.pending)).\n\(files)\(aside)"
        + translated("For more details in this terminal: passfold unlock") + "\n"
    }
    if let place = status.place { text += translated("Place: \(Self.printable(place))") + "\n" }
    text +=
      (status.lastComplete.map { translated("Last exchanged: \(CalendarTime.text($0))") } ?? translated("Last exchanged: never")) + "\n"
    text += "\(DeviceWords.waiting(status.pending)).\n\(files)\(aside)"
    if let devices = status.devices { text += "\n" + table(Self.rows(devices)) }
    return text
  }

  /// The output of `devices list`.
  package func devices(_ list: VaultAnswer.DeviceList) -> String {
    if format == .json { return json(list) }
    let hasGhost = list.devices.contains { !$0.isThis && $0.lastSeen == nil }
    return table(Self.rows(list.devices)) + (hasGhost ? DeviceWords.neverCame + "\n" : "")
  }

  /// The output of `devices compare`.
  package func comparison(_ list: VaultAnswer.DeviceList) -> String {
    if format == .json { return json(list) }
    return list.words.map(Self.printable).joined(separator: " ") + "\n"
      + translated("Your other devices show the same words once all of them have exchanged everything.") + "\n"
  }

  /// The output of `devices add`.
  package func admitted(_ device: VaultAnswer.Device) -> String {
    if format == .json { return json(device) }
    return DeviceWords.admitted(device) + "\n"
  }

  /// The output of `devices rename`.
  package func renamed(_ device: VaultAnswer.Device) -> String {
    if format == .json { return json(device) }
    return DeviceWords.renamed(device) + "\n"
  }

  /// The output of `devices remove`.
  package func removed(_ removed: VaultAnswer.RemovedDevice) -> String {
    if format == .json { return json(removed) }
    var text =
      (removed.wasRemovedBefore == true ? DeviceWords.removedBefore(removed.device) : DeviceWords.removed(removed.device)) + "\n"
    if let files = removed.awaitedFiles { text += DeviceWords.leftBehind(files) + "\n" }
    guard removed.total > 0 else { return text }
    text += DeviceWords.known(removed.total) + "\n"
    for entry in removed.known { text += "  \(Self.name(of: entry))\n" }
    if removed.total > removed.known.count {
      text += "  " + translated("and \(removed.total - removed.known.count) more: passfold list") + "\n"
    }
    return text
  }

  /// The output of `devices join`.
  package func joined(_ account: VaultAnswer.JoinedAccount) -> String {
    if format == .json { return json(account) }
    let entries = DeviceWords.entries(account.entries)
    let text =
      account.lastChange.map { translated("This computer is now part of your account: \(entries), last changed \(CalendarTime.text($0)).") }
      ?? translated("This computer is now part of your account: \(entries).")
    let aside = account.quarantined.map { DeviceWords.keptAside($0) + "\n" + SyncAction.take.command + "\n" } ?? ""
    return text + "\n" + aside + table(Self.rows(account.devices))
  }

  /// The number of lines of ``deviceOffer(_:_:hasPicture:)``.
  package static let deviceOfferRows = 9

  /// The text below the QR code for a new device, or without the QR code if there is no room for it.
  package static func deviceOffer(_ offer: VaultAnswer.DeviceOffer, _ code: SharedSecret, hasPicture: Bool) -> [OutputPiece] {
    let command = translated("On the new device, run:")
    let typed = translated("and type this code:")
    let read = translated("or let it read a picture of this:")
    let width = ((hasPicture ? [command, typed, read] : [command, typed]).map(TextWidth.columns).max() ?? 0) + 3
    let picture = hasPicture ? "\n" + TextWidth.padded(read, to: width) + "passfold devices join --qr-image FILE" : ""
    return [
      .text(TextWidth.padded(command, to: width) + DeviceWords.joining(offer) + "\n" + TextWidth.padded(typed, to: width)),
      .secret(code),
      .text(
        picture + "\n\n" + translated("It then shows six digits. Type them into the prompt that appears here.") + "\n"
          + DeviceWords.goodFor(offer) + "\n" + translated("Waiting for the new device, for up to 5 minutes at each step… (Ctrl-C cancels)")
          + "\n"),
    ]
  }

  /// The state on one line.
  static func standing(_ status: VaultAnswer.SyncStatus) -> String {
    switch status.state {
    case .off: translated("on this computer only")
    case .locked: translated("synchronised while the vault is unlocked")
    case .working: translated("synchronising now")
    case .current where status.isOnlyDevice == true: translated("no other device yet: passfold devices add")
    case .current where status.isFirstThere == true: translated("no other device is at this place yet: passfold sync status")
    case .current: translated("in sync")
    case .waiting: translated("not in sync: \(SyncProblemWords(status).what)")
    case .stopped: translated("STOPPED: \(SyncAlarmWords(status).what); passfold sync status")
    }
  }

  /// The two ends of the chain that do not match, and since when.
  private static func evidence(_ status: VaultAnswer.SyncStatus) -> String {
    [
      status.own.map { translated("This device: commit \($0)") + "\n" },
      status.served.map { translated("Server or folder: commit \($0)") + "\n" },
      status.raised.map { translated("Since: \(CalendarTime.text($0))") + "\n" },
    ].compactMap(\.self).joined()
  }

  private static func rows(_ devices: [VaultAnswer.Device]) -> [[String]] {
    [[translated("DEVICE"), translated("NUMBER"), translated("LAST SEEN")]]
      + devices.map { [DeviceWords.title(of: $0), DeviceWords.number(of: $0), DeviceWords.seen($0)] }
  }
}
