// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// An entry's note and the person's own fields in the form that changes it, with a place for one more.
///
/// What stands on the entry's page stands here too, to be changed; where the vault would ask first, only something new can be typed.
@MainActor
final class AdditionFields {
  /// A change of one of them; without a text it goes.
  typealias Edit = (edit: VaultCall.EntryEdit, text: SharedSecret?)

  let widget = Build.column(spacing: 14)
  private let entry: VaultEntry
  /// Of a note its text is the note.
  private let note: FormField?
  /// The names of what there is.
  private let taken: Set<String>
  private var own: [(field: EntryDetails.Field, typed: FormField)] = []
  private let name = FormField(VaultWords.fieldName)
  private let value = FormField(VaultWords.fieldValue, .secret)
  private let hiding = passfold_gtk_check_new(VaultWords.fieldHidden)

  init(_ details: EntryDetails, _ acts: PageActs) {
    entry = details.entry
    taken = Set((details.fields ?? []).map(\.name) + (details.secrets ?? []) + PlainParts.secrets(of: details.entry.kind, []))
    note = entry.kind == .note ? nil : FormField(details.note == true ? VaultWords.newNote : VaultWords.note, .lines)
    own = (details.fields ?? []).map { field in
      (field, FormField(VaultWords.keeping(PrintableText.of(field.name)), field.hidden == true ? .secret : .line))
    }
    for part in [note?.widget] + own.map(\.typed.widget) + [name.widget, value.widget, hiding] {
      if let widget, let part { passfold_gtk_box_append(widget, part) }
    }
    if details.note == true || own.contains(where: { $0.field.hidden != true }) { fillIn(acts) }
  }

  /// In which Enter saves.
  var fields: [FormField] { own.map(\.typed) + [name, value] }

  /// Whose text belongs to nobody else while the vault is closed.
  var secretFields: [FormField] { [note, value].compactMap(\.self) + own.map(\.typed) }

  var hasChanged: Bool { ([note, name, value].compactMap(\.self) + own.map(\.typed)).contains { $0.hasChanged } }

  /// What keeps the new field from being stored, in words; its name then has the focus. Nil for nothing.
  func findTrouble() -> String? {
    let name = name.text.trimmingSpace
    guard value.hasText, name.isEmpty || taken.contains(name) else { return nil }
    self.name.focus()
    return name.isEmpty ? VaultWords.missingFieldName : VaultWords.fieldExists
  }

  /// What of it the person changed, an act each.
  var edits: [Edit] {
    var edits: [Edit] = []
    if let note, note.hasChanged { edits.append((VaultCall.EntryEdit(query: entry.record, kind: entry.kind, note: true), note.secret)) }
    for (field, typed) in own where typed.hasChanged {
      edits.append((VaultCall.EntryEdit(query: entry.record, kind: entry.kind, field: field.name, hidden: field.hidden), typed.secret))
    }
    if let text = value.secret {
      let isHidden = hiding.map { passfold_gtk_check_is_on($0) != 0 } ?? false
      let edit = VaultCall.EntryEdit(
        query: entry.record, kind: entry.kind, field: name.text.trimmingSpace, hidden: isHidden ? true : nil)
      edits.append((edit, text))
    }
    return edits
  }

  private func fillIn(_ acts: PageActs) {
    let query = VaultCall.EntryQuery(query: entry.record, kind: entry.kind)
    acts.conversation.ask(.revealShown(query), isUnattended: true) { [weak self] reply in
      guard let self, case .answer(.shown(let answer), let secret?) = reply else { return }
      var start = 0
      for part in answer.parts {
        let text = secret.withBytes { SharedSecret(copying: $0.dropFirst(start).prefix(part.bytes)) }
        start += part.bytes
        guard let name = part.field else {
          self.note?.begin(with: text, called: VaultWords.note)
          continue
        }
        self.own.first { $0.field.name == name && $0.field.hidden != true }?.typed.begin(with: text, called: PrintableText.of(name))
      }
    }
  }
}
