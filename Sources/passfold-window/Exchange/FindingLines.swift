// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The list of items that could not be converted unchanged, each with its place and the reason.
@MainActor
enum FindingLines {
  /// - Parameters:
  ///   - total: The number of findings in all.
  ///   - most: The maximum number listed.
  ///   - isExport: Whether something of the vault has no place in a file, rather than the reverse.
  /// - Returns: nil if there are none.
  static func make(_ title: String, _ findings: [VaultAnswer.ExchangeFinding], total: Int, most: Int, isExport: Bool = false) -> Widget? {
    var lines: [Widget?] = findings.prefix(most).map { finding in
      // The end of the place says where in the entry it was, so it is not cut.
      EntryLine.make(
        ExchangeWords.place(of: finding), lines: 0, text: ExchangeWords.words(of: finding, isExport: isExport))
    }
    guard !lines.isEmpty else { return nil }
    if total > lines.count { lines.append(EntryLine.make(title, text: ImportWords.more(total - lines.count))) }
    return Build.column(spacing: 6, Build.label(title, style: "heading"), EntryLine.group(title, lines))
  }
}
