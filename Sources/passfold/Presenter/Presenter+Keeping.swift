// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
package import VaultProtocol

/// The output of the commands about the vault's files.
extension Presenter {
  /// The output of `vault check`.
  package func checked(_ report: VaultAnswer.CheckReport) -> String {
    if format == .json { return json(report) }
    let scope = translated("\(Self.credentials(report.records)) and \(Self.snapshots(report.snapshots))")
    let remark =
      report.complete
      ? ""
      : translated(
        "The vault is locked, so only its structure was checked, and the count includes entries you erased. To check each entry: passfold unlock"
      ) + "\n"
    guard report.total > 0 else { return translated("Nothing is damaged: \(scope).") + "\n" + remark }
    let rows = report.findings.map { finding in
      [
        CheckWords.subject(finding.subject), CheckWords.name(of: finding), Self.printable(finding.title ?? ""),
        CheckWords.problem(finding.problem),
      ]
    }
    let more = report.total - report.findings.count
    let end =
      report.damaged > 0
      ? translated("Checked \(scope).") + "\n"
      : report.findings.contains { $0.problem == "tooNew" }
        ? translated("Nothing is damaged: \(scope). Entries from a newer version of Passfold are kept unchanged.") + "\n"
        : translated("Nothing is damaged: \(scope).") + "\n"
    return table([[translated("WHAT"), translated("NAME"), translated("TITLE"), translated("PROBLEM")]] + rows)
      + (more > 0 ? translated("and \(more) more") + "\n" : "") + end + remark
  }

  /// The output of `vault snapshots`.
  package func snapshots(_ list: VaultAnswer.SnapshotList) -> String {
    if format == .json { return json(list) }
    guard !list.snapshots.isEmpty else {
      return translated("There is no snapshot yet; the vault takes one a day when it is unlocked.") + "\n"
    }
    let rows = list.snapshots.map {
      [
        Self.printable($0.name), CalendarTime.text($0.made), CheckWords.reason($0.reason), String($0.records),
        "\(($0.bytes + 1023) / 1024) KiB",
      ]
    }
    return table([[translated("SNAPSHOT"), translated("MADE"), translated("WHY"), translated("ENTRIES"), translated("SIZE")]] + rows)
      + translated("They are stored in \(Self.printable(list.folder))")
      + "\n"
  }

  /// The output of `vault backup`.
  package func backedUp(_ snapshot: VaultAnswer.Snapshot, to file: String) -> String {
    if format == .json { return json(WrittenBackup(file: file, records: snapshot.records, bytes: snapshot.bytes)) }
    let (file, count) = (Self.printable(file), snapshot.records)
    return translated(
      count, one: "\(count) entry is in \(file), encrypted. The file opens with the current passphrase of the vault.",
      other: "\(count) entries are in \(file), encrypted. The file opens with the current passphrase of the vault.") + "\n"
      + translated("Restore it: passfold vault restore \(file)") + "\n"
  }

  /// The output of `vault restore`.
  package func restored(_ restoration: VaultAnswer.Restoration) -> String {
    if format == .json { return json(restoration) }
    return
      translated(
        "Restored: \(Self.credentials(restoration.records)). The vault is locked and opens with the passphrase you have just typed."
      ) + "\n"
      + (restoration.damaged > 0
        ? translated("\(Self.credentials(restoration.damaged)) cannot be opened: passfold vault repair") + "\n" : "")
      + Self.former(restoration)
  }

  /// The output of `vault repair`.
  package func repaired(_ report: VaultAnswer.RepairReport) -> String {
    if format == .json { return json(report) }
    var text = ""
    if report.total == 0 { text = translated("All entries are intact. The vault's files were rebuilt.") + "\n" }
    if !report.treated.isEmpty {
      let rows = report.treated.map {
        [
          Self.printable([$0.title, $0.attachment].compactMap { $0 }.joined(separator: ": ")), String($0.record.prefix(32)),
          Self.outcome($0.outcome), Self.printable($0.snapshot ?? ""),
        ]
      }
      text = table([[translated("TITLE"), translated("RECORD"), translated("RESULT"), translated("SNAPSHOT")]] + rows)
      if report.total > report.treated.count { text += translated("and \(report.total - report.treated.count) more") + "\n" }
    }
    if let file = report.setApart {
      text += translated("The damaged entries are kept as they were found, in \(Self.printable(file)) next to the snapshots.") + "\n"
    }
    if let name = report.keyFile {
      text += translated("The key file was damaged and was replaced with the one from \(Self.printable(name)).") + "\n"
    }
    if let name = report.log {
      text += translated("The membership log was damaged and was replaced with the one from \(Self.printable(name)).") + "\n"
    }
    return text + translated("The vault now has \(Self.credentials(report.restoration.records)) and is locked.") + "\n"
      + Self.former(report.restoration)
      + (report.endedSynchronising == true
        ? translated("It no longer synchronises. To bring it and your other devices together again: passfold sync use PLACE") + "\n" : "")
  }

  private static func former(_ restoration: VaultAnswer.Restoration) -> String {
    if let name = restoration.formerSnapshot {
      return translated("The previous vault is kept; to go back: passfold vault restore \(printable(name))") + "\n"
    }
    if let folder = restoration.formerFolder {
      return translated("The previous vault could not be read completely and is kept unchanged: \(printable(folder))") + "\n"
    }
    return ""
  }

  private static func credentials(_ count: Int) -> String { translated(count, one: "\(count) entry", other: "\(count) entries") }

  private static func snapshots(_ count: Int) -> String { translated(count, one: "\(count) snapshot", other: "\(count) snapshots") }

  private static func outcome(_ name: String) -> String {
    switch name {
    case "restored": translated("restored from a snapshot")
    case "restoredOlder": translated("restored from a snapshot with an older version")
    case "keptOlder": translated("kept, although it was rolled back: no snapshot has the newer version")
    case "lost": translated("lost: no snapshot has it")
    default: printable(name)
    }
  }
}

/// A backup as `vault backup --json` describes it.
private struct WrittenBackup: Encodable {
  let file: String
  let records: Int
  let bytes: Int
}
