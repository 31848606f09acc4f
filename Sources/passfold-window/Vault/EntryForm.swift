// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import SecretMemory
import VaultProtocol

/// The form for adding or changing an entry.
@MainActor
final class EntryForm: PaneContent {
  /// The purpose of the form.
  enum Purpose {
    case newLogin
    case newCode
    /// A code for a login that has none.
    case codeOf(VaultEntry)
    /// A note, a card or an identity.
    case newPlain(VaultEntry.Kind)
    case change(EntryDetails)
  }

  let widget: Widget?
  let title: String
  private let purpose: Purpose
  private let acts: PageActions
  private let content = Build.column(spacing: 14, margin: 18)
  private let name: FormField
  private let user: FormField
  private let services: FormField
  private let secret: FormField
  private let more: MoreFields
  private var saving: SavingTurn?
  /// The entry that was already added, with the secret it got, while other parts of the form are still to be stored.
  private var made: (entry: VaultEntry, secret: SharedSecret?)?
  /// Whether the whole form is in the vault.
  private var isStored = false
  private let picture: PictureField?

  /// - Parameter turn: Turns to the form for another kind of new entry.
  init(_ purpose: Purpose, _ acts: PageActions, turn: @escaping @MainActor (Purpose) -> Void) {
    self.purpose = purpose
    self.acts = acts
    var entry: VaultEntry?
    var login: VaultEntry?
    var isCode = false
    switch purpose {
    case .newLogin: title = VaultWords.add
    case .newCode:
      title = VaultWords.add
      isCode = true
    case .codeOf(let one):
      title = VaultWords.setUpCode
      login = one
      isCode = true
    case .newPlain: title = VaultWords.add
    case .change(let details):
      entry = details.entry
      title = VaultWords.editing(PrintableText.of(details.entry.title))
      isCode = details.entry.kind == .oneTimeCode
    }
    let isNew = entry == nil
    name = FormField(isNew ? VaultWords.optionalTitle : VaultWords.entryTitle, text: entry?.title ?? "")
    user = FormField(VaultWords.user, text: (entry ?? login)?.user ?? "")
    services =
      isNew
      ? FormField(VaultWords.service, text: login?.services.first ?? "")
      : FormField(VaultWords.services, .lines, text: entry?.services.joined(separator: "\n") ?? "")
    var made: (@MainActor () -> Void)?
    let making = isCode ? nil : Build.button(VaultWords.make) { made?() }
    let label = isCode ? (isNew ? VaultWords.link : VaultWords.newLink) : (isNew ? VaultWords.password : VaultWords.newPassword)
    secret = FormField(label, .secret, hint: isCode ? VaultWords.linkHint : nil, beside: making)
    var details: EntryDetails?
    if case .change(let changed) = purpose { details = changed }
    more = MoreFields(entry?.kind ?? (isCode ? .oneTimeCode : .password), details, takesWebsites: isNew && !isCode, acts)
    let field = secret
    picture = isNew && isCode ? SetUpPicture.field(acts) { field.set($0) } : nil
    widget = content.flatMap { passfold_adw_clamp_new($0, 560) }.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget { gtk_widget_set_vexpand(widget, 1) }
    made = { [weak self] in
      var random = SystemRandomNumberGenerator()
      self?.secret.set(ConfigurationFolder.generatorRules.makePassword(using: &random))
    }
    if isNew, login == nil { put(NewKinds.make(isCode ? .oneTimeCode : .password, turn)) }
    // A code's link names the website and account itself, so it comes first.
    let fields = isNew && isCode ? [secret, services, user, name] : [services, user, secret, name]
    // A passkey's service determines these fields; the user can edit only the additional ones.
    let ofPerson = entry?.kind == .passkey ? [] : [name, user, services, secret]
    for field in isNew ? fields : ofPerson {
      put(field.widget)
      if field === secret { put(picture?.widget) }
    }
    if let widget { picture?.hearDrops(onto: widget) }
    put(more.widget)
    let saving = SavingTurn { [weak self] in self?.save() }
    self.saving = saving
    put(EntryPage.choices([saving.button, Build.button(VaultWords.cancel) { acts.back() }]))
    for field in [name, user, services, secret] { field.whenEntered { [weak self] in self?.save() } }
    more.whenEntered { [weak self] in self?.save() }
  }

  func focus() {
    switch purpose {
    case .newLogin: services.focus()
    case .newCode, .codeOf: secret.focus()
    case .newPlain: name.focus()
    case .change(let details): if details.entry.kind == .passkey { more.focus() } else { name.focus() }
    }
  }

  var hasChanges: Bool {
    guard !isStored else { return false }
    return [name, user, services, secret].contains { $0.hasChanged } || more.hasChanged
  }

  var secretFields: [FormField] { [secret] + more.secretFields }

  var origin: String? {
    switch purpose {
    case .change(let details): details.entry.record
    case .codeOf(let login): login.record
    case .newLogin, .newCode, .newPlain: nil
    }
  }

  var takesPictures: Bool { picture != nil }

  func pastePicture() -> Bool { picture?.paste() ?? false }

  /// Removes secrets from all widgets.
  func clear() {
    picture?.end()
    for field in secretFields { field.set("") }
  }

  private func put(_ part: Widget?) { if let content, let part { passfold_gtk_box_append(content, part) } }

  // MARK: Saving

  private func save() {
    if let trouble = more.findTrouble() { return acts.warn(trouble) }
    if let made { return change(made.entry, from: made.secret) }
    switch purpose {
    case .newLogin: addLogin()
    case .newCode, .codeOf: addCode()
    case .newPlain: break
    case .change(let details): acts.unlessChanged(details) { [weak self] in self?.change(details.entry) }
    }
  }

  private func addLogin() {
    let service = services.text.trimmingSpace
    guard !service.isEmpty, let password = secret.secret else {
      (service.isEmpty ? services : secret).focus()
      return acts.warn(VaultWords.missing)
    }
    let login = VaultCall.NewPassword(service: service, user: user.text, title: optional(name))
    add(.addPassword(login), password)
  }

  private func addCode() {
    guard let link = secret.secret else {
      secret.focus()
      return acts.warn(VaultWords.missingLink)
    }
    let code = VaultCall.NewCode(service: optional(services), user: optional(user), title: optional(name))
    add(.addCode(code), link)
  }

  /// Adds the entry with its secret; its other parts are stored once the entry exists.
  private func add(_ call: VaultCall, _ secret: SharedSecret) {
    guard saving?.take() == true else { return }
    let acts = acts
    acts.store([FormAct(call, secret)]) { [weak self] answer in
      switch answer {
      case .added(let entry):
        guard let self, self.more.hasChanged else { return Self.end(self, acts, VaultWords.addedNow, answer) }
        self.made = (entry, secret)
        self.store(self.rest(of: entry), say: VaultWords.addedNow)
      case .present where self?.more.hasChanged == true:
        // The existing entry's own additions are not overwritten.
        self?.saving?.giveBack()
        acts.warn(VaultWords.presentAlready)
      case .some: Self.end(self, acts, VaultWords.addedNow, answer)
      case nil: self?.saving?.giveBack()
      }
    }
  }

  private func rest(of entry: VaultEntry) -> [FormAct] {
    var edit = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    let further = more.services
    if !further.isEmpty { edit.services = names(in: services) + further }
    more.put(into: &edit)
    let isChanged = edit != VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    return (isChanged ? [FormAct(.edit(edit))] : []) + more.edits(of: entry)
  }

  /// Changes the entry: everything except the note and custom fields in one act, then an act for each of those; only the last act is
  /// reported.
  ///
  /// - Parameter former: The secret that the entry has, if known here.
  private func change(_ entry: VaultEntry, from former: SharedSecret? = nil) {
    var edit = VaultCall.EntryEdit(query: entry.record, kind: entry.kind)
    let names = names(in: services) + more.services
    // Fields that were left to the vault when the entry was added are not cleared.
    let isMade = made != nil
    if name.text != entry.title, !isMade || !name.text.isEmpty { edit.title = name.text }
    if user.text != entry.user, !isMade || !user.text.isEmpty { edit.user = user.text }
    if names != entry.services, !isMade || !names.isEmpty { edit.services = names }
    more.put(into: &edit)
    var newSecret = secret.secret
    if let former, let typed = newSecret, constantTimeEquals(typed, former) { newSecret = nil }
    var steps = more.edits(of: entry)
    if edit != VaultCall.EntryEdit(query: entry.record, kind: entry.kind) || newSecret != nil {
      steps.insert(FormAct(.edit(edit), newSecret), at: 0)
    }
    if steps.isEmpty, !isMade { return acts.open(entry.record) }
    if saving?.take() == true { store(steps, say: isMade ? VaultWords.addedNow : VaultWords.saved) }
  }

  private func names(in field: FormField) -> [String] { field.text.split(whereSeparator: \.isWhitespace).map(String.init) }

  private func store(_ steps: [FormAct], say words: String) {
    let (acts, made) = (acts, made?.entry)
    guard !steps.isEmpty else { return Self.end(self, acts, words, made.map(VaultAnswer.entry)) }
    acts.store(steps, isBegun: made != nil) { [weak self] answer in
      if let answer { return Self.end(self, acts, words, answer) }
      self?.saving?.giveBack()
      // The list has the entry, although not everything is stored.
      if made != nil { acts.changed() }
    }
  }

  /// Turns to the stored entry; the user may have left the form in the meantime.
  private static func end(_ form: EntryForm?, _ acts: PageActions, _ words: String, _ answer: VaultAnswer?) {
    form?.isStored = true
    form?.clear()
    acts.say(words)
    acts.changed()
    switch answer {
    case .added(let entry), .present(let entry), .entry(let entry): acts.open(entry.record)
    case .kept(let kept): acts.open(kept.entry.record)
    default: acts.leave()
    }
  }

  private func optional(_ field: FormField) -> String? {
    let text = field.text.trimmingSpace
    return text.isEmpty ? nil : text
  }
}
