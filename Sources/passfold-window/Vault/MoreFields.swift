// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The optional part of a form: tags, favourite, note and custom fields and, for a new login, further websites.
///
/// In the form for a new entry it appears when the user asks for it, which keeps the usual form short.
@MainActor
final class MoreFields {
  let widget = Build.column(spacing: 14)
  private let labels: LabelFields
  private let additions: AdditionFields
  private let websites: FormField?
  private let fields = Build.column(spacing: 14)
  private var opener: Widget?

  /// - Parameters:
  ///   - details: The entry to change; nil for a new one.
  ///   - takesWebsites: Whether to add a field for further websites, because the form itself has room for only one.
  init(_ kind: VaultEntry.Kind, _ details: EntryDetails?, takesWebsites: Bool = false, _ acts: PageActions) {
    labels = LabelFields(details?.entry)
    additions = AdditionFields(kind, details, acts)
    websites = takesWebsites ? FormField(VaultWords.furtherServices, .lines) : nil
    for part in [websites?.widget, labels.widget, additions.widget] {
      if let fields, let part { passfold_gtk_box_append(fields, part) }
    }
    if details == nil { addOpener(kind) }
    if let widget, let fields { passfold_gtk_box_append(widget, fields) }
  }

  func focus() { labels.focus() }

  /// The websites other than the first.
  var services: [String] { websites?.text.split(whereSeparator: \.isWhitespace).map(String.init) ?? [] }

  var secretFields: [FormField] { additions.secretFields }

  /// Whether the user changed something.
  var hasChanged: Bool { labels.hasChanged || additions.hasChanged || websites?.hasChanged == true }

  /// Returns why it cannot be stored; nil if there is no problem.
  func findTrouble() -> String? { additions.findTrouble() }

  /// Adds the user's changes that are not secret to an edit.
  func put(into edit: inout VaultCall.EntryEdit) { labels.put(into: &edit) }

  /// The user's other changes, one act each.
  func edits(of entry: VaultEntry) -> [FormAct] { additions.edits(of: entry) }

  /// Calls `act` when Enter is pressed in one of its single-line fields.
  func whenEntered(_ act: @escaping @MainActor () -> Void) {
    for field in labels.fields { field.whenEntered(act) }
    additions.whenEntered(act)
  }

  private func addOpener(_ kind: VaultEntry.Kind) {
    if let fields { gtk_widget_set_visible(fields, 0) }
    let words = websites != nil ? VaultWords.moreOfLogin : kind == .note ? VaultWords.moreOfNote : VaultWords.moreOfEntry
    opener = EntryPage.choices([Build.button(words) { [weak self] in self?.unfold() }])
    if let widget, let opener { passfold_gtk_box_append(widget, opener) }
  }

  private func unfold() {
    if let fields { gtk_widget_set_visible(fields, 1) }
    if let opener { gtk_widget_set_visible(opener, 0) }
    if let websites { websites.focus() } else { labels.focus() }
  }
}
