// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// What the window says of the vault's files and their copies.
enum CopiesWords {
  /// In the sections, where there is little room.
  static let tool = translated("Backups")
  static let title = translated("Backups and repair")
  static let next =
    translated(
      "Passfold copies the vault on each day that you open it, and before anything takes its place. The copies lie beside it, sealed as it is."
    )
  static let back = translated("Back")

  // MARK: Check and repair

  static let checkTitle = translated("Is everything whole?")
  static let checkNext = translated("Every file, every entry and every copy is looked at. Nothing is changed.")
  static let check = translated("Check the vault")
  static let structure = translated("The vault is locked, so only its structure was looked at, and what you erased is counted too.")
  static let damage = translated("What is damaged")
  static let repair = translated("Repair the vault")
  static let repairNext =
    translated(
      "Everything that is whole, here and in the copies, is put together anew. The vault of now is kept. Passfold asks for your passphrase. If it synchronises, that ends, and you set it up again."
    )

  static func more(_ count: Int) -> String { translated("and \(count) more") }

  static func checked(_ report: VaultAnswer.CheckReport) -> String {
    let scope = translated("\(VaultWords.entries(report.records)) and \(copies(report.snapshots))")
    let words = report.damaged > 0 ? translated("Something is damaged. Looked at \(scope).") : translated("Nothing is damaged: \(scope).")
    return report.complete ? words : words + " " + structure
  }

  static func repaired(_ report: VaultAnswer.RepairReport) -> String {
    let lost = report.treated.count { $0.outcome == "lost" }
    let words = translated("Repaired: the vault has \(VaultWords.entries(report.restoration.records)) now, and is locked.")
    let sentences = [
      words, lost == 0 ? nil : translated("Lost, since no copy has them: \(VaultWords.entries(lost))."),
      report.endedSynchronising == true
        ? translated("It no longer synchronises: set it up with the same place again, under \(DeviceSettingsWords.title).") : nil,
    ]
    return sentences.compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Copies

  static let copies = translated("The copies")
  static let none = translated("There is none yet.")
  static let make = translated("Make a copy now")
  static let restore = translated("Restore…")
  static let restoreYes = translated("Restore it")
  static let restoreNext =
    translated(
      "It takes the place of the vault of now, which is kept as a copy: what you stored since then is in that one alone. Passfold asks for the passphrase that the vault had then."
    )
  /// Said where the vault was locked for it before the answer came.
  static let replacing =
    translated("A copy takes the vault's place. Nothing is lost: what was there is kept as a copy, too.")

  private static func copies(_ count: Int) -> String { translated(count, one: "\(count) copy", other: "\(count) copies") }

  // MARK: Backups in files

  static let save = translated("Save a copy as a file…")
  static let saveTitle = translated("Where the copy is saved")
  static let fileName = "vault.passfold"
  static let saving = translated("Writing the backup")
  static let notSaved = translated("The file could not be written. The copy is in the list all the same.")
  static let take = translated("Restore from a file…")
  static let takeTitle = translated("The copy of a vault")
  static let takeQuestion = translated("Restore the vault of this file?")
  static let firstNext = translated("It becomes your vault on this computer. Passfold asks for the passphrase that the vault had then.")
  static let reading = translated("Reading the file")
  static let noBackup = translated("The file could not be read. Nothing was changed.")
  static let haveBackup = translated("Restore a backup")

  // MARK: Copies of a vault that is gone

  static func alone(_ count: Int) -> String {
    translated(count, one: "There is no vault here, but a copy of one", other: "There is no vault here, but \(count) copies of one")
  }
  static let aloneNext = translated("Restore one, and it is your vault again. A new vault leaves the copies as they are.")
  static let seeCopies = translated("See the copies")

  static func saved(_ copy: VaultAnswer.Snapshot) -> String {
    translated("The file has \(VaultWords.entries(copy.records)), sealed. It opens with the passphrase that the vault has now.")
  }

  // MARK: What became of it

  static func made(_ copy: VaultAnswer.Snapshot) -> String { translated("A copy was made: \(VaultWords.entries(copy.records)).") }
  static func day(of copy: VaultAnswer.Snapshot) -> String { CalendarTime.text(copy.made) }
  static func restore(_ copy: VaultAnswer.Snapshot) -> String { translated("Restore the copy of \(day(of: copy))") }
  static func restoreTitle(_ copy: VaultAnswer.Snapshot) -> String { translated("Restore the vault of \(day(of: copy))?") }

  static func facts(of copy: VaultAnswer.Snapshot) -> String {
    [CheckWords.reason(copy.reason), VaultWords.entries(copy.records), FileSize.words(copy.bytes)].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  static func restored(_ restoration: VaultAnswer.Restoration) -> String {
    let words =
      translated("Restored: \(VaultWords.entries(restoration.records)). The vault opens with the passphrase that you have just typed.")
    return restoration.damaged == 0
      ? words : words + " " + translated("Damaged: \(VaultWords.entries(restoration.damaged)). Check the vault, under Backups.")
  }

  static func progress(_ told: VaultAnswer.Progress) -> String {
    let words = KeepingWords(told)
    return words.total == 0 ? words.title : translated("\(words.title): \(words.done) of \(words.total)")
  }
}
