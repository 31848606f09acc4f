// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
package import VaultProtocol

/// What is said about former secrets.
extension Presenter {
  /// The answer to `show --history`.
  package func history(_ details: EntryDetails) -> String {
    let history = details.history ?? []
    if format == .json { return json(history) }
    guard !history.isEmpty else { return "Nothing came before: \(Self.name(of: details.entry)) has no history.\n" }
    let rows = history.enumerated().map { number, former in
      [String(number), CalendarTime.text(former.retired), Self.formerSecret(former, of: details.entry)]
    }
    return table([["NUMBER", "UNTIL", "WHAT"]] + rows)
  }

  /// The lines of `show` that tell what came before.
  static func historyLines(_ details: EntryDetails) -> [String] {
    (details.history ?? []).enumerated().map { number, former in
      "Before \(TextWidth.padded(String(number), to: 3)) \(formerSecret(former, of: details.entry)), until \(CalendarTime.text(former.retired))"
    }
  }

  private static func formerSecret(_ former: EntryDetails.Retired, of entry: VaultEntry) -> String {
    former.scheme.map(scheme) ?? (entry.kind == .note ? "another text" : "another password")
  }
}
