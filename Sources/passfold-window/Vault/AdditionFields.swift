// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The fields for an entry's note and custom fields in a form, with room for one more custom field and a button to add others.
///
/// The values shown on the entry's page are filled in for editing; values for which the vault would ask first can only be replaced.
@MainActor
final class AdditionFields {
  let widget = Build.column(spacing: 14)
  /// Nil for a note, whose text takes this place.
  private let note: FormField?
  /// The names already in use.
  private let taken: Set<String>
  private var own: [(field: EntryDetails.Field, typed: FormField)] = []
  private var more: [NewField] = []
  private let places = Build.column(spacing: 14)
  private var whenEntered: (@MainActor () -> Void)?

  /// - Parameter details: The entry to change; nil for a new one.
  init(_ kind: VaultEntry.Kind, _ details: EntryDetails?, _ acts: PageActions) {
    let named = details?.fields ?? []
    taken = Set(named.map(\.name) + (details?.secrets ?? []) + PlainParts.secrets(of: kind, []))
    note = kind == .note ? nil : FormField(details?.note == true ? VaultWords.newNote : VaultWords.note, .lines)
    own = named.map { field in
      (field, FormField(VaultWords.keeping(PrintableText.of(field.name)), field.hidden == true ? .secret : .line))
    }
    let another = EntryPage.choices([Build.button(VaultWords.anotherField) { [weak self] in self?.addPlace()?.name.focus() }])
    for part in [note?.widget] + own.map(\.typed.widget) + [places, another] {
      if let widget, let part { passfold_gtk_box_append(widget, part) }
    }
    addPlace()
    if let details, details.note == true || own.contains(where: { $0.field.hidden != true }) { fillIn(details.entry, acts) }
  }

  /// The fields whose text is withdrawn while the vault is closed.
  var secretFields: [FormField] { [note].compactMap(\.self) + more.map(\.value) + own.map(\.typed) }

  var hasChanged: Bool {
    ([note].compactMap(\.self) + own.map(\.typed) + more.flatMap { [$0.name, $0.value] }).contains { $0.hasChanged }
  }

  /// Calls `act` when Enter is pressed in one of the fields, including those that the user adds later.
  func whenEntered(_ act: @escaping @MainActor () -> Void) {
    whenEntered = act
    for field in own.map(\.typed) + more.flatMap({ [$0.name, $0.value] }) { field.whenEntered(act) }
  }

  /// Returns why a new field cannot be stored, and focuses that field; nil if there is no problem.
  func findTrouble() -> String? {
    var names = taken
    for field in more {
      let name = field.name.text.trimmingSpace
      if name.isEmpty, !field.value.hasText { continue }
      let isNew = names.insert(name).inserted
      guard name.isEmpty || !isNew || !field.value.hasText else { continue }
      (name.isEmpty || !isNew ? field.name : field.value).focus()
      return name.isEmpty ? VaultWords.missingFieldName : isNew ? VaultWords.missingFieldValue : VaultWords.fieldExists
    }
    return nil
  }

  /// The user's changes, one act each.
  func edits(of entry: VaultEntry) -> [FormAct] {
    var edits: [FormAct] = []
    func edit(_ change: (inout VaultCall.EntryEdit) -> Void, _ text: SharedSecret?) {
      var edit = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
      change(&edit)
      edits.append(FormAct(.edit(edit), text))
    }
    if let note, note.hasChanged { edit({ $0.note = true }, note.secret) }
    for (field, typed) in own where typed.hasChanged { edit({ ($0.field, $0.hidden) = (field.name, field.hidden) }, typed.secret) }
    for field in more {
      if let text = field.value.secret {
        edit({ ($0.field, $0.hidden) = (field.name.text.trimmingSpace, field.isHidden ? true : nil) }, text)
      }
    }
    return edits
  }

  @discardableResult
  private func addPlace() -> NewField? {
    let field = NewField()
    more.append(field)
    if let places, let widget = field.widget { passfold_gtk_box_append(places, widget) }
    if let whenEntered { for line in [field.name, field.value] { line.whenEntered(whenEntered) } }
    return field
  }

  private func fillIn(_ entry: VaultEntry, _ acts: PageActions) {
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

/// A field that the user adds: its name, its value, and whether the value is hidden.
@MainActor
private struct NewField {
  let name = FormField(VaultWords.fieldName)
  let value = FormField(VaultWords.fieldValue, .secret)
  private let hiding = passfold_gtk_check_new(VaultWords.fieldHidden)
  let widget: Widget?

  init() { widget = Build.column(spacing: 14, name.widget, value.widget, hiding) }

  var isHidden: Bool { hiding.map { passfold_gtk_check_is_on($0) != 0 } ?? false }
}
