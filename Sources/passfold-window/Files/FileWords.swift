// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the window says of the files that are kept with an entry.
enum FileWords {
  /// The most bytes of one file, as the vault takes them.
  static let longest = 10 << 20

  static let add = translated("Add a file…")
  static let addTitle = translated("The file to keep with this entry")
  static let addButton = translated("Add")
  static let saveTitle = translated("Where to save the file")
  static let unreadable = translated("The file cannot be read. Nothing was stored. Choose another, or look who may read it.")
  static let tooLong = translated(
    "The file is larger than 10 MiB. Nothing was stored, and your file is as it was. Make it smaller, or keep it elsewhere.")
  static let changed = translated("The file changed while it was read. Nothing was stored. Add it again.")

  static func save(_ name: String) -> String { translated("Save the file \(name)") }
  static func remove(_ name: String) -> String { translated("Remove the file \(name)") }
  static func keeping(_ name: String) -> String { translated("Passfold keeps \(name) …") }
  static func kept(_ name: String) -> String { translated("\(name) is in your vault. Your own file stays as it is.") }
  static func saving(_ name: String) -> String { translated("Passfold saves \(name) …") }
  static func saved(_ name: String, _ path: String) -> String {
    translated("\(name) is saved as \(PrintableText.of(path)), which only you may read.")
  }
  static func removed(_ name: String) -> String { translated("\(name) is removed for good.") }

  /// Why the vault did not take, give or remove a file.
  static func failure(_ code: VaultFailure.Code) -> String {
    switch code {
    case .noSuchAttachment: translated("The file is gone; it was removed meanwhile.")
    case .attachmentExists:
      translated("The entry has a file of this name already. Nothing was stored. Rename yours, or remove the other first.")
    case .badAttachmentName: translated("The vault cannot keep a file of this name. Nothing was stored. Rename it, then add it again.")
    case .attachmentTooLong: tooLong
    case .tooManyAttachments:
      translated("An entry has 64 files and 100 MiB of them at most. Nothing was stored. Remove one, or add yours to another entry.")
    case .attachmentAwaited:
      translated(
        "The file is still on its way from another device. Nothing was saved. Leave the device on that has it; it comes by itself.")
    case .attachmentRefused:
      translated("Something else was brought in the file’s place. Nothing was saved. The file is whole on the device where it was added.")
    default:
      translated(
        "The file is damaged in the vault. Nothing was saved; other files are whole. In a terminal, passfold vault repair mends it.")
    }
  }

  /// Where the bytes of a file are not here; nil where they are.
  static func standing(_ missing: AttachedFile.Missing?) -> String? {
    switch missing {
    case nil: nil
    case .onItsWay: translated("on its way from another device")
    case .refused: translated("not here: something else was brought in its place")
    }
  }
}
