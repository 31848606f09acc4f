// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
package import VaultProtocol

/// What `passfold log` says.
extension Presenter {
  /// What left the vault, the newest first.
  package func releases(_ list: VaultAnswer.ReleaseList) -> String {
    if format == .json { return json(list) }
    var text = ""
    if list.rows.isEmpty {
      text = list.total == 0 ? "Nothing left the vault in the last 90 days.\n" : "Nothing left the vault before that.\n"
    } else {
      let rows = list.rows.map { row in
        [
          String(row.number), CalendarTime.text(row.time), Self.noun(row.kind), Self.printable(row.title), Self.printable(row.user),
          Self.recipient(of: row),
        ]
      }
      text = table([["NUMBER", "WHEN", "WHAT", "TITLE", "ACCOUNT", "WHO GOT IT"]] + rows)
    }
    if let last = list.rows.last, last.number > 1, list.total > list.rows.count {
      text += "Older ones: passfold log --before \(last.number)\n"
    }
    if list.missing > 0 {
      let entries = list.missing == 1 ? "One entry of this log is" : "\(list.missing) entries of this log are"
      text += "Careful: \(entries) missing or damaged. Something else than Passfold has changed its file.\n"
    }
    return text
  }

  private static func noun(_ kind: VaultAnswer.Release.Kind) -> String {
    switch kind {
    case .code: "one-time code"
    case .codes: "list of codes"
    case .password: "password"
    case .passkey: "passkey"
    case .setUpLink: "set-up link"
    case .addition: "note or field"
    case .attachment: "file"
    case .export: "export"
    default: printable(kind.name)
    }
  }

  private static func recipient(of row: VaultAnswer.Release) -> String {
    let recipient = printable(row.recipient)
    guard row.door == .autoFill else { return recipient }
    return recipient.isEmpty ? "AutoFill" : "AutoFill, for \(recipient)"
  }
}
