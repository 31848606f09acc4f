// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory
import VaultProtocol

/// The window for viewing, copying, adding and changing the vault's entries.
///
/// It holds no key. Its content comes from the vault, which prompts the user as for any other program, and is removed when the vault locks.
@MainActor
final class VaultWindow {
  enum Pane: String { case sections, entries, page }
  enum State: String { case closed, paper, alone, open }

  /// The interval in milliseconds at which it checks whether the vault is still open for it.
  private static let interval: UInt32 = 1_000

  let window: Widget
  let leaflet: Widget
  let stack = passfold_gtk_stack_new()
  let firstSteps = FirstSteps()
  /// The recovery key that the user has yet to write down.
  var paper: RecoveryPaper?
  /// The page that fills the window while the vault is closed: joining an account of other devices, or the vault's snapshots.
  var closedPage: (any ClosedPage)?
  /// A file that the user opened elsewhere on the desktop; it waits until the vault is open.
  private var opened: String?
  let passing: PassingWords?
  /// One conversation for lists, two for requests that a prompt may hold up, one for the vault's status.
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
  /// Whether the user is being asked about losing unsaved input.
  var isAsking = false
  /// The number of times the vault was opened or closed; answers to earlier questions are ignored.
  private var turns = 0
  /// The status at the last check; nil before the first.
  private var known: VaultStatus?
  /// Whether the user has changed something here since then, which the list already shows.
  private var hasChanged = false
  /// Whether something has changed that the page does not show yet.
  var isPageBehind = false
  /// When the page was last updated, on the clock of `MainLoop.now`.
  var lastFollowing = -Double.infinity
  private var isLooking = false
  private var looksAgain = false
  private var trouble: String?
  /// The form with the user's unsaved input when the vault was closed.
  var kept: KeptForm?
  /// The message about work that ended because the vault was closed, or while it was.
  var ended: String?
  private let now: @MainActor () -> ContinuousClock.Instant

  /// - Parameters:
  ///   - path: A file to import; nil for none.
  ///   - now: The current time, which limits how long a form waits.
  ///   - leave: Called when the window is closed.
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
      // After the frame in which the window gets its new width.
      MainLoop.post { self.entries?.fit(passfold_gtk_window_width(self.window)) }
    }
    SignalHandler.connectKeys(of: window) { [weak self] key in self?.press(key) ?? false }
    look()
    // Connects before the list is needed: the vault identifies the process at the other end first.
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
      // The list marks the row that was pressed, even if the user stays where they are.
      if let self, let now = self.entries?.section { self.sections?.mark(now) }
      self?.afterForm { self?.choose(section) }
    }
    let adding = Build.symbolButton("list-add-symbolic", VaultWords.add) { [weak self] in self?.add() }
    let locking = Build.symbolButton("changes-prevent-symbolic", VaultWords.lock) { [weak self] in self?.lock() }
    let entries = EntriesPane(
      lists, in: leaflet, window: window, buttons: [adding, locking],
      begin: EntriesPane.Beginnings(add: { [weak self] in self?.add() }, bring: { [weak self] in self?.afterForm { self?.bring() } }),
      emptyTrash: { [weak self] in self?.emptyTrash() },
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

  var acts: PageActions {
    PageActions(
      conversation: requests, files: files, window: window, clipboard: clipboard, say: { [weak self] in self?.say($0) },
      warn: { [weak self] in self?.passing?.say($0, stays: true) },
      sayUndoing: { [weak self] in self?.passing?.say($0, undo: $1) },
      open: { [weak self] in self?.open($0) },
      changed: { [weak self] in
        self?.entries?.refresh()
        self?.hasChanged = true
        self?.look()
      }, edit: { [weak self] details in self?.show(.change(details)) },
      setUpCode: { [weak self] login in self?.show(.codeOf(login)) }, back: { [weak self] in self?.goBack() },
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

  /// Shows the vault's content once it is open for this window.
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

  /// Shows the user's unsaved form again after the vault was closed; returns false if there is none.
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

  /// Hides all of the vault's content.
  private func shut(_ reason: ClosedVault.Reason) {
    // The vault is created while this computer joins.
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
      // The message and the open dialogs may name an entry or a file.
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
    // A widget could not take the focus before it was visible.
    if isNew { closed?.focus() }
  }

  /// Discards unsaved input that has waited too long.
  private func endOverdueForm() {
    guard let form = kept, form.isOverdue(at: now()) else { return }
    kept = nil
    if form.isWanted { ended = VaultWords.formIsGone }
    form.end()
  }

  func turn(to state: State) {
    guard let stack else { return }
    // Invisible parts must not be exposed to screen readers either.
    if let widget = closed?.widget { gtk_widget_set_visible(widget, state == .closed ? 1 : 0) }
    if let widget = paper?.widget { gtk_widget_set_visible(widget, state == .paper ? 1 : 0) }
    if let widget = closedPage?.widget { gtk_widget_set_visible(widget, state == .alone ? 1 : 0) }
    gtk_widget_set_visible(leaflet, state == .open ? 1 : 0)
    if passfold_gtk_stack_shows(stack, state.rawValue) == 0 { passfold_gtk_stack_turn(stack, state.rawValue) }
  }

  /// Has the vault ask for something in its own prompt while nothing is shown.
  ///
  /// - Parameter refused: Called if the vault did nothing.
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
    // A copied secret can still be pasted for as long as it would have been.
    clipboard.whenFree(leave)
  }
}
