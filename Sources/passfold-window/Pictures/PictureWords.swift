// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the window says where a code comes from a picture.
enum PictureWords {
  static let choose = translated("Read a QR code from a picture…")
  static let chooseTitle = translated("The picture with the QR code")
  static let hint = translated("Or take a screenshot of it into the clipboard and press Ctrl+V here, or drop a picture onto this form.")
  static let chooseScreen = translated("Read a QR code from the screen")
  static let reading = translated("Passfold looks for a QR code …")
  static let nothingFound = translated("The picture holds no QR code. Nothing was stored. Take the whole code with its light border.")
  static let several = translated("The picture holds several QR codes. Nothing was stored. Take a picture of the one that you mean.")
  static let unreadable = translated(
    "This is no picture that Passfold reads. Nothing was stored. Take a PNG, JPEG or WebP of at most 32 MiB.")
  static let failed = translated("The program that reads pictures did not answer. Nothing was stored. Type the code instead.")
  static let nothingOnScreen = translated(
    "There is no QR code on the screen. Nothing was stored. Show the whole code with its light border, and read again.")
  static let severalOnScreen = translated(
    "There are several QR codes on the screen. Nothing was stored. Leave the one that you mean, and read again.")
  static let noScreen = translated(
    "This desktop shows its screen to no program. Nothing was stored. Take a screenshot of the code into the clipboard and press Ctrl+V here."
  )
  static let screenRefused = translated(
    "The desktop gave no picture of the screen. Nothing was stored. Take a screenshot of the code into the clipboard and press Ctrl+V here."
  )
  static let export = translated(
    "This is an export of several codes from Google Authenticator. Nothing was stored. Choose the picture under Import, which takes all of them."
  )
  static let noLink = translated("The QR code says something else than a code’s set-up. Nothing was stored.")

  /// Whose codes a picture sets up.
  static func found(_ preview: SetUpPreview) -> String {
    let names = [preview.title, preview.account].compactMap(\.self).filter { !$0.isEmpty }.map(PrintableText.of).joined(separator: ", ")
    return names.isEmpty
      ? translated("The picture sets up a code. Fill in whose it is, then save it.")
      : translated("The picture sets up the code of \(names). Save it to add it.")
  }
}
