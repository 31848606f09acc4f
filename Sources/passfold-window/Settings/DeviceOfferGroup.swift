// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// What a person does to bring a new device in, with the code that it is to be told.
@MainActor
final class DeviceOfferGroup {
  /// An offer's secret part: the link that its QR code says, a line feed, and the code to type.
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

  /// - Parameter stop: Takes the offer back.
  init(_ offer: VaultAnswer.DeviceOffer, _ secret: Secret, stop: @escaping @MainActor () -> Void) {
    let group = passfold_adw_group_new(DeviceSettingsWords.waiting, DeviceWords.goodFor(offer))
    stopButton = Build.button(DeviceSettingsWords.stop, stop)
    let picture = DrawnQRCode(secret.link)?.widget
    widget = Build.column(spacing: 12, group, picture)
    guard let group else { return }
    if let row = passfold_adw_row_new(DeviceSettingsWords.onNewDevice, DeviceWords.joining(offer)) { passfold_adw_group_add(group, row) }
    // Painted, since a label would keep it.
    let drawn = DrawnSecret(style: "secret", fits: true)
    drawn.show(secret.code)
    let other = picture == nil ? nil : DeviceSettingsWords.orPicture
    let rows = [
      ControlRow.make(DeviceSettingsWords.code, other, drawn.widget),
      ControlRow.make(DeviceSettingsWords.digits, DeviceSettingsWords.digitsHint, stopButton),
    ]
    for row in rows.compactMap(\.self) { passfold_adw_group_add(group, row) }
  }
}
