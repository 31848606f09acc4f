// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
package import VaultProtocol

/// What the commands about the vault's files say.
extension Presenter {
  /// The answer to `vault check`.
  package func checked(_ report: VaultAnswer.CheckReport) -> String {
    if format == .json { return json(report) }
    let scope = "\(Self.count(report.records, "credential")) and \(Self.count(report.snapshots, "snapshot"))"
    let remark =
      report.complete ? "" : "The vault is locked, so only the structure was looked at; to open each credential: passfold unlock\n"
    guard report.total > 0 else { return "Nothing is damaged: \(scope).\n" + remark }
    let rows = report.findings.map { finding in
      [Self.subject(finding.subject), Self.name(of: finding), Self.printable(finding.title ?? ""), Self.problem(finding.problem)]
    }
    let more = report.total - report.findings.count
    let end = report.damaged > 0 ? "Looked at \(scope).\n" : "Nothing is damaged: \(scope). What a newer Passfold wrote is kept as it is.\n"
    return table([["WHAT", "NAME", "TITLE", "PROBLEM"]] + rows) + (more > 0 ? "and \(more) more\n" : "") + end + remark
  }

  /// The answer to `vault snapshots`.
  package func snapshots(_ list: VaultAnswer.SnapshotList) -> String {
    if format == .json { return json(list) }
    guard !list.snapshots.isEmpty else { return "There is no snapshot yet; the vault takes one a day, when it is opened.\n" }
    let rows = list.snapshots.map {
      [Self.printable($0.name), CalendarTime.text($0.made), Self.reason($0.reason), String($0.records), "\(($0.bytes + 1023) / 1024) KiB"]
    }
    return table([["SNAPSHOT", "MADE", "WHY", "CREDENTIALS", "SIZE"]] + rows) + "They lie in \(Self.printable(list.folder))\n"
  }

  /// The answer to `vault backup`.
  package func backedUp(_ snapshot: VaultAnswer.Snapshot, to file: String) -> String {
    if format == .json { return json(["file": file, "records": String(snapshot.records), "bytes": String(snapshot.bytes)]) }
    return """
      \(Self.count(snapshot.records, "credential")) are in \(Self.printable(file)), sealed. It opens with the passphrase that the vault has now.
      Restore it: passfold vault restore \(Self.printable(file))

      """
  }

  /// The answer to `vault restore`.
  package func restored(_ restoration: VaultAnswer.Restoration) -> String {
    if format == .json { return json(restoration) }
    return
      "Restored: \(Self.count(restoration.records, "credential")). The vault is locked, and opens with the passphrase that you have just typed.\n"
      + (restoration.damaged > 0 ? "\(Self.count(restoration.damaged, "credential")) of it cannot be opened: passfold vault repair\n" : "")
      + Self.former(restoration)
  }

  /// The answer to `vault repair`.
  package func repaired(_ report: VaultAnswer.RepairReport) -> String {
    if format == .json { return json(report) }
    var text = ""
    if report.total == 0 { text = "Every credential was whole. The vault's files were made anew.\n" }
    if !report.treated.isEmpty {
      let rows = report.treated.map {
        [
          Self.printable([$0.title, $0.attachment].compactMap { $0 }.joined(separator: ": ")), String($0.record.prefix(32)),
          Self.outcome($0.outcome), Self.printable($0.snapshot ?? ""),
        ]
      }
      text = table([["TITLE", "RECORD", "WHAT WAS DONE", "SNAPSHOT"]] + rows)
      if report.total > report.treated.count { text += "and \(report.total - report.treated.count) more\n" }
    }
    if let file = report.setApart {
      text += "The damaged credentials are kept as they were found, in \(Self.printable(file)) beside the snapshots.\n"
    }
    if let name = report.keyFile { text += "The key file was damaged and is that of \(Self.printable(name)).\n" }
    if let name = report.log { text += "The membership log was damaged and is that of \(Self.printable(name)).\n" }
    return text + "The vault has \(Self.count(report.restoration.records, "credential")) now, and is locked.\n"
      + Self.former(report.restoration)
  }

  private static func former(_ restoration: VaultAnswer.Restoration) -> String {
    if let name = restoration.formerSnapshot {
      return "The vault of before is kept; to go back: passfold vault restore \(printable(name))\n"
    }
    if let folder = restoration.formerFolder {
      return "The vault of before could not be read throughout, and is kept as it was: \(printable(folder))\n"
    }
    return ""
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private static func name(of finding: VaultAnswer.Finding) -> String {
    // A person knows the file by its name and its credential's title, where the latter is known.
    guard finding.subject == "attachment", finding.title != nil, let slash = finding.name.firstIndex(of: "/") else {
      return printable(finding.name)
    }
    return printable(String(finding.name[finding.name.index(after: slash)...]))
  }

  private static func subject(_ name: String) -> String {
    switch name {
    case "attachment": "file kept"
    case "orphans": "bytes of files"
    case "logEntry": "log entry"
    case "record": "credential"
    default: printable(name)
    }
  }

  private static func problem(_ name: String) -> String {
    switch name {
    case "outdated": "older than it was stored last"
    case "tooNew": "written by a newer Passfold"
    case "unreadable": "may not be read"
    case "unused": "belong to no credential; a repair leaves them out"
    default: printable(name)
    }
  }

  private static func reason(_ name: String?) -> String {
    switch name {
    case "before-update": "before an update"
    case "before-restore": "before a restore"
    case "before-repair": "before a repair"
    case let name?: printable(name)
    case nil: ""
    }
  }

  private static func outcome(_ name: String) -> String {
    switch name {
    case "restored": "taken from a snapshot"
    case "restoredOlder": "taken from a snapshot, where it is older"
    case "keptOlder": "kept, though older than it was stored last: no snapshot has it"
    case "lost": "lost: no snapshot has it"
    default: printable(name)
    }
  }
}

extension VaultAnswer.CheckReport {
  /// How many findings are damage; what a newer version wrote is none.
  package var damaged: Int { total - findings.count { $0.problem == "tooNew" } }
}
