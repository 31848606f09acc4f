// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The form for adding or changing a note, a card or an identity.
@MainActor
final class PlainForm: PaneContent {
  let widget: Widget?
  let title: String
  private let kind: VaultEntry.Kind
  private let details: EntryDetails?
  private let acts: PageActions
  private let content = Build.column(spacing: 14, margin: 18)
  private let name: FormField
  private var values: [(value: EntryValue, field: FormField)] = []
  /// The secret fields with the names under which they are stored.
  private var secrets: [(name: String, field: FormField)] = []
  private let document: (name: FormField, number: FormField)?
  private let more: MoreFields
  private var saving: SavingTurn?
  /// The entry that was already added, while other parts of the form are still to be stored.
  private var made: VaultEntry?
  /// Whether the whole form is in the vault.
  private var isStored = false

  /// - Parameters:
  ///   - details: The entry to change; nil for a new one.
  ///   - turn: Turns to the form for another kind of new entry.
  init(_ kind: VaultEntry.Kind, _ details: EntryDetails?, _ acts: PageActions, turn: @escaping @MainActor (EntryForm.Purpose) -> Void) {
    (self.kind, self.details, self.acts) = (kind, details, acts)
    title = details.map { VaultWords.editing(PrintableText.of($0.entry.title)) } ?? VaultWords.add
    name = FormField(VaultWords.entryTitle, text: details?.entry.title ?? "")
    document = kind == .identity ? (FormField(VaultWords.documentName), FormField(VaultWords.documentNumber, .secret)) : nil
    more = MoreFields(kind, details, acts)
    widget = content.flatMap { passfold_adw_clamp_new($0, 560) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    if details == nil { put(NewKinds.make(kind, turn)) }
    put(name.widget)
    for value in PlainParts.values(of: kind, details?.values ?? []) {
      let field = FormField(
        VaultWords.name(of: value), value.name == .address ? .lines : .line, text: value.value, hint: PlainParts.hint(value.name))
      values.append((value, field))
    }
    for secret in PlainParts.secrets(of: kind, details?.secrets ?? []) {
      let words = VaultWords.name(ofSecret: secret)
      let keeps = details.map { $0.empty != true && $0.secrets?.contains(secret) == true } ?? false
      let field = FormField(keeps ? VaultWords.keeping(words) : words, kind == .note ? .lines : .secret)
      secrets.append((secret, field))
    }
    // In the order of the card: its number comes first.
    let number = kind == .card ? secrets.first?.field : nil
    put(number?.widget)
    for field in values.map(\.field) + secrets.map(\.field) where field !== number { put(field.widget) }
    if let document { put(Build.column(spacing: 14, document.name.widget, document.number.widget)) }
    put(more.widget)
    let saving = SavingTurn { [weak self] in self?.save() }
    self.saving = saving
    put(EntryPage.choices([saving.button, Build.button(VaultWords.cancel) { acts.back() }]))
    let ends = [document?.name, document?.number].compactMap(\.self)
    for field in [name] + values.map(\.field) + secrets.map(\.field) + ends { field.whenEntered { [weak self] in self?.save() } }
    more.whenEntered { [weak self] in self?.save() }
    if let details, kind == .note, details.empty != true { fillInText(of: details.entry) }
  }

  /// Fills in the text of a note for editing; if the vault would ask first, the text can only be replaced.
  private func fillInText(of entry: VaultEntry) {
    acts.conversation.ask(.reveal(VaultCall.RevealQuery(query: entry.record)), isUnattended: true) { [weak self] reply in
      guard case .answer(.revealed, let text?) = reply, let self, !self.isStored else { return }
      self.secrets.first?.field.begin(with: text, called: VaultWords.text)
    }
  }

  func focus() { name.focus() }

  var hasChanges: Bool {
    guard !isStored else { return false }
    let fields = [name, document?.name, document?.number].compactMap(\.self) + values.map(\.field) + secrets.map(\.field)
    return fields.contains { $0.hasChanged } || more.hasChanged
  }

  var secretFields: [FormField] { secrets.map(\.field) + [document?.number].compactMap(\.self) + more.secretFields }

  var origin: String? { details?.entry.record }

  func clear() { for field in secretFields { field.set("") } }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  // MARK: Saving

  private func save() {
    if let trouble = more.findTrouble() { return acts.warn(trouble) }
    if let made { return change(made) }
    if let details { acts.unlessChanged(details) { [weak self] in self?.change(details.entry) } } else { add() }
  }

  private func add() {
    guard !name.text.isEmpty else {
      name.focus()
      return acts.warn(VaultWords.missingTitle)
    }
    let given = values.filter { !$0.field.text.isEmpty }.map { EntryValue($0.value.name, label: $0.value.label, $0.field.text) }
    var parts = secrets
    if let document, !document.name.text.isEmpty { parts.append((document.name.text, document.number)) }
    guard kind == .identity || parts.first?.field.hasText == true else {
      parts.first?.field.focus()
      return acts.warn(kind == .card ? VaultWords.missingNumber : VaultWords.missingText)
    }
    let entry = VaultCall.NewEntry(
      kind: kind, title: name.text, values: given.isEmpty ? nil : given, secrets: parts.isEmpty ? nil : parts.map(\.name))
    let lines = PlainParts.lines(parts.map(\.field.secret))
    guard saving?.take() == true else { return }
    let acts = acts
    acts.store([FormAct(.addEntry(entry), parts.isEmpty ? nil : lines)]) { [weak self] answer in
      guard let answer else {
        self?.saving?.giveBack()
        return
      }
      guard let self, self.more.hasChanged, case .kept(let kept) = answer else { return Self.end(self, acts, VaultWords.addedNow, answer) }
      self.made = kept.entry
      self.store(self.rest(of: kept.entry), say: kept.warnings?.contains(.checkDigit) == true ? VaultWords.checkDigit : VaultWords.addedNow)
    }
  }

  /// Changes the entry: the visible values and the first secret in one act, then an act for each further secret; only the last act is
  /// reported.
  private func change(_ entry: VaultEntry) {
    let nothing = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    if kind == .note, let text = secrets.first?.field, text.hasChanged, !text.hasText {
      text.focus()
      return self.acts.warn(VaultWords.missingText)
    }
    var edit = nothing
    if name.text != entry.title { edit.title = name.text }
    let changed = values.filter { $0.field.text != $0.value.value }.map { EntryValue($0.value.name, label: $0.value.label, $0.field.text) }
    if !changed.isEmpty { edit.values = changed }
    more.put(into: &edit)
    var steps = secrets.compactMap { name, field in
      field.hasChanged ? field.secret.map { secret in FormAct(.edit(PlainParts.edit(of: entry, secret: name)), secret) } : nil
    }
    if let document, !document.name.text.isEmpty, let number = document.number.secret {
      steps.append(FormAct(.edit(VaultCall.EntryEdit(query: entry.record, kind: entry.kind, document: document.name.text)), number))
    }
    steps += more.edits(of: entry)
    if edit != nothing { steps.insert(FormAct(.edit(edit)), at: 0) }
    if steps.isEmpty { return acts.open(entry.record) }
    if saving?.take() == true { store(steps, say: made == nil ? VaultWords.saved : VaultWords.addedNow) }
  }

  /// The acts that store the other parts of a new entry.
  private func rest(of entry: VaultEntry) -> [FormAct] {
    let nothing = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    var edit = nothing
    more.put(into: &edit)
    return (edit == nothing ? [] : [FormAct(.edit(edit))]) + more.edits(of: entry)
  }

  private func store(_ steps: [FormAct], say words: String) {
    let (acts, made) = (acts, made)
    guard !steps.isEmpty else { return Self.end(self, acts, words, made.map(VaultAnswer.entry)) }
    acts.store(steps, isBegun: made != nil) { [weak self] answer in
      if let answer { return Self.end(self, acts, words, answer) }
      self?.saving?.giveBack()
      // The list has the entry, although not everything is stored.
      if made != nil { acts.changed() }
    }
  }

  /// Turns to the stored entry; the user may have left the form in the meantime.
  private static func end(_ form: PlainForm?, _ acts: PageActions, _ words: String, _ answer: VaultAnswer?) {
    form?.isStored = true
    form?.clear()
    acts.changed()
    switch answer {
    case .kept(let kept):
      acts.say(kept.warnings?.contains(.checkDigit) == true ? VaultWords.checkDigit : words)
      acts.open(kept.entry.record)
    case .entry(let entry):
      acts.say(words)
      acts.open(entry.record)
    default: acts.leave()
    }
  }
}
