// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
package import VaultProtocol

/// What the commands about the vault's files say.
extension Presenter {
  /// The answer to `vault check`.
  package func checked(_ report: VaultAnswer.CheckReport) -> String {
    if format == .json { return json(report) }
    let scope = translated("\(Self.credentials(report.records)) and \(Self.snapshots(report.snapshots))")
    let remark =
      report.complete
      ? ""
      : translated(
        "The vault is locked, so only the structure was looked at, and what you erased is counted too; to open each credential: passfold unlock"
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
      ? translated("Looked at \(scope).") + "\n"
      : report.findings.contains { $0.problem == "tooNew" }
        ? translated("Nothing is damaged: \(scope). What a newer Passfold wrote is kept as it is.") + "\n"
        : translated("Nothing is damaged: \(scope).") + "\n"
    return table([[translated("WHAT"), translated("NAME"), translated("TITLE"), translated("PROBLEM")]] + rows)
      + (more > 0 ? translated("and \(more) more") + "\n" : "") + end + remark
  }

  /// The answer to `vault snapshots`.
  package func snapshots(_ list: VaultAnswer.SnapshotList) -> String {
    if format == .json { return json(list) }
    guard !list.snapshots.isEmpty else {
      return translated("There is no snapshot yet; the vault takes one a day, when it is opened.") + "\n"
    }
    let rows = list.snapshots.map {
      [
        Self.printable($0.name), CalendarTime.text($0.made), CheckWords.reason($0.reason), String($0.records),
        "\(($0.bytes + 1023) / 1024) KiB",
      ]
    }
    return table([[translated("SNAPSHOT"), translated("MADE"), translated("WHY"), translated("CREDENTIALS"), translated("SIZE")]] + rows)
      + translated("They lie in \(Self.printable(list.folder))")
      + "\n"
  }

  /// The answer to `vault backup`.
  package func backedUp(_ snapshot: VaultAnswer.Snapshot, to file: String) -> String {
    if format == .json { return json(["file": file, "records": String(snapshot.records), "bytes": String(snapshot.bytes)]) }
    let (file, count) = (Self.printable(file), snapshot.records)
    return translated(
      count, one: "\(count) credential is in \(file), sealed. It opens with the passphrase that the vault has now.",
      other: "\(count) credentials are in \(file), sealed. It opens with the passphrase that the vault has now.") + "\n"
      + translated("Restore it: passfold vault restore \(file)") + "\n"
  }

  /// The answer to `vault restore`.
  package func restored(_ restoration: VaultAnswer.Restoration) -> String {
    if format == .json { return json(restoration) }
    return
      translated(
        "Restored: \(Self.credentials(restoration.records)). The vault is locked, and opens with the passphrase that you have just typed."
      ) + "\n"
      + (restoration.damaged > 0
        ? translated("\(Self.credentials(restoration.damaged)) of it cannot be opened: passfold vault repair") + "\n" : "")
      + Self.former(restoration)
  }

  /// The answer to `vault repair`.
  package func repaired(_ report: VaultAnswer.RepairReport) -> String {
    if format == .json { return json(report) }
    var text = ""
    if report.total == 0 { text = translated("Every credential was whole. The vault's files were made anew.") + "\n" }
    if !report.treated.isEmpty {
      let rows = report.treated.map {
        [
          Self.printable([$0.title, $0.attachment].compactMap { $0 }.joined(separator: ": ")), String($0.record.prefix(32)),
          Self.outcome($0.outcome), Self.printable($0.snapshot ?? ""),
        ]
      }
      text = table([[translated("TITLE"), translated("RECORD"), translated("WHAT WAS DONE"), translated("SNAPSHOT")]] + rows)
      if report.total > report.treated.count { text += translated("and \(report.total - report.treated.count) more") + "\n" }
    }
    if let file = report.setApart {
      text += translated("The damaged credentials are kept as they were found, in \(Self.printable(file)) beside the snapshots.") + "\n"
    }
    if let name = report.keyFile { text += translated("The key file was damaged and is that of \(Self.printable(name)).") + "\n" }
    if let name = report.log { text += translated("The membership log was damaged and is that of \(Self.printable(name)).") + "\n" }
    return text + translated("The vault has \(Self.credentials(report.restoration.records)) now, and is locked.") + "\n"
      + Self.former(report.restoration)
      + (report.endedSynchronising == true
        ? translated("It no longer synchronises. To bring it and your other devices together again: passfold sync use PLACE") + "\n" : "")
  }

  private static func former(_ restoration: VaultAnswer.Restoration) -> String {
    if let name = restoration.formerSnapshot {
      return translated("The vault of before is kept; to go back: passfold vault restore \(printable(name))") + "\n"
    }
    if let folder = restoration.formerFolder {
      return translated("The vault of before could not be read throughout, and is kept as it was: \(printable(folder))") + "\n"
    }
    return ""
  }

  private static func credentials(_ count: Int) -> String { translated(count, one: "\(count) credential", other: "\(count) credentials") }

  private static func snapshots(_ count: Int) -> String { translated(count, one: "\(count) snapshot", other: "\(count) snapshots") }

  private static func outcome(_ name: String) -> String {
    switch name {
    case "restored": translated("taken from a snapshot")
    case "restoredOlder": translated("taken from a snapshot, where it is older")
    case "keptOlder": translated("kept, though older than it was stored last: no snapshot has it")
    case "lost": translated("lost: no snapshot has it")
    default: printable(name)
    }
  }
}
