// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The form in which an entry is made or changed.
@MainActor
final class EntryForm: PaneContent {
  /// What comes of it.
  enum Purpose {
    case newLogin
    case newCode
    /// A note, a card or an identity.
    case newPlain(VaultEntry.Kind)
    case change(EntryDetails)
  }

  let widget: Widget?
  let title: String
  private let purpose: Purpose
  private let acts: PageActs
  private let content = Build.column(spacing: 14, margin: 18)
  private let name: FormField
  private let user: FormField
  private let services: FormField
  private let secret: FormField
  private let additions: AdditionFields?
  private let labels: LabelFields?
  private var saving: SavingTurn?
  /// Whether all of it is in the vault.
  private var isStored = false
  private let picture: PictureField?

  /// - Parameter turn: Turns to the form for the other kind of new entry.
  init(_ purpose: Purpose, _ acts: PageActs, turn: @escaping @MainActor (Purpose) -> Void) {
    self.purpose = purpose
    self.acts = acts
    var entry: VaultEntry?
    var isCode = false
    switch purpose {
    case .newLogin: title = VaultWords.add
    case .newCode:
      title = VaultWords.add
      isCode = true
    case .newPlain: title = VaultWords.add
    case .change(let details):
      entry = details.entry
      title = VaultWords.editing(PrintableText.of(details.entry.title))
      isCode = details.entry.kind == .oneTimeCode
    }
    let isNew = entry == nil
    name = FormField(isNew ? VaultWords.optionalTitle : VaultWords.entryTitle, text: entry?.title ?? "")
    user = FormField(VaultWords.user, text: entry?.user ?? "")
    services =
      isNew
      ? FormField(VaultWords.service)
      : FormField(VaultWords.services, .lines, text: entry?.services.joined(separator: "\n") ?? "")
    var made: (@MainActor () -> Void)?
    let making = isCode ? nil : Build.button(VaultWords.make) { made?() }
    let label = isCode ? (isNew ? VaultWords.link : VaultWords.newLink) : (isNew ? VaultWords.password : VaultWords.newPassword)
    secret = FormField(label, .secret, hint: isCode ? VaultWords.linkHint : nil, beside: making)
    var details: EntryDetails?
    if case .change(let changed) = purpose { details = changed }
    additions = details.map { AdditionFields($0, acts) }
    labels = entry.map { LabelFields($0) }
    let field = secret
    picture = isNew && isCode ? SetUpPicture.field(acts) { field.set($0) } : nil
    widget = content.flatMap { passfold_adw_clamp_new($0, 560) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    made = { [weak self] in
      var random = SystemRandomNumberGenerator()
      self?.secret.set(ConfigurationFolder.generatorRules.makePassword(using: &random))
    }
    if isNew { put(NewKinds.make(isCode ? .oneTimeCode : .password, turn)) }
    // A code's link names website and account itself, so it comes first.
    let fields = isNew && isCode ? [secret, services, user, name] : [services, user, secret, name]
    // Of a passkey its service decides; the person's own are words and a note.
    let ofPerson = entry?.kind == .passkey ? [] : [name, user, services, secret]
    for field in isNew ? fields : ofPerson {
      put(field.widget)
      if field === secret { put(picture?.widget) }
    }
    if let widget { picture?.hearDrops(onto: widget) }
    put(labels?.widget)
    put(additions?.widget)
    let saving = SavingTurn { [weak self] in self?.save() }
    self.saving = saving
    put(EntryPage.choices([saving.button, Build.button(VaultWords.cancel) { acts.back() }]))
    for field in [name, user, services, secret] + (labels?.fields ?? []) + (additions?.fields ?? []) {
      field.whenEntered { [weak self] in self?.save() }
    }
  }

  func focus() {
    switch purpose {
    case .newLogin: services.focus()
    case .newCode: secret.focus()
    case .newPlain: name.focus()
    case .change(let details): if details.entry.kind == .passkey { labels?.focus() } else { name.focus() }
    }
  }

  var hasChanges: Bool {
    guard !isStored else { return false }
    return [name, user, services, secret].contains { $0.hasChanged } || labels?.hasChanged == true || additions?.hasChanged == true
  }

  var secretFields: [FormField] { [secret] + (additions?.secretFields ?? []) }

  var origin: String? { if case .change(let details) = purpose { details.entry.record } else { nil } }

  var takesPictures: Bool { picture != nil }

  func pastePicture() -> Bool { picture?.paste() ?? false }

  /// Leaves no secret in any widget.
  func clear() {
    picture?.end()
    for field in secretFields { field.set("") }
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  // MARK: Saving

  private func save() {
    switch purpose {
    case .newLogin: addLogin()
    case .newCode: addCode()
    case .newPlain: break
    case .change(let details): acts.unlessChanged(details) { [weak self] in self?.change(details.entry) }
    }
  }

  private func addLogin() {
    let service = services.text.trimmingSpace
    guard !service.isEmpty, let password = secret.secret else {
      (service.isEmpty ? services : secret).focus()
      return acts.say(VaultWords.missing)
    }
    let login = VaultCall.NewPassword(service: service, user: user.text, title: optional(name))
    ask(.addPassword(login), password, say: VaultWords.addedNow)
  }

  private func addCode() {
    guard let link = secret.secret else {
      secret.focus()
      return acts.say(VaultWords.missingLink)
    }
    let code = VaultCall.NewCode(service: optional(services), user: optional(user), title: optional(name))
    ask(.addCode(code), link, say: VaultWords.addedNow)
  }

  /// What is stored beside note and fields changes as one act, and each of those is an act of its own, of which only the last is said.
  private func change(_ entry: VaultEntry) {
    if let trouble = additions?.findTrouble() { return acts.say(trouble) }
    var edit = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    let names = services.text.split(whereSeparator: \.isWhitespace).map(String.init)
    if name.text != entry.title { edit.title = name.text }
    if user.text != entry.user { edit.user = user.text }
    if names != entry.services { edit.services = names }
    labels?.put(into: &edit)
    let newSecret = secret.secret
    var edits = additions?.edits ?? []
    if edit != VaultCall.EntryEdit(query: entry.record, kind: entry.kind) || newSecret != nil { edits.insert((edit, newSecret), at: 0) }
    guard let first = edits.first else { return acts.open(entry.record) }
    if saving?.take() == true { finish(.edit(first.edit), first.text, Array(edits.dropFirst()), say: VaultWords.saved) }
  }

  private func ask(_ call: VaultCall, _ secret: SharedSecret?, say words: String) {
    if saving?.take() == true { finish(call, secret, [], say: words) }
  }

  private func finish(_ call: VaultCall, _ secret: SharedSecret?, _ further: [AdditionFields.Edit], say words: String) {
    let acts = acts
    acts.conversation.ask(call, secret: secret) { [weak self] reply in
      guard let (answer, _) = acts.answer(in: reply) else {
        self?.saving?.giveBack()
        return
      }
      if let self, let next = further.first {
        return self.finish(.edit(next.edit), next.text, Array(further.dropFirst()), say: words)
      }
      self?.isStored = true
      self?.clear()
      acts.say(words)
      acts.changed()
      switch answer {
      case .added(let entry), .present(let entry), .entry(let entry): acts.open(entry.record)
      case .kept(let kept): acts.open(kept.entry.record)
      default: acts.leave()
      }
    }
  }

  private func optional(_ field: FormField) -> String? {
    let text = field.text.trimmingSpace
    return text.isEmpty ? nil : text
  }
}
