// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WebAuthnRelyingParty

/// A passkey as worded on the pages.
struct PasskeyRow: Sendable {
  let id: Int64
  let name: String
  /// The dates of creation and last use.
  let use: String
  /// The place where it is stored.
  let place: String
  let isSecondStepOnly: Bool
  let hasWarning: Bool
  /// Details for its own page.
  let details: [Detail]

  struct Detail: Sendable {
    let term: String
    let text: String
  }

  init(_ passkey: Passkey) {
    id = passkey.id
    name = passkey.name
    use = "Added \(Self.day(passkey.created))" + (passkey.lastUsed.map { ", last used \(Self.day($0))" } ?? ", not used yet")
    place =
      switch (passkey.record.isBackupEligible, passkey.record.isBackedUp) {
      case (_, true): "Synced"
      case (true, false): "Can be synced, but is on this device only"
      case (false, false): "On this device"
      }
    isSecondStepOnly = passkey.isSecondStepOnly
    hasWarning = passkey.counterRegressed != nil
    var details = [
      Detail(term: "Kept", text: place), Detail(term: "Use", text: use),
      Detail(
        term: "Signs in",
        text: passkey.isSecondStepOnly
          ? "after your password"
          : passkey.isDiscoverable == false ? "when you have typed your user name" : "alone, without a password"),
      Detail(term: "Reached by", text: passkey.record.transports.isEmpty ? "not known" : Self.words(passkey.record.transports)),
      Detail(term: "Can derive keys for data (PRF)", text: passkey.hasPRF ? "yes" : "no"),
    ]
    if let regressed = passkey.counterRegressed {
      details.append(
        Detail(term: "Warning", text: "Its signature counter went back on \(Self.day(regressed)): the key may have been copied."))
    }
    self.details = details
  }

  /// The date in an unambiguous form (ISO 8601).
  static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

  /// The transports come from the browser; unknown ones are left out.
  private static func words(_ transports: [String]) -> String {
    let names = [
      "usb": "USB", "nfc": "NFC", "ble": "Bluetooth", "internal": "the device itself", "hybrid": "another device",
      "smart-card": "smart card",
    ]
    let known = transports.compactMap { names[$0] }
    return known.isEmpty ? "not known" : known.joined(separator: ", ")
  }
}
