// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
package import VaultProtocol

/// The output about previous secrets.
extension Presenter {
  /// The output of `show --history`.
  package func history(_ details: EntryDetails) -> String {
    let history = details.history ?? []
    if format == .json { return json(history) }
    guard !history.isEmpty else { return translated("\(Self.name(of: details.entry)) has no history.") + "\n" }
    let rows = history.enumerated().map { number, former in
      [String(number), CalendarTime.text(former.retired), Self.formerSecret(former, of: details.entry)]
    }
    return table([[translated("NUMBER"), translated("UNTIL"), translated("WHAT")]] + rows)
  }

  /// The lines of `show` about previous values.
  static func historyRows(_ details: EntryDetails) -> [(label: String, value: String?)] {
    (details.history ?? []).enumerated().map { number, former in
      (
        translated("Before \(number)"),
        translated("\(formerSecret(former, of: details.entry)), until \(CalendarTime.text(former.retired))")
      )
    }
  }

  private static func formerSecret(_ former: EntryDetails.Retired, of entry: VaultEntry) -> String {
    former.scheme.map(CodeSchemeWords.text) ?? (entry.kind == .note ? translated("another text") : translated("another password"))
  }
}
