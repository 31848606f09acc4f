// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
package import VaultProtocol

/// The output of `passfold log`.
extension Presenter {
  /// The releases from the vault, newest first.
  package func releases(_ list: VaultAnswer.ReleaseList) -> String {
    if format == .json { return json(list) }
    var text = ""
    if list.rows.isEmpty {
      text =
        list.total == 0
        ? translated("Nothing left the vault in the last 90 days.") + "\n" : translated("Nothing left the vault before that.") + "\n"
    } else {
      let rows = list.rows.map { row in
        [
          String(row.number), CalendarTime.text(row.time), Self.noun(row.kind), Self.printable(row.title), Self.printable(row.user),
          Self.recipient(of: row),
        ]
      }
      text = table(
        [
          [
            translated("NUMBER"), translated("WHEN"), translated("WHAT"), translated("TITLE"), translated("ACCOUNT"),
            translated("RECIPIENT"),
          ]
        ] + rows)
    }
    if let last = list.rows.last, last.number > 1, list.total > list.rows.count {
      text += translated("Older ones: passfold log --before \(last.number)") + "\n"
    }
    if list.missing > 0 {
      text +=
        translated(
          list.missing, one: "warning: one entry of this log is missing or damaged. Another program changed the log file.",
          other: "warning: \(list.missing) entries of this log are missing or damaged. Another program changed the log file.")
        + "\n"
    }
    return text
  }

  private static func noun(_ kind: VaultAnswer.Release.Kind) -> String {
    switch kind {
    case .code: translated("one-time code")
    case .codes: translated("list of codes")
    case .password: translated("password")
    case .passkey: translated("passkey")
    case .setUpLink: translated("set-up link")
    case .addition: translated("note or field")
    case .attachment: translated("file")
    case .export: translated("export")
    default: printable(kind.name)
    }
  }

  private static func recipient(of row: VaultAnswer.Release) -> String {
    let recipient = printable(row.recipient)
    guard row.door == .autoFill else { return recipient }
    return recipient.isEmpty ? "AutoFill" : translated("AutoFill, for \(recipient)")
  }
}
