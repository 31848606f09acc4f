// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory
import VaultProtocol

/// The window in which a person sees what is in the vault, copies it, adds to it and changes it.
///
/// It holds no key. What it shows comes from the vault, which asks the person as it asks for any program, and goes when the vault locks.
@MainActor
final class VaultWindow {
  enum Pane: String { case sections, entries, page }
  enum State: String { case closed, paper, alone, open }

  /// How often it looks whether the vault is still open for it, in milliseconds.
  private static let interval: UInt32 = 1_000

  let window: Widget
  let leaflet: Widget
  let stack = passfold_gtk_stack_new()
  let firstSteps = FirstSteps()
  /// The recovery key of a vault that was made just now.
  var paper: RecoveryPaper?
  /// What stands alone while there is no vault to be seen: the way into an account of other devices, or the vault's copies.
  var closedPage: (any ClosedPage)?
  /// A file that the person opened elsewhere on the desktop, which waits for the vault to be open.
  private var opened: String?
  let passing: PassingWords?
  /// One for lists, two for what a prompt may hold up, one for how things stand.
  private let lists = VaultConversation()
  let requests = VaultConversation()
  let files = VaultConversation()
  private let watch = VaultConversation()
  private let clipboard = SecretClipboard()
  private let leave: @MainActor @Sendable () -> Void
  private var closed: ClosedVault?
  var sections: SectionsPane?
  var entries: EntriesPane?
  var page: PagePane?
  private(set) var isOpen = false
  private var isUnlocking = false
  /// Whether the person is asked whether what they typed may be lost.
  var isAsking = false
  /// What was asked before the window was opened or closed last tells nothing.
  private var turns = 0
  /// How things stood when it looked last; nil before it did.
  private var known: VaultStatus?
  /// Whether the person changed something here since then, which the list shows already.
  private var hasChanged = false
  /// Whether something changed that the page does not show yet.
  var isPageBehind = false
  /// When the page was brought up to date last, on the clock of `MainLoop.now`.
  var lastFollowing = -Double.infinity
  private var isLooking = false
  private var looksAgain = false
  private var trouble: String?
  /// What a person was typing when the vault was closed.
  var kept: KeptForm?
  /// What ended when the vault was closed, or while it was, in words.
  var ended: String?
  private let now: @MainActor () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - path: A file to import; nil for none.
  ///   - now: The time, by which a form does not wait for ever.
  ///   - leave: Hears that the window is closed.
  init?(
    opening path: String? = nil, now: @escaping @MainActor () -> ContinuousClock.Instant = { ContinuousClock.now },
    leave: @escaping @MainActor @Sendable () -> Void
  ) {
    guard let window = passfold_adw_window_new(VaultWords.title, 1000, 680), let leaflet = passfold_adw_leaflet_new() else { return nil }
    self.window = window
    self.leaflet = leaflet
    (self.now, self.leave) = (now, leave)
    opened = path
    gtk_widget_set_size_request(window, 360, 320)
    passing = stack.flatMap { PassingWords(below: $0, dismiss: VaultWords.dismiss, undo: VaultWords.undo) }
    build()
    if let passing { passfold_adw_window_set_whole(window, passing.widget) }
    SignalHandler.connect(window, asking: "close-request") { [weak self] in
      self?.afterForm(isForClosed: true) { self?.close() }
      return true
    }
    SignalHandler.connect(window, "notify::is-active") { [weak self] _ in
      guard let self, passfold_gtk_window_is_active(self.window) == 0 else { return }
      self.page?.page?.hide()
      self.paper?.hide()
    }
    SignalHandler.connect(window, "notify::default-width") { [weak self] _ in
      guard let self else { return }
      // After the frame in which it became wider.
      MainLoop.post { self.entries?.fit(passfold_gtk_window_width(self.window)) }
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
    let tools = SectionsPane.Tools(
      bring: { [weak self] in self?.afterForm { self?.bring() } }, takeOut: { [weak self] in self?.afterForm { self?.takeOut() } },
      firstSteps: { [weak self] in self?.afterForm { self?.showFirstSteps() } },
      access: { [weak self] in self?.afterForm { self?.showAccess() } },
      copies: { [weak self] in self?.afterForm { self?.showCopies() } },
      settings: { [weak self] in if !OtherPrograms.openSettings() { self?.say(VaultWords.settingsNotOpened) } },
      shortcuts: { [window] in ShortcutsWindow.open(over: window) })
    let sections = SectionsPane(in: leaflet, tools: tools) { [weak self] section in
      // The list marks what was pressed, also where the person stays.
      if let self, let now = self.entries?.section { self.sections?.mark(now) }
      self?.afterForm { self?.choose(section) }
    }
    let adding = Build.symbolButton("list-add-symbolic", VaultWords.add) { [weak self] in self?.add() }
    let locking = Build.symbolButton("changes-prevent-symbolic", VaultWords.lock) { [weak self] in self?.lock() }
    let entries = EntriesPane(
      lists, in: leaflet, window: window, buttons: [adding, locking],
      begin: EntriesPane.Beginnings(add: { [weak self] in self?.add() }, bring: { [weak self] in self?.afterForm { self?.bring() } }),
      sections: { [weak self] in self?.turn(to: .sections) },
      goOn: { [weak self] in self?.goOn() }, open: { [weak self] entry in self?.afterForm { self?.open(entry) } })
    let page = PagePane(in: leaflet) { [weak self] in self?.goBack() }
    let closed = ClosedVault(
      goOn: { [weak self] reason in
        switch reason {
        case .noVault: self?.makeVault()
        case .copiesAlone: self?.showCopies(hasVault: false)
        case .unreadable: if reason.isMended { self?.showCopies() } else { self?.look() }
        case .locked, .notYours, .silent: self?.unlock()
        }
      },
      goOtherWay: { [weak self] reason in
        switch reason {
        case .noVault: self?.join()
        case .copiesAlone: self?.makeVault(over: reason)
        default: self?.recover()
        }
      },
      goByBackup: { [weak self] in self?.showCopies(hasVault: false) })
    (self.sections, self.entries, self.page, self.closed) = (sections, entries, page, closed)
    let panes: [(Widget?, Pane)] = [(sections.widget, .sections), (entries.widget, .entries), (page.widget, .page)]
    for (widget, pane) in panes { if let widget { passfold_adw_leaflet_add(leaflet, widget, pane.rawValue) } }
    guard let stack else { return }
    if let widget = closed.widget { passfold_gtk_stack_add(stack, widget, State.closed.rawValue, VaultWords.locked) }
    passfold_gtk_stack_add(stack, leaflet, State.open.rawValue, VaultWords.title)
    turn(to: .entries)
  }

  var acts: PageActs {
    PageActs(
      conversation: requests, files: files, window: window, clipboard: clipboard, say: { [weak self] in self?.say($0) },
      warn: { [weak self] in self?.passing?.say($0, stays: true) },
      sayUndoing: { [weak self] in self?.passing?.say($0, undo: $1) },
      open: { [weak self] in self?.open($0) },
      changed: { [weak self] in
        self?.entries?.refresh()
        self?.hasChanged = true
        self?.look()
      }, edit: { [weak self] details in self?.show(.change(details)) }, back: { [weak self] in self?.goBack() },
      leave: { [weak self] in self?.leavePage() })
  }

  // MARK: Open and closed

  func look() {
    guard !isLooking else {
      looksAgain = true
      return
    }
    isLooking = true
    let asked = turns
    watch.ask(.status) { [weak self] reply in
      guard let self else { return }
      self.isLooking = false
      switch reply {
      case _ where asked != self.turns: break
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
    // A browser, another device or the command changed something.
    if isOpen, let known, known.transaction != status.transaction {
      if !hasChanged { entries?.follow(isCounted: known.counts != status.counts) }
      isPageBehind = true
    }
    (known, hasChanged) = (status, false)
    unfold()
    followPage()
  }

  /// Shows what is in the vault, which is open for this window.
  func unfold() {
    guard !isOpen, paper == nil, closedPage == nil else { return }
    isOpen = true
    turns += 1
    endOverdueForm()
    if let ended, ended == VaultWords.formIsGone { say(ended) }
    ended = nil
    sections?.showFirstSteps(!firstSteps.left.isEmpty)
    choose(.all)
    turn(to: .open)
    entries?.focusSearch()
    let hasForm = bringBackForm()
    if let path = opened {
      opened = nil
      afterForm { [weak self] in self?.bring(path) }
    } else if !hasForm, !firstSteps.left.isEmpty {
      showFirstSteps()
    }
  }

  /// Shows again what a person was typing when the vault was closed; false where there is nothing of that kind.
  private func bringBackForm() -> Bool {
    defer { kept = nil }
    guard let kept, kept.isWanted else {
      kept?.end()
      return false
    }
    kept.give(to: page)
    turn(to: .page)
    say(VaultWords.formIsBack)
    return true
  }

  /// Shows nothing of the vault any more.
  private func shut(_ reason: ClosedVault.Reason) {
    // The vault comes into being while this computer joins.
    guard closedPage == nil else { return }
    let hadPaper = paper != nil
    endPaper()
    known = nil
    isPageBehind = false
    if isOpen {
      isOpen = false
      turns += 1
      trouble = nil
      kept = page?.takeForm(at: now())
      ended = page?.page?.ending ?? ended
      page?.empty()
      // What was said and what is asked over it may name an entry or a file.
      passing?.silence()
      passfold_gtk_end_dialogs(window)
      entries?.clear()
      sections?.show(nil)
    }
    if hadPaper { ended = FirstRunWords.notConfirmed }
    endOverdueForm()
    let note = kept?.isWanted == true ? VaultWords.formIsKept : ended
    closed?.show(reason, words: trouble, note: note, isAsking: isUnlocking)
    let isNew = stack.map { passfold_gtk_stack_shows($0, State.closed.rawValue) == 0 } ?? false
    turn(to: .closed)
    // What has just come into sight did not take the focus before.
    if isNew { closed?.focus() }
  }

  /// What a person typed does not wait for ever.
  private func endOverdueForm() {
    guard let form = kept, form.isOverdue(at: now()) else { return }
    kept = nil
    if form.isWanted { ended = VaultWords.formIsGone }
    form.end()
  }

  func turn(to state: State) {
    guard let stack else { return }
    // What is not seen is not there for a screen reader either.
    if let widget = closed?.widget { gtk_widget_set_visible(widget, state == .closed ? 1 : 0) }
    if let widget = paper?.widget { gtk_widget_set_visible(widget, state == .paper ? 1 : 0) }
    if let widget = closedPage?.widget { gtk_widget_set_visible(widget, state == .alone ? 1 : 0) }
    gtk_widget_set_visible(leaflet, state == .open ? 1 : 0)
    if passfold_gtk_stack_shows(stack, state.rawValue) == 0 { passfold_gtk_stack_turn(stack, state.rawValue) }
  }

  /// Has the vault asked for something in its own prompt while nothing is shown.
  ///
  /// - Parameter refused: Hears that the vault did nothing of it.
  func ask(
    _ call: VaultCall, over reason: ClosedVault.Reason, refused: (@MainActor @Sendable () -> Void)? = nil,
    _ hear: @escaping @MainActor @Sendable (VaultAnswer, SharedSecret?) -> Void
  ) {
    guard !isUnlocking else { return }
    isUnlocking = true
    trouble = nil
    closed?.show(reason, note: kept?.isWanted == true ? VaultWords.formIsKept : ended, isAsking: true)
    requests.ask(call) { [weak self] reply in
      guard let self else { return }
      self.isUnlocking = false
      switch reply {
      case .answer(let answer, let secret): hear(answer, secret)
      case .failure(let failure):
        self.trouble = VaultFailureWords.text(failure)
        refused?()
      case .silence: self.trouble = VaultWords.silentNext
      }
      self.look()
    }
  }

  func say(_ words: String) { passing?.say(words) }

  private func unlock() { ask(.unlock, over: .locked) { [weak self] _, _ in self?.unfold() } }

  func lock() {
    shut(.locked)
    requests.ask(.lock) { [weak self] _ in self?.look() }
  }

  private func close() {
    page?.empty()
    kept?.end()
    kept = nil
    endPaper()
    endClosedPage()
    gtk_widget_set_visible(window, 0)
    // What was copied can still be pasted, for as long as it would have been.
    clipboard.whenFree(leave)
  }
}
