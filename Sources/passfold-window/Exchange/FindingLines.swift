// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The list of what did not become what it was, each with its place and the reason.
@MainActor
enum FindingLines {
  /// - Parameters:
  ///   - total: How many there are in all.
  ///   - most: How many are listed.
  /// - Returns: nil where there is none.
  static func make(_ title: String, _ findings: [VaultAnswer.ExchangeFinding], total: Int, most: Int) -> Widget? {
    var lines: [Widget?] = findings.prefix(most).map { finding in
      // The end of it says where in the entry it was.
      EntryLine.make(
        ExchangeWords.place(entry: finding.entry, title: finding.title, path: finding.path), lines: 0,
        text: "\(ExchangeWords.reason(finding.reason)), \(ExchangeWords.outcome(finding.outcome, field: finding.field))")
    }
    guard !lines.isEmpty else { return nil }
    if total > lines.count { lines.append(EntryLine.make(title, text: ImportWords.more(total - lines.count))) }
    return Build.column(spacing: 6, Build.label(title, style: "heading"), EntryLine.group(title, lines))
  }
}
