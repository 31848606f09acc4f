// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The window in which a person sees what is in the vault, copies it, adds to it and changes it.
///
/// It holds no key. What it shows comes from the vault, which asks the person as it asks for any program, and goes when the vault locks.
@MainActor
final class VaultWindow {
  private enum Pane: String { case sections, entries, page }
  private enum State: String { case closed, open }

  /// How often it looks whether the vault is still open for it, in milliseconds.
  private static let interval: UInt32 = 1_000

  private let window: Widget
  private let leaflet: Widget
  private let stack = passfold_gtk_stack_new()
  private let toasts: Widget?
  /// One for lists, one for what a prompt may hold up, one for how things stand.
  private let lists = VaultConversation()
  private let requests = VaultConversation()
  private let watch = VaultConversation()
  private let clipboard = SecretClipboard()
  private let leave: @MainActor @Sendable () -> Void
  private var closed: ClosedVault?
  private var sections: SectionsPane?
  private var entries: EntriesPane?
  private var page: PagePane?
  private var isOpen = false
  private var isUnlocking = false
  private var isLooking = false
  private var looksAgain = false
  private var trouble: String?

  init?(leave: @escaping @MainActor @Sendable () -> Void) {
    guard let window = passfold_adw_window_new(VaultWords.title, 1000, 680), let leaflet = passfold_adw_leaflet_new() else { return nil }
    self.window = window
    self.leaflet = leaflet
    self.leave = leave
    gtk_widget_set_size_request(window, 360, 320)
    toasts = stack.flatMap { passfold_adw_toasts_new($0) }
    build()
    if let toasts { passfold_adw_window_set_whole(window, toasts) }
    SignalHandler.connect(window, asking: "close-request") { [weak self] in
      self?.close()
      return true
    }
    SignalHandler.connect(window, "notify::is-active") { [weak self] _ in
      guard let self, passfold_gtk_window_is_active(self.window) == 0 else { return }
      self.page?.page?.hide()
    }
    SignalHandler.connectKeys(of: window) { [weak self] key in self?.press(key) ?? false }
    look()
    // Connected before the list is wanted: the vault looks first who it is that asks.
    lists.ask(.status) { _ in }
    MainLoop.every(milliseconds: Self.interval) { [weak self] in
      self?.look()
      return self != nil
    }
    passfold_gtk_window_present(window)
  }

  private func build() {
    let sections = SectionsPane(in: leaflet) { [weak self] section in self?.choose(section) }
    let adding = Build.symbolButton("list-add-symbolic", VaultWords.add) { [weak self] in self?.add() }
    let locking = Build.symbolButton("changes-prevent-symbolic", VaultWords.lock) { [weak self] in self?.lock() }
    let entries = EntriesPane(
      lists, in: leaflet, window: window, buttons: [adding, locking], sections: { [weak self] in self?.turn(to: .sections) },
      goOn: { [weak self] in self?.goOn() }, open: { [weak self] entry in self?.open(entry) })
    let page = PagePane(in: leaflet) { [weak self] in self?.goBack() }
    let closed = ClosedVault { [weak self] in self?.unlock() }
    (self.sections, self.entries, self.page, self.closed) = (sections, entries, page, closed)
    let panes: [(Widget?, Pane)] = [(sections.widget, .sections), (entries.widget, .entries), (page.widget, .page)]
    for (widget, pane) in panes { if let widget { passfold_adw_leaflet_add(leaflet, widget, pane.rawValue) } }
    guard let stack else { return }
    if let widget = closed.widget { passfold_gtk_stack_add(stack, widget, State.closed.rawValue, VaultWords.locked) }
    passfold_gtk_stack_add(stack, leaflet, State.open.rawValue, VaultWords.title)
    turn(to: .entries)
  }

  private var acts: PageActs {
    PageActs(
      conversation: requests, clipboard: clipboard, say: { [weak self] in self?.say($0) }, open: { [weak self] in self?.open($0) },
      changed: { [weak self] in
        self?.entries?.refresh()
        self?.look()
      }, edit: { [weak self] details in self?.show(.change(details)) }, leave: { [weak self] in self?.leavePage() })
  }

  // MARK: Open and closed

  private func look() {
    guard !isLooking else {
      looksAgain = true
      return
    }
    isLooking = true
    watch.ask(.status) { [weak self] reply in
      guard let self else { return }
      self.isLooking = false
      switch reply {
      case .answer(.status(let status), _): self.hear(status)
      default: self.shut(.silent)
      }
      guard self.looksAgain else { return }
      self.looksAgain = false
      self.look()
    }
  }

  private func hear(_ status: VaultStatus) {
    guard status.state == .unlocked, status.terminalHasGrant else { return shut(ClosedVault.Reason(status)) }
    isUnlocking = false
    trouble = nil
    sections?.show(status)
    unfold()
  }

  private func unfold() {
    guard !isOpen else { return }
    isOpen = true
    choose(.all)
    turn(to: .open)
    entries?.focusSearch()
  }

  /// Shows nothing of the vault any more.
  private func shut(_ reason: ClosedVault.Reason) {
    if isOpen {
      isOpen = false
      trouble = nil
      page?.empty()
      entries?.clear()
      sections?.show(nil)
    }
    closed?.show(reason, words: trouble, isAsking: isUnlocking)
    turn(to: .closed)
  }

  private func turn(to state: State) {
    guard let stack else { return }
    // What is not seen is not there for a screen reader either.
    if let widget = closed?.widget { gtk_widget_set_visible(widget, state == .closed ? 1 : 0) }
    gtk_widget_set_visible(leaflet, state == .open ? 1 : 0)
    if passfold_gtk_stack_shows(stack, state.rawValue) == 0 { passfold_gtk_stack_turn(stack, state.rawValue) }
  }

  private func unlock() {
    guard !isUnlocking else { return }
    isUnlocking = true
    trouble = nil
    closed?.show(.locked, isAsking: true)
    requests.ask(.unlock) { [weak self] reply in
      guard let self else { return }
      self.isUnlocking = false
      switch reply {
      case .answer: self.unfold()
      case .failure(let failure): self.trouble = VaultFailureWords.text(failure)
      case .silence: self.trouble = VaultWords.silentNext
      }
      self.look()
    }
  }

  private func lock() {
    shut(.locked)
    requests.ask(.lock) { [weak self] _ in self?.look() }
  }

  private func close() {
    page?.empty()
    gtk_widget_set_visible(window, 0)
    // What was copied can still be pasted, for as long as it would have been.
    clipboard.whenFree(leave)
  }

  // MARK: Ways

  private func turn(to pane: Pane) { passfold_adw_leaflet_show(leaflet, pane.rawValue) }

  private func choose(_ section: VaultSection) {
    sections?.mark(section)
    page?.empty()
    entries?.show(section)
    entries?.mark(nil)
    turn(to: .entries)
  }

  private func open(_ entry: VaultEntry) {
    guard entry.trashed != nil else { return open(entry.record) }
    // Of what is in the trash the vault tells no more than its list does, until it is restored.
    show(EntryDetails(entry: entry))
  }

  private func show(_ details: EntryDetails) {
    page?.show(EntryPage(details, acts))
    entries?.mark(details.entry.record)
    turn(to: .page)
  }

  private func open(_ record: String) {
    let acts = acts
    requests.ask(.details(VaultCall.EntryQuery(query: record))) { [weak self] reply in
      guard let self, let (answer, _) = acts.answer(in: reply), case .details(let details) = answer, self.isOpen else { return }
      self.show(details)
    }
  }

  private func add() { show(entries?.section == .codes ? .newCode : .newLogin) }

  private func show(_ purpose: EntryForm.Purpose) {
    guard isOpen else { return }
    page?.show(EntryForm(purpose, acts) { [weak self] purpose in self?.show(purpose) })
    entries?.mark(nil)
    turn(to: .page)
  }

  private func leavePage() {
    page?.empty()
    entries?.mark(nil)
    turn(to: .entries)
  }

  /// Brings the focus to what stands behind the list: the page, or from there the sections again.
  private func goOn() {
    let isAlone = passfold_adw_leaflet_is_folded(leaflet) != 0
    let next = isAlone ? [entries?.widget] : [page?.widget, sections?.widget]
    for widget in next.compactMap(\.self) where gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) != 0 { return }
  }

  private func goBack() {
    page?.page?.hide()
    leavePage()
  }

  private func say(_ words: String) { if let toasts { passfold_adw_toast(toasts, words) } }

  // MARK: Keys

  private func press(_ key: PressedKey) -> Bool {
    guard isOpen else { return false }
    if key.hasControl {
      if key.isOne(of: GDK_KEY_f, GDK_KEY_F) {
        turn(to: .entries)
        entries?.focusSearch()
        return true
      }
      if key.isOne(of: GDK_KEY_l, GDK_KEY_L) {
        lock()
        return true
      }
      if key.isOne(of: GDK_KEY_n, GDK_KEY_N) {
        add()
        return true
      }
      if key.isOne(of: GDK_KEY_c), passfold_gtk_window_types(window) == 0 { return page?.page?.copyMain() ?? false }
      return false
    }
    if key.isOne(of: GDK_KEY_Escape) || (key.hasAlt && key.isOne(of: GDK_KEY_Left)) {
      if passfold_adw_leaflet_shows(leaflet, Pane.page.rawValue) != 0, page?.page != nil || page?.hasForm == true {
        goBack()
        entries?.focusSearch()
        return true
      }
      return entries?.endSearch() ?? false
    }
    return false
  }
}
