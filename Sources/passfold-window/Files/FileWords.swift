// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The window's texts about the files stored with an entry.
enum FileWords {
  /// The maximum size of a file in bytes, which is also the vault's limit.
  static let longest = 10 << 20

  static let add = translated("Add a file…")
  static let addTitle = translated("Choose a file to keep with this entry")
  static let addButton = translated("Add")
  static let saveTitle = translated("Save the file")
  static let unreadable = translated("The file cannot be read. Nothing was stored. Choose another file, or check its permissions.")
  static let tooLong = translated(
    "The file is larger than 10 MiB. Nothing was stored, and your file is unchanged. Make it smaller, or keep it elsewhere.")
  static let changed = translated("The file changed while it was being read. Nothing was stored. Add it again.")

  static func save(_ name: String) -> String { translated("Save the file \(name)") }
  static func remove(_ name: String) -> String { translated("Remove the file \(name)") }
  static func keeping(_ name: String) -> String { translated("Passfold is storing \(name) …") }
  static func kept(_ name: String) -> String { translated("\(name) is in your vault. Your own file stays unchanged.") }
  static func saving(_ name: String) -> String { translated("Passfold is saving \(name) …") }
  static func saved(_ name: String, _ path: String) -> String {
    translated("\(name) is saved as \(PrintableText.of(path)), which only you can read.")
  }
  static func removed(_ name: String) -> String { translated("\(name) was removed permanently.") }

  /// Why the vault did not store, return or remove a file.
  static func failure(_ code: VaultFailure.Code) -> String {
    switch code {
    case .noSuchAttachment: translated("The file no longer exists; it was removed in the meantime.")
    case .attachmentExists:
      translated("The entry already has a file with this name. Nothing was stored. Rename yours, or remove the other one first.")
    case .badAttachmentName: translated("The vault cannot store a file with this name. Nothing was stored. Rename it, then add it again.")
    case .attachmentTooLong: tooLong
    case .tooManyAttachments:
      translated(
        "An entry can have at most 64 files and 100 MiB in total. Nothing was stored. Remove a file, or add yours to another entry.")
    case .attachmentAwaited:
      translated(
        "The file is still on its way from another device. Nothing was saved. Leave that device on; the file arrives automatically.")
    case .attachmentRefused:
      translated("Something else arrived in place of the file. Nothing was saved. The file is intact on the device where it was added.")
    default:
      translated(
        "The file is damaged in the vault. Nothing was saved; other files are intact. To repair it, run passfold vault repair in a terminal."
      )
    }
  }

  /// Why a file's bytes are not on this device; nil if they are.
  static func standing(_ missing: AttachedFile.Missing?) -> String? {
    switch missing {
    case nil: nil
    case .onItsWay: translated("on its way from another device")
    case .refused: translated("not here: something else arrived in its place")
    }
  }
}
