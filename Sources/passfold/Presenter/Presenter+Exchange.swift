// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import BrokerProtocol
import PresentedViews
import Translations
package import VaultProtocol

/// The output of the commands about other programs' files.
extension Presenter {
  /// The moment at which a report is shown.
  package enum ImportStage: Sendable {
    /// Nothing is stored.
    case preview
    /// The user is asked next.
    case question
    /// Everything is stored.
    case stored
  }

  /// The maximum number of lines of each list on a screen; JSON contains all.
  private static let mostLines = 30

  /// The contents of a file or of a provider's handover, and the result of importing it.
  ///
  /// - Parameter exporter: The name of the exporting provider; nil for a file.
  package func importReport(_ report: VaultAnswer.ImportReport, stage: ImportStage, from exporter: String? = nil) -> String {
    if format == .json { return json(report) }
    let isStored = stage == .stored
    let source = exporter ?? ExchangeWords.formatName(report.format)
    var text = isStored ? "" : "\(source): \(ExchangeWords.entries(report.read)).\n"
    var rows = [(isStored ? translated("imported") : translated("new"), report.new, ExchangeWords.kinds(report.kinds))]
    if report.merged > 0 {
      let words =
        exporter.map { translated("of your entries, with values from \($0)") }
        ?? translated("of your entries, with values from the file")
      rows.append((isStored ? translated("completed") : translated("to complete"), report.merged, "\(report.merged): \(words)"))
    }
    rows.append((translated("already there"), report.present, report.presentKinds.map(ExchangeWords.kinds) ?? String(report.present)))
    if report.differing > 0 {
      let words =
        exporter.map { translated("your values and those of \($0) differ") } ?? translated("your values and the file's differ")
      rows.append((translated("different"), report.differing, isStored ? String(report.differing) : "\(report.differing): \(words)"))
    }
    if report.found > 0 {
      rows.append(
        (translated("remarks"), report.found, "\(report.found): \(translated("changed during the import, or not understood"))"))
    }
    // A kind is shown with its count, so the count is not repeated.
    text += table(rows.filter { $0.1 > 0 }.map { [$0.0, $0.2] })
    text += Self.lines(of: report.differences, total: report.differing, isStored: isStored)
    if !isStored {
      text += Self.lines(of: report.findings, total: report.found)
      if report.dated > 0 { text += "  \(ExchangeWords.dated(report.dated))\n" }
    }
    if report.new + report.merged == 0, report.differing == 0 {
      text +=
        isStored
        ? translated("Everything in the file is already in your vault; nothing was stored.")
        : exporter.map { translated("Everything that \($0) handed over is already in your vault; there is nothing to store.") }
          ?? translated("Everything in the file is already in your vault; there is nothing to store.")
      text += "\n"
    }
    if isStored, report.new + report.merged > 0 {
      text += translated("To undo the import: passfold import undo") + "\n\(ExchangeWords.eraseImported)\n"
    }
    return text
  }

  /// The preview of an import from another provider, of which nothing was stored.
  private struct WouldTakeOver: Encodable {
    let from: String
    let to: String
    let kept = "nothing"
    let report: VaultAnswer.ImportReport
  }

  /// The output of `import --from` in a dry run.
  package func wouldTakeOver(_ report: VaultAnswer.ImportReport, from: ProviderSettingsValue, to: ProviderSettingsValue) -> String {
    if format == .json { return json(WouldTakeOver(from: from.identifier, to: to.identifier, report: report)) }
    let name = Self.printable(from.name)
    return importReport(report, stage: .preview, from: name)
      + translated("Nothing that \(name) handed over was stored. To import it, run the same command without --dry-run") + "\n"
  }

  /// The result of an exchange between two providers.
  package func exchanged(from: ProviderSettingsValue, to: ProviderSettingsValue, isImport: Bool) -> String {
    if format == .json { return json(["from": from.identifier, "to": to.identifier]) }
    let (from, to) = (Self.printable(from.name), Self.printable(to.name))
    return isImport
      ? translated("Everything that \(from) keeps is now in your vault.") + "\n" + translated("To undo the import: passfold import undo")
        + "\n"
      : translated("\(to) now keeps what is in your vault. Your vault is unchanged.") + "\n"
  }

  /// The preview of an export to another provider.
  private struct WouldHandOver: Encodable {
    let to: String
    let kinds: [String: Int]
    let losses: [VaultAnswer.HandoverLoss]
  }

  /// The output of `export --to` in a dry run.
  package func wouldHandOver(_ state: VaultAnswer.ExportState, to provider: ProviderSettingsValue) -> String {
    let losses = state.losses ?? []
    if format == .json { return json(WouldHandOver(to: provider.identifier, kinds: state.kinds, losses: losses)) }
    let name = Self.printable(provider.name)
    var text = translated("\(ExchangeWords.kinds(state.kinds)) would be handed over to \(name). Nothing was transferred.") + "\n"
    if losses.isEmpty { return text + translated("Everything would be transferred unchanged.") + "\n" }
    text += translated("\(name) would get these entries without the items named here, which stay in your vault:") + "\n"
    for loss in losses.prefix(Self.mostLines) {
      let entry = ExchangeWords.place(entry: loss.entry, title: loss.title, path: "")
      text += "  \(entry): \(loss.words)\n"
    }
    return text + Self.more(losses.count - Self.mostLines)
  }

  /// The output of `import undo`.
  package func importUndone(_ undone: VaultAnswer.ImportUndone) -> String {
    if format == .json { return json(undone) }
    return ExchangeWords.takenBack(undone).map { $0 + "\n" }.joined()
  }

  /// The output of `export`.
  package func exported(_ state: VaultAnswer.ExportState, to file: String?, isPlain: Bool) -> String {
    if format == .json { return json(state) }
    var text = ""
    if let file {
      text = translated("\(ExchangeWords.kinds(state.kinds)): written to \(Self.printable(file)), which only you can read.") + "\n"
      text += (isPlain ? ExchangeWords.plainExport : ExchangeWords.sealedExport) + "\n"
    } else {
      text = translated("The file would contain: \(ExchangeWords.kinds(state.kinds)).") + "\n"
    }
    if state.found > 0 {
      text +=
        translated(
          state.found, one: "The format cannot hold \(state.found) item unchanged:",
          other: "The format cannot hold \(state.found) items unchanged:") + "\n"
    }
    return text + Self.lines(of: state.findings, total: state.found, isExport: true)
  }

  // MARK: Words

  private static func lines(of findings: [VaultAnswer.ExchangeFinding], total: Int, isExport: Bool = false) -> String {
    findings.prefix(mostLines).map { finding in
      "  \(ExchangeWords.place(of: finding)): \(ExchangeWords.words(of: finding, isExport: isExport))\n"
    }.joined() + more(total - min(mostLines, findings.count))
  }

  /// The differences and, once stored, how each was resolved.
  private static func lines(of differences: [VaultAnswer.ImportDifference], total: Int, isStored: Bool) -> String {
    differences.prefix(mostLines).map { difference in
      let name = ExchangeWords.name(difference)
      let parts = difference.parts.map(ExchangeWords.part).joined(separator: ", ")
      let words =
        switch isStored ? difference.kept : nil {
        case "mine": translated("yours is kept: \(name): \(parts)")
        case "theirs": translated("the file's is used: \(name): \(parts)")
        case "both": translated("both are kept: \(name): \(parts)")
        default: translated("differs: \(name): \(parts)")
        }
      return "  \(words)\n"
    }.joined() + more(total - mostLines)
  }

  private static func more(_ count: Int) -> String { count > 0 ? "  " + translated("and \(count) more: --json") + "\n" : "" }
}
