// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// What a person does to bring a new device in, with the code that it is to be told.
@MainActor
final class DeviceOfferGroup {
  let widget: Widget?
  let stopButton: Widget?

  /// - Parameters:
  ///   - code: The code to type on the new device.
  ///   - stop: Takes the offer back.
  init(_ offer: VaultAnswer.DeviceOffer, code: SharedSecret, stop: @escaping @MainActor () -> Void) {
    widget = passfold_adw_group_new(DeviceSettingsWords.waiting, DeviceWords.goodFor(offer))
    stopButton = Build.button(DeviceSettingsWords.stop, stop)
    guard let widget else { return }
    if let row = passfold_adw_row_new(DeviceSettingsWords.onNewDevice, DeviceWords.joining(offer)) { passfold_adw_group_add(widget, row) }
    // Painted, since a label would keep it.
    let drawn = DrawnSecret(style: "secret", fits: true)
    drawn.show(code)
    if let row = passfold_adw_row_new(DeviceSettingsWords.code, nil), let secret = drawn.widget {
      passfold_adw_row_add_suffix(row, secret)
      passfold_adw_group_add(widget, row)
    }
    if let row = passfold_adw_row_new(DeviceSettingsWords.digits, DeviceSettingsWords.digitsHint) {
      if let stopButton {
        gtk_widget_set_valign(stopButton, GTK_ALIGN_CENTER)
        passfold_adw_row_add_suffix(row, stopButton)
      }
      passfold_adw_group_add(widget, row)
    }
  }

  /// The code to type of an offer's secret part, which has the link of a QR code before it.
  static func code(of secret: SharedSecret) -> SharedSecret? {
    secret.withBytes { bytes in
      bytes.firstIndex(of: UInt8(ascii: "\n")).map { SharedSecret(copying: bytes[($0 + 1)...]) }
    }
  }
}
