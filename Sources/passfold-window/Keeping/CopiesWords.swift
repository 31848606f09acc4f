// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
import VaultProtocol

/// The window's texts about the vault's files, snapshots and backups.
enum CopiesWords {
  /// In the list of sections, where there is little room.
  static let tool = translated("Backups")
  static let title = translated("Backups and repair")
  static let next =
    translated(
      "Passfold takes a snapshot of the vault each day you open it, and before anything replaces it. The snapshots are stored next to the vault, encrypted like it."
    )
  static let back = translated("Back")

  // MARK: Check and repair

  static let checkTitle = translated("Is everything intact?")
  static let checkNext = translated("Checks every file, entry and snapshot. Nothing is changed.")
  static let check = translated("Check the vault")
  static let structure = translated("The vault is locked, so only its structure was checked, and the count includes entries you erased.")
  static let damage = translated("What is damaged")
  static let repair = translated("Repair the vault")
  static let repairNext =
    translated(
      "Rebuilds the vault from everything that is intact, here and in the snapshots. The current vault is kept. Passfold asks for your passphrase. The vault then stops synchronising until you set that up again."
    )

  /// The records of a vault's file, which are more than the entries of its list: those in the trash are included.
  private static func items(_ count: Int) -> String { translated(count, one: "\(count) item", other: "\(count) items") }

  private static func itemsWithTrash(_ count: Int) -> String {
    translated(count, one: "\(count) item, with the trash", other: "\(count) items, with the trash")
  }

  static func more(_ count: Int) -> String { translated("and \(count) more") }

  static func checked(_ report: VaultAnswer.CheckReport) -> String {
    let scope = translated("\(copies(report.snapshots)) and \(itemsWithTrash(report.records))")
    let words = report.damaged > 0 ? translated("Some data is damaged. Checked: \(scope).") : translated("Nothing is damaged: \(scope).")
    return report.complete ? words : words + " " + structure
  }

  static func repaired(_ report: VaultAnswer.RepairReport) -> String {
    let lost = report.treated.count { $0.outcome == "lost" }
    let words = translated("Repaired: the vault now has \(items(report.restoration.records)) and is locked.")
    let sentences = [
      words, lost == 0 ? nil : translated("Lost, because no snapshot contains them: \(items(lost))."),
      report.endedSynchronising == true
        ? translated("It no longer synchronises: set it up again with the same place, under \(DeviceSettingsWords.title).") : nil,
    ]
    return sentences.compactMap { $0 }.joined(separator: " ")
  }

  // MARK: Copies

  static let copies = translated("Snapshots")
  static let none = translated("There are none yet.")
  static let make = translated("Take a snapshot now")
  static let restore = translated("Restore…")
  static let restoreYes = translated("Restore it")
  static let restoreNext =
    translated(
      "It replaces the current vault, which is kept as a snapshot: changes since then are only in that snapshot. Passfold asks for the passphrase that the vault had then."
    )
  /// Shown if the vault was locked for the replacement before the answer came.
  static let replacing =
    translated("A snapshot is replacing the vault. Nothing is lost: the current vault is kept as a snapshot, too.")

  private static func copies(_ count: Int) -> String { translated(count, one: "\(count) snapshot", other: "\(count) snapshots") }

  // MARK: Backups in files

  static let save = translated("Save a backup to a file…")
  static let saveTitle = translated("Save the backup")
  static let fileName = "vault.passfold"
  static let saving = translated("Writing the backup")
  static let notSaved = translated("The file could not be written. The snapshot is still in the list.")
  static let take = translated("Restore from a file…")
  static let takeTitle = translated("The backup of a vault")
  static let takeQuestion = translated("Restore the vault from this file?")
  static let firstNext = translated("It becomes your vault on this computer. Passfold asks for the passphrase that the vault had then.")
  static let reading = translated("Reading the file")
  static let noBackup = translated("The file could not be read. Nothing was changed.")
  static let haveBackup = translated("Restore a backup")

  // MARK: Copies of a missing vault

  static func alone(_ count: Int) -> String {
    translated(count, one: "There is no vault here, but a snapshot of one", other: "There is no vault here, but \(count) snapshots of one")
  }
  static let aloneNext = translated("Restore one to make it your vault again. Creating a new vault keeps the snapshots.")
  static let seeCopies = translated("Show the snapshots")

  static func saved(_ copy: VaultAnswer.Snapshot) -> String {
    translated("The file contains \(items(copy.records)), encrypted. It opens with the current passphrase of the vault.")
  }

  // MARK: Outcome

  static func made(_ copy: VaultAnswer.Snapshot) -> String { translated("Snapshot taken: \(itemsWithTrash(copy.records)).") }
  static func day(of copy: VaultAnswer.Snapshot) -> String { CalendarTime.text(copy.made) }
  static func restore(_ copy: VaultAnswer.Snapshot) -> String { translated("Restore the snapshot of \(day(of: copy))") }
  static func restoreTitle(_ copy: VaultAnswer.Snapshot) -> String { translated("Restore the vault of \(day(of: copy))?") }

  static func facts(of copy: VaultAnswer.Snapshot) -> String {
    [CheckWords.reason(copy.reason), itemsWithTrash(copy.records), FileSize.words(copy.bytes)].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  static func restored(_ restoration: VaultAnswer.Restoration) -> String {
    let words =
      translated("Restored: \(itemsWithTrash(restoration.records)). The vault opens with the passphrase you have just typed.")
    return restoration.damaged == 0
      ? words : words + " " + translated("Damaged: \(items(restoration.damaged)). Check the vault under Backups.")
  }

  static func progress(_ told: VaultAnswer.Progress) -> String {
    let words = KeepingWords(told)
    return words.total == 0 ? words.title : translated("\(words.title): \(words.done) of \(words.total)")
  }
}
