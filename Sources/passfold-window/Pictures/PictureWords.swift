// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The window's texts for codes from pictures.
enum PictureWords {
  static let choose = translated("Read a QR code from a picture…")
  static let chooseTitle = translated("The picture with the QR code")
  static let hint = translated("Or copy a screenshot of it and press Ctrl+V here, or drop a picture onto this form.")
  static let chooseScreen = translated("Read a QR code from the screen")
  static let reading = translated("Passfold is looking for a QR code …")
  static let nothingFound = translated("The picture contains no QR code. Nothing was stored. Include the whole code with its light border.")
  static let several = translated("The picture contains several QR codes. Nothing was stored. Use a picture of the one you mean.")
  static let unreadable = translated(
    "Passfold cannot read this picture. Nothing was stored. Use a PNG, JPEG or WebP file of at most 32 MiB.")
  static let failed = translated("The program that reads pictures did not respond. Nothing was stored. Type the code instead.")
  static let nothingOnScreen = translated(
    "There is no QR code on the screen. Nothing was stored. Show the whole code with its light border, and read it again.")
  static let severalOnScreen = translated(
    "There are several QR codes on the screen. Nothing was stored. Show only the one you mean, and read it again.")
  static let noScreen = translated(
    "This desktop lets no program take a screenshot. Nothing was stored. Copy a screenshot of the code and press Ctrl+V here."
  )
  static let screenRefused = translated(
    "The desktop provided no picture of the screen. Nothing was stored. Copy a screenshot of the code and press Ctrl+V here."
  )
  static let export = translated(
    "This is an export of several codes from Google Authenticator. Nothing was stored. Choose the picture under Import, which reads all of them."
  )
  static let noLink = translated("The QR code does not set up a one-time code. Nothing was stored.")

  /// The account whose codes the picture sets up, in words.
  static func found(_ preview: SetUpPreview) -> String {
    let names = [preview.title, preview.account].compactMap(\.self).filter { !$0.isEmpty }.map(PrintableText.of).joined(separator: ", ")
    return names.isEmpty
      ? translated("The picture sets up a one-time code. Fill in which account it is for, then save it.")
      : translated("The picture sets up the one-time code for \(names). Save it to add it.")
  }
}
