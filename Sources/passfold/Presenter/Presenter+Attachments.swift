// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PresentedViews
import Translations
package import VaultProtocol

extension Presenter {
  /// The output of `attachments`.
  package func attachments(_ details: EntryDetails) -> String {
    let files = details.attachments ?? []
    if format == .json { return json(files) }
    guard !files.isEmpty else {
      return translated("\(Self.name(of: details.entry)) has no files. Attach one: passfold attach WORD FILE") + "\n"
    }
    let hasMissing = files.contains { $0.missing != nil }
    let rows = files.map { file in
      [
        Self.printable(file.name), FileSize.words(file.bytes), Self.printable(file.mediaType ?? ""),
        file.added.map(CalendarTime.text) ?? "",
      ] + (hasMissing ? [Self.whereabouts(of: file)] : [])
    }
    return table(
      [[translated("FILE"), translated("SIZE"), translated("TYPE"), translated("ADDED")] + (hasMissing ? [translated("WHERE")] : [])] + rows
    )
  }

  private static func whereabouts(of file: AttachedFile) -> String {
    switch file.missing {
    case .onItsWay: translated("on its way from another device")
    case .refused: translated("rejected: something else arrived in its place")
    case nil: translated("here")
    }
  }

  /// The output of `attach`.
  package func attached(_ state: VaultAnswer.AttachmentState) -> String {
    if format == .json { return json(state) }
    return translated("Attached \(Self.printable(state.file.name)) (\(FileSize.words(state.file.bytes))) to \(Self.name(of: state.entry)).")
      + "\n"
  }

  /// The output of `attachments --save`.
  package func saved(_ state: VaultAnswer.AttachmentState, to path: String) -> String {
    if format == .json { return json(SavedAttachment(entry: state.entry, file: state.file, path: path)) }
    return
      translated(
        "Saved \(Self.printable(state.file.name)) (\(FileSize.words(state.file.bytes))) as \(Self.printable(path)), which only you can read."
      )
      + "\n"
  }

  /// The output of `attachments --remove`.
  package func detached(_ entry: VaultEntry, _ name: String) -> String {
    if format == .json { return json(entry) }
    return translated(
      "Erased \(Self.printable(name)) from \(Self.name(of: entry)). Older snapshots keep it until newer ones replace them.") + "\n"
  }

  private struct SavedAttachment: Encodable {
    let entry: VaultEntry
    let file: AttachedFile
    let path: String
  }
}
