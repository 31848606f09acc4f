// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The form in which a note, a card or an identity is made or changed.
@MainActor
final class PlainForm: PaneContent {
  let widget: Widget?
  let title: String
  private let kind: VaultEntry.Kind
  private let details: EntryDetails?
  private let acts: PageActs
  private let content = Build.column(spacing: 14, margin: 18)
  private let name: FormField
  private var values: [(value: EntryValue, field: FormField)] = []
  /// By the names that they are stored under.
  private var secrets: [(name: String, field: FormField)] = []
  private let document: (name: FormField, number: FormField)?
  private let labels: LabelFields?
  private let additions: AdditionFields?
  private var saving: SavingTurn?
  /// Whether all of it is in the vault.
  private var isStored = false

  /// - Parameters:
  ///   - details: The entry that is changed; nil makes one.
  ///   - turn: Turns to the form for another kind of new entry.
  init(_ kind: VaultEntry.Kind, _ details: EntryDetails?, _ acts: PageActs, turn: @escaping @MainActor (EntryForm.Purpose) -> Void) {
    (self.kind, self.details, self.acts) = (kind, details, acts)
    title = details.map { VaultWords.editing(PrintableText.of($0.entry.title)) } ?? VaultWords.add
    name = FormField(VaultWords.entryTitle, text: details?.entry.title ?? "")
    document = kind == .identity ? (FormField(VaultWords.documentName), FormField(VaultWords.documentNumber, .secret)) : nil
    labels = details.map { LabelFields($0.entry) }
    additions = details.map { AdditionFields($0, acts) }
    widget = content.flatMap { passfold_adw_clamp_new($0, 560) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    if details == nil { put(NewKinds.make(kind, turn)) }
    put(name.widget)
    for value in PlainParts.values(of: kind, details?.values ?? []) {
      let field = FormField(
        VaultWords.name(of: value), value.name == .address ? .lines : .line, text: value.value, hint: PlainParts.hint(value.name))
      values.append((value, field))
      put(field.widget)
    }
    for secret in PlainParts.secrets(of: kind, details?.secrets ?? []) {
      let words = VaultWords.name(ofSecret: secret)
      let keeps = details.map { $0.empty != true && $0.secrets?.contains(secret) == true } ?? false
      let field = FormField(keeps ? VaultWords.keeping(words) : words, kind == .note ? .lines : .secret)
      secrets.append((secret, field))
      put(field.widget)
    }
    if let document { put(Build.column(spacing: 14, document.name.widget, document.number.widget)) }
    put(labels?.widget)
    put(additions?.widget)
    let saving = SavingTurn { [weak self] in self?.save() }
    self.saving = saving
    put(EntryPage.choices([saving.button, Build.button(VaultWords.cancel) { acts.back() }]))
    let ends = [document?.name, document?.number].compactMap(\.self) + (labels?.fields ?? []) + (additions?.fields ?? [])
    for field in [name] + values.map(\.field) + secrets.map(\.field) + ends { field.whenEntered { [weak self] in self?.save() } }
    if let details, kind == .note, details.empty != true { fillInText(of: details.entry) }
  }

  /// Has the text of a note there to be changed; where the vault would ask first, only a whole new one can be typed.
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
    return fields.contains { $0.hasChanged } || labels?.hasChanged == true || additions?.hasChanged == true
  }

  var secretFields: [FormField] { secrets.map(\.field) + [document?.number].compactMap(\.self) + (additions?.secretFields ?? []) }

  var origin: String? { details?.entry.record }

  func clear() { for field in secretFields { field.set("") } }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  // MARK: Saving

  private func save() {
    if let details { acts.unlessChanged(details) { [weak self] in self?.change(details.entry) } } else { add() }
  }

  private func add() {
    guard !name.text.isEmpty else {
      name.focus()
      return acts.say(VaultWords.missingTitle)
    }
    let given = values.filter { !$0.field.text.isEmpty }.map { EntryValue($0.value.name, label: $0.value.label, $0.field.text) }
    var parts = secrets
    if let document, !document.name.text.isEmpty { parts.append((document.name.text, document.number)) }
    guard kind == .identity || parts.first?.field.hasText == true else {
      parts.first?.field.focus()
      return acts.say(kind == .card ? VaultWords.missingNumber : VaultWords.missingText)
    }
    let entry = VaultCall.NewEntry(
      kind: kind, title: name.text, values: given.isEmpty ? nil : given, secrets: parts.isEmpty ? nil : parts.map(\.name))
    let lines = PlainParts.lines(parts.map(\.field.secret))
    store(.addEntry(entry), parts.isEmpty ? nil : lines, [], say: VaultWords.addedNow)
  }

  /// What is shown and the first secret change as one act; each further secret is an act of its own, and only the last of them is said.
  private func change(_ entry: VaultEntry) {
    let nothing = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    if kind == .note, let text = secrets.first?.field, text.hasChanged, !text.hasText {
      text.focus()
      return self.acts.say(VaultWords.missingText)
    }
    if let trouble = additions?.findTrouble() { return self.acts.say(trouble) }
    var edit = nothing
    if name.text != entry.title { edit.title = name.text }
    let changed = values.filter { $0.field.text != $0.value.value }.map { EntryValue($0.value.name, label: $0.value.label, $0.field.text) }
    if !changed.isEmpty { edit.values = changed }
    labels?.put(into: &edit)
    var acts: [(VaultCall.EntryEdit, SharedSecret?)] = secrets.compactMap { name, field in
      field.hasChanged ? field.secret.map { secret in (PlainParts.edit(of: entry, secret: name), secret) } : nil
    }
    if let document, !document.name.text.isEmpty, let number = document.number.secret {
      acts.append((VaultCall.EntryEdit(query: entry.record, kind: entry.kind, document: document.name.text), number))
    }
    acts += additions?.edits.map { ($0.edit, $0.text) } ?? []
    if edit != nothing { acts.insert((edit, nil), at: 0) }
    guard let first = acts.first else { return self.acts.open(entry.record) }
    store(.edit(first.0), first.1, Array(acts.dropFirst()), say: VaultWords.saved)
  }

  private func store(
    _ call: VaultCall, _ secret: SharedSecret?, _ further: [(VaultCall.EntryEdit, SharedSecret?)], say words: String
  ) {
    if saving?.take() == true { finish(call, secret, further, say: words) }
  }

  private func finish(
    _ call: VaultCall, _ secret: SharedSecret?, _ further: [(VaultCall.EntryEdit, SharedSecret?)], say words: String
  ) {
    let acts = acts
    acts.conversation.ask(call, secret: secret) { [weak self] reply in
      guard let (answer, _) = acts.answer(in: reply) else {
        self?.saving?.giveBack()
        return
      }
      if let self, let next = further.first { return self.finish(.edit(next.0), next.1, Array(further.dropFirst()), say: words) }
      self?.isStored = true
      self?.clear()
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
}
