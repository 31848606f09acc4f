// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The instructions for adding a new device, with the code to enter there.
@MainActor
final class DeviceOfferGroup {
  /// The secret part of an offer: the link in its QR code, a line feed, and the code to type.
  struct Secret {
    let link: SharedSecret
    let code: SharedSecret

    init?(_ secret: SharedSecret) {
      let parts = secret.withBytes { bytes in
        bytes.firstIndex(of: UInt8(ascii: "\n")).map {
          (SharedSecret(copying: bytes[..<$0]), SharedSecret(copying: bytes[($0 + 1)...]))
        }
      }
      guard let (link, code) = parts else { return nil }
      (self.link, self.code) = (link, code)
    }
  }

  let widget: Widget?
  let stopButton: Widget?

  /// - Parameter stop: Withdraws the offer.
  init(_ offer: VaultAnswer.DeviceOffer, _ secret: Secret, stop: @escaping @MainActor () -> Void) {
    let group = passfold_adw_group_new(DeviceSettingsWords.waiting, DeviceWords.goodFor(offer))
    stopButton = Build.button(DeviceSettingsWords.stop, stop)
    let picture = DrawnQRCode(secret.link)?.widget
    let typed = passfold_adw_group_new("", "")
    widget = Build.column(spacing: 12, group, picture, typed)
    guard let group, let typed else { return }
    if let row = passfold_adw_row_new(DeviceSettingsWords.onNewDevice, DeviceWords.joining(offer)) { passfold_adw_group_add(group, row) }
    // Painted, since a label would keep it.
    let drawn = DrawnSecret(style: "secret")
    drawn.show(secret.code)
    let other = picture == nil ? nil : DeviceSettingsWords.orPicture
    let rows = [
      ControlRow.over(DeviceSettingsWords.code, other, drawn.widget),
      ControlRow.make(DeviceSettingsWords.digits, DeviceSettingsWords.digitsHint, stopButton),
    ]
    for row in rows.compactMap(\.self) { passfold_adw_group_add(typed, row) }
  }
}
