// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// The earlier versions of an entry: its previous passwords, texts or code set-ups, newest first, each with a button to restore it.
@MainActor
final class FormerVersions {
  let widget: Widget?
  /// The lines that hold a secret; a code set-up is only described.
  private(set) var secrets: [SecretLine] = []
  private let heading = Build.heading(Build.label(VaultWords.history, style: "heading"))
  private let details: EntryDetails
  private let acts: PageActions

  init(of details: EntryDetails, _ acts: PageActions) {
    self.details = details
    self.acts = acts
    widget = Build.column(spacing: 6, heading)
    if let heading { passfold_gtk_set_accessible_label(heading, VaultWords.history) }
    let lines = (details.history ?? []).enumerated().reversed().map { index, retired in line(of: retired, index) }
    if let widget, let group = EntryLine.group(VaultWords.history, lines) { passfold_gtk_box_append(widget, group) }
  }

  func focus() { if let heading { gtk_widget_grab_focus(heading) } }

  private func line(of retired: EntryDetails.Retired, _ index: Int) -> Widget? {
    let entry = details.entry
    let label = VaultWords.until(retired.retired)
    let button = Build.symbolButton("edit-undo-symbolic", VaultWords.takeBack(label)) { [weak self] in self?.takeBack(index) }
    if let scheme = retired.scheme { return EntryLine.make(label, Build.named(CodeSchemeWords.text(of: scheme)), button) }
    let query = VaultCall.RevealQuery(query: entry.record, kind: entry.kind, history: index)
    let line = SecretLine(label, .reveal(query), isProse: entry.kind == .note, acts, button)
    secrets.append(line)
    return line.row
  }

  /// Restores an earlier version; the current one joins the history.
  private func takeBack(_ index: Int) {
    let (acts, entry) = (acts, details.entry)
    acts.unlessChanged(details) {
      acts.conversation.ask(.edit(VaultCall.EntryEdit(query: entry.record, kind: entry.kind, restoreHistory: index))) { reply in
        guard acts.answer(in: reply) != nil else { return }
        acts.say(VaultWords.tookBack)
        acts.changed()
        acts.open(entry.record)
      }
    }
  }
}
