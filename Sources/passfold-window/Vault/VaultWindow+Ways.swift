// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// Navigation in the open window.
extension VaultWindow {
  func turn(to pane: Pane) { passfold_adw_leaflet_show(leaflet, pane.rawValue) }

  func choose(_ section: VaultSection) {
    sections?.mark(section)
    page?.empty()
    entries?.show(section)
    entries?.mark(nil)
    turn(to: .entries)
  }

  func open(_ entry: VaultEntry) {
    guard entry.trashed != nil else { return open(entry.record) }
    // The vault says no more about an entry in the trash than its list does, until it is restored.
    show(EntryDetails(entry: entry))
  }

  func show(_ details: EntryDetails) {
    page?.show(EntryPage(details, finding: entries?.finding(of: details.entry.record), acts))
    entries?.mark(details.entry.record)
    turn(to: .page)
  }

  func open(_ record: String) {
    // A closed vault would prompt for the passphrase.
    guard isOpen else { return }
    let acts = acts
    requests.ask(.details(VaultCall.EntryQuery(query: record))) { [weak self] reply in
      guard let self, let (answer, _) = acts.answer(in: reply), case .details(let details) = answer, self.isOpen else { return }
      self.show(details)
    }
  }

  /// Turns to the form for the entry focused in the list or, without one, for the entry of the page; returns false if there is neither.
  func edit() -> Bool {
    guard let chosen = entries?.chosen else {
      guard let editing = page?.page?.editing else { return false }
      editing()
      return true
    }
    let acts = acts
    afterForm { [weak self] in
      self?.requests.ask(.details(VaultCall.EntryQuery(query: chosen.record, kind: chosen.kind))) { [weak self] reply in
        guard let self, let (answer, _) = acts.answer(in: reply), case .details(let details) = answer, self.isOpen else { return }
        self.show(.change(details))
      }
    }
    return true
  }

  /// Erases everything in the trash; the vault asks first.
  func emptyTrash() {
    let acts = acts
    requests.ask(.erase(VaultCall.ErasureQuery())) { [weak self] reply in
      guard acts.answer(in: reply) != nil, let self else { return }
      acts.say(VaultWords.erased)
      acts.changed()
      if (self.page?.page as? EntryPage)?.details.entry.trashed != nil { self.leavePage() }
      self.entries?.focusSearch()
    }
  }

  func add() {
    afterForm { [weak self] in self?.addNew() }
  }

  private func addNew() {
    switch entries?.section {
    case .codes: show(.newCode)
    case .notes: show(.newPlain(.note))
    case .cards: show(.newPlain(.card))
    case .identities: show(.newPlain(.identity))
    default: show(.newLogin)
    }
  }

  func show(_ purpose: EntryForm.Purpose) {
    let turn: @MainActor (EntryForm.Purpose) -> Void = { [weak self] purpose in self?.afterForm { self?.show(purpose) } }
    switch purpose {
    case .newPlain(let kind): show(PlainForm(kind, nil, acts, turn: turn))
    case .change(let details) where [.note, .card, .identity].contains(details.entry.kind):
      show(PlainForm(details.entry.kind, details, acts, turn: turn))
    default: show(EntryForm(purpose, acts, turn: turn))
    }
  }

  /// Turns to a page that belongs to no entry of the list.
  func show(_ content: any PaneContent) {
    guard isOpen else { return }
    page?.show(content)
    entries?.mark(nil)
    turn(to: .page)
  }

  /// Turns to the import page.
  ///
  /// - Parameter path: A file that the user has already chosen.
  func bring(_ path: String? = nil) {
    show(ImportPage(over: window, acts, path: path) { [weak self] in self?.finishStep(.importing) })
  }

  func takeOut() { show(ExportPage(files, over: window, acts)) }

  func leavePage() {
    let hadFocus = page?.widget.map { passfold_gtk_has_focus_within($0) != 0 } ?? false
    page?.empty()
    entries?.mark(nil)
    turn(to: .entries)
    if hadFocus { entries?.focusSearch() }
  }

  /// Moves the focus onward from the list: to the page, and from there back to the sections.
  func goOn() {
    let isAlone = passfold_adw_leaflet_is_folded(leaflet) != 0
    let next = isAlone ? [entries?.widget] : [page?.widget, sections?.widget]
    for widget in next.compactMap(\.self) where gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 { return }
  }

  /// Leaves a page: from a form to the entry that it changes, otherwise to the list and the row that was open.
  func goBack() {
    afterForm { [weak self] in
      guard let self else { return }
      let origin = self.page?.page?.origin
      self.page?.page?.hide()
      if let origin { return self.open(origin) }
      let seen = (self.page?.page as? EntryPage)?.record
      self.leavePage()
      self.entries?.focus(seen)
    }
  }

  /// Performs an action that closes a form, once the user has agreed to lose their unsaved input.
  ///
  /// - Parameter isForClosed: Whether to perform it even while the vault is closed.
  func afterForm(isForClosed: Bool = false, _ act: @escaping @MainActor () -> Void) {
    guard let form = page?.page ?? kept?.page, form.hasChanges else { return act() }
    guard !isAsking else { return }
    isAsking = true
    Question.ask(
      over: window, VaultWords.discardTitle, VaultWords.discardNext, no: VaultWords.keepTyping, yes: VaultWords.discard
    ) { [weak self] agreed in
      guard let self else { return }
      self.isAsking = false
      guard agreed else { return }
      if self.page?.page === form { return act() }
      // The vault was closed in the meantime, and the form is waiting for it or has waited too long.
      guard self.kept.map({ $0.page === form }) ?? !self.isOpen else { return }
      self.kept?.end()
      self.kept = nil
      if isForClosed { act() }
    }
  }

  /// Takes a picture of a QR code from the clipboard; an empty form for another kind is replaced by the form for codes.
  func pastePicture() -> Bool {
    guard GivenPicture.isInClipboard, let form = page?.page else { return false }
    if form is EntryForm || form is PlainForm, form.origin == nil, !form.hasChanges, !form.takesPictures { show(.newCode) }
    return page?.page?.pastePicture() ?? false
  }
}
