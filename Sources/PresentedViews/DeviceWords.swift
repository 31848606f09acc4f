// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import VaultProtocol

/// What is said of the account's devices and of what waits for them, in settings and in the terminal.
package enum DeviceWords {
  /// What a device is called; one that nobody has named has the beginning of its number.
  package static func name(of device: VaultAnswer.Device) -> String {
    device.name.flatMap { $0.isEmpty ? nil : PrintableText.of($0) } ?? "Device \(number(of: device))"
  }

  /// The name, and which one is before the person.
  package static func title(of device: VaultAnswer.Device) -> String { name(of: device) + (device.isThis ? " (this one)" : "") }

  /// As much of a device's number as is needed to mean it.
  package static func number(of device: VaultAnswer.Device) -> String { String(device.number.prefix(8)) }

  /// When a device was last seen.
  package static func seen(_ device: VaultAnswer.Device) -> String {
    // This one is being looked at, whenever it wrote last.
    let seen = device.isThis ? "now" : device.lastSeen.map(CalendarTime.text) ?? "not yet"
    return seen + (device.isSilent ? " (silent for two weeks or more)" : "")
  }

  /// That a device has another name now.
  package static func renamed(_ device: VaultAnswer.Device) -> String {
    "Device \(number(of: device)) is called \(title(of: device)) now."
  }

  /// Why nothing could be done with a device, without a full stop; nil for what is not about devices.
  package static func failure(_ failure: VaultFailure) -> String? {
    switch failure.code {
    case .notSynchronised: "your vault is on this computer alone"
    case .noSuchDevice: "no device of your account, or more than one, is called that"
    case .badDeviceName: "a device's name has 1 to 63 bytes on one line"
    case .deviceNameTaken: "another device is called that"
    case .syncFailed: SyncProblemWords(problem: failure.detail, detail: failure.detail).what
    case .syncStopped: "synchronising has stopped, and nothing is sent until you decide"
    default: nil
    }
  }

  /// What is not sent yet.
  package static func waiting(_ count: Int) -> String {
    count == 0 ? "Nothing waits to be sent" : "\(entries(count)) wait\(count == 1 ? "s" : "") to be sent"
  }

  package static func entries(_ count: Int) -> String { "\(count) entr\(count == 1 ? "y" : "ies")" }
}
