// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The pane with a section's entries: a search as you type, and a list that requests its parts as they become visible.
@MainActor
final class EntriesPane {
  private enum Place: String { case list, nothing }
  private enum Judgement { case underWay, made, failed }
  /// The maximum number of parts waiting to be requested while the user scrolls past them.
  private static let mostWanted = 4
  /// The bounds of the width in pixels, the upper one for text of normal size; in between, the width is a share of the window's.
  private static let (narrowest, widest): (Int32, Int32) = (290, 460)
  private static let share = 0.24

  let widget: Widget?
  private let conversation: VaultConversation
  private let open: @MainActor (VaultEntry) -> Void
  private let goOn: @MainActor () -> Void
  private let begin: Beginnings
  private let bar = passfold_adw_bar_new(VaultWords.name(of: .all))
  private let search = gtk_search_entry_new()
  private let stack = passfold_gtk_stack_new()
  private let count = Build.label("", style: "dim-label caption")
  private let nothing = Build.column(spacing: 0)
  private let limits = Build.label(VaultWords.leaksUnknown, style: "dim-label caption")
  private let emptyTrash: Widget?
  private let list = EntryListView()
  private var generation = 0
  private var isAsking = false
  private var isStale = false
  /// Whether the current request comes only from changes elsewhere, not from the user.
  private var isFollowing = false
  /// The wanted parts of the list, the latest last.
  private var wanted: [Int] = []
  private var isFetching = false
  /// Whether the vault is open: requesting the list from a closed vault would prompt for the passphrase.
  private var isActive = false
  private let health: HealthRun
  /// The progress of the check of all passwords: nothing is said about them before it is over.
  private var judgement = Judgement.made
  /// Whether the last check included leaked passwords.
  private var knowsLeaks = true
  private var remarks: [String: String] = [:]
  private var codes: ListedCodes?
  private(set) var section = VaultSection.all

  /// The actions offered where nothing is listed yet.
  struct Beginnings {
    let add: @MainActor () -> Void
    let bring: @MainActor () -> Void
  }

  /// - Parameters:
  ///   - buttons: The buttons at the end of the bar.
  ///   - begin: The actions offered where nothing is listed yet.
  ///   - emptyTrash: Erases everything in the trash.
  ///   - sections: Turns to the sections when they are not next to the list.
  ///   - goOn: Moves the focus onward from the list.
  ///   - open: Called with the entry that the user opens.
  init(
    _ conversation: VaultConversation, in leaflet: Widget, window: Widget, buttons: [Widget?], begin: Beginnings,
    emptyTrash: @escaping @MainActor () -> Void,
    sections: @escaping @MainActor () -> Void,
    goOn: @escaping @MainActor () -> Void, open: @escaping @MainActor (VaultEntry) -> Void
  ) {
    (self.goOn, self.begin) = (goOn, begin)
    self.conversation = conversation
    self.open = open
    self.emptyTrash = EntryPage.choices([Build.button(VaultWords.emptyTrash, emptyTrash)])
    health = HealthRun(conversation)
    widget = Build.column(bar)
    if let widget { gtk_widget_set_size_request(widget, Self.narrowest, -1) }
    if let bar {
      passfold_adw_bar_follow(bar, leaflet)
      if let button = Build.symbolButton("open-menu-symbolic", VaultWords.more, sections) {
        passfold_adw_leaflet_bind_visible(leaflet, button)
        passfold_adw_bar_add(bar, button, 0)
      }
      for button in buttons.reversed() { if let button { passfold_adw_bar_add(bar, button, 1) } }
    }
    if let search { passfold_gtk_search_capture_keys(search, window, VaultWords.search) }
    put(search, count, stack)
    connect()
    codes = ListedCodes(conversation) { [weak self] in self?.tick() }
    MainLoop.every(milliseconds: 500) { [weak self] in
      self?.tick()
      return self != nil
    }
  }

  /// Takes a share of a wide window, so that fewer names are cut off.
  func fit(_ window: Int32) {
    let most = Double(Self.widest) * passfold_gtk_letter_scale()
    if let widget { gtk_widget_set_size_request(widget, max(Self.narrowest, Int32(min(Double(window) * Self.share, most))), -1) }
  }

  private func put(_ search: Widget?, _ count: Widget?, _ stack: Widget?) {
    if let search {
      passfold_gtk_set_accessible_label(search, VaultWords.search)
      for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(search, 12) }
    }
    if let count {
      gtk_widget_set_margin_start(count, 14)
      gtk_widget_set_margin_top(count, 8)
    }
    if let stack {
      gtk_widget_set_vexpand(stack, 1)
      if let scrolled = list.widget { passfold_gtk_stack_add(stack, scrolled, Place.list.rawValue, VaultWords.search) }
      if let nothing { passfold_gtk_stack_add(stack, nothing, Place.nothing.rawValue, VaultWords.noMatch) }
    }
    if let emptyTrash {
      gtk_widget_set_margin_start(emptyTrash, 12)
      gtk_widget_set_margin_top(emptyTrash, 8)
      gtk_widget_set_visible(emptyTrash, 0)
    }
    if let limits {
      for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(limits, 14) }
      for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(limits, 8) }
      gtk_widget_set_visible(limits, 0)
    }
    for part in [search, count, emptyTrash, stack, limits] { if let widget, let part { passfold_gtk_box_append(widget, part) } }
  }

  private func connect() {
    if let search {
      // Not "search-changed", which waits until the user pauses: the vault answers faster than a frame.
      SignalHandler.connect(search, "changed") { [weak self] _ in self?.refresh() }
      SignalHandler.connect(search, "activate") { [weak self] _ in self?.openFirst() }
      SignalHandler.connectKeys(of: search) { [weak self] key in
        guard let self, key.isOne(of: GDK_KEY_Down) else { return false }
        return self.list.focus()
      }
    }
    list.whenOpened { [weak self] entry in self?.open(entry) }
    list.whenMissing { [weak self] start in self?.want(start) }
    list.whenLeft { [weak self] forward in if forward { self?.goOn() } else { self?.focusSearch() } }
  }

  // MARK: Running codes

  /// Gives each visible row its current code in the section of codes.
  private func tick() {
    guard isActive, section == .codes, let codes else { return }
    let rows = list.inSight
    let places = rows.map(\.position)
    for row in rows { row.show(code: row.entry.flatMap { codes[$0.record] }) }
    guard let first = places.min(), let last = places.max() else { return }
    codes.keep(rows.compactMap(\.entry), at: first..<last + 1, of: list.total, query: query)
  }

  private func endCodes() {
    codes?.clear()
    list.hideCodes()
  }

  // MARK: The list

  /// Lists a section from its start.
  func show(_ section: VaultSection) {
    isActive = false
    endCodes()
    self.section = section
    let name = VaultWords.name(of: section)
    if let bar { passfold_adw_bar_set_title(bar, name) }
    list.name(name)
    if let search {
      gtk_widget_set_visible(search, section == .health ? 0 : 1)
      let words = section == .trash ? VaultWords.searchTrash : VaultWords.search
      passfold_gtk_search_say(search, words)
      passfold_gtk_set_accessible_label(search, words)
      passfold_gtk_editable_set_text(search, "")
    }
    isActive = true
    refresh()
  }

  /// Clears the list of the vault's content.
  func clear() {
    isActive = false
    endCodes()
    generation += 1
    isStale = false
    health.end()
    if let search { passfold_gtk_editable_set_text(search, "") }
    list.mark(nil)
    take(EntryPages())
    if let count { passfold_gtk_label_set_text(count, "") }
  }

  /// Clears the search; returns whether there was one.
  func endSearch() -> Bool {
    guard let search, !query.isEmpty else { return false }
    passfold_gtk_editable_set_text(search, "")
    return true
  }

  /// Whether the user is typing in the search field.
  var isSearching: Bool { search.map { passfold_gtk_has_focus_within($0) != 0 } ?? false }

  /// Moves the focus to an entry's row or, if there is none, to the search field.
  func focus(_ record: String?) { if record.map({ list.focus($0) }) != true { focusSearch() } }

  func focusSearch() { if let search { gtk_widget_grab_focus(search) } }

  /// The entry whose row has the focus; nil for one in the trash, since nothing of it leaves the vault.
  var chosen: VaultEntry? { list.chosen.flatMap { $0.trashed == nil ? $0 : nil } }

  /// The finding about an entry's password, as listed; nil if none is listed.
  func finding(of record: String) -> String? { remarks[record] }

  /// Marks the entry whose page is shown.
  func mark(_ record: String?) { list.mark(record) }

  private var query: String { search.flatMap { passfold_gtk_editable_text($0) }.map { String(cString: $0) } ?? "" }

  /// Updates the list after a change elsewhere and keeps the user's place in it.
  ///
  /// - Parameter isCounted: Whether the number of entries changed: checking all passwords again takes long.
  func follow(isCounted: Bool) {
    guard section != .health || isCounted else { return }
    if !isAsking { isFollowing = true }
    ask()
  }

  /// Requests the list again; while the vault works, only the latest search text waits.
  func refresh() {
    isFollowing = false
    ask()
  }

  private func ask() {
    guard isActive else { return }
    generation += 1
    if section == .health { return judge() }
    guard !isAsking else {
      isStale = true
      return
    }
    isAsking = true
    isStale = false
    let asked = generation
    // A change from elsewhere is not use that keeps the vault unlocked.
    conversation.ask(section.call(query: query, offset: 0, limit: EntryPages.size), isUnattended: isFollowing) { [weak self] reply in
      guard let self else { return }
      self.isAsking = false
      if self.isStale { return self.ask() }
      guard asked == self.generation, case .answer(.entries(let found), _) = reply else { return }
      self.take(EntryPages(found))
    }
  }

  private func judge() {
    let asked = generation
    judgement = .underWay
    take(EntryPages())
    health.begin { [weak self] outcome in
      guard let self, asked == self.generation, self.section == .health else { return }
      self.judgement = outcome == nil ? .failed : .made
      self.knowsLeaks = outcome?.knowsLeaks ?? true
      let findings = outcome?.findings ?? []
      let remarks = Dictionary(findings.map { ($0.entry.record, $0.words) }) { first, _ in first }
      self.take(EntryPages(VaultAnswer.EntryList(entries: findings.map(\.entry))), remarks: remarks)
    }
  }

  private func take(_ pages: EntryPages, remarks: [String: String] = [:]) {
    wanted = []
    self.remarks = remarks
    if let limits { gtk_widget_set_visible(limits, section == .health && pages.total > 0 && !knowsLeaks ? 1 : 0) }
    if let emptyTrash { gtk_widget_set_visible(emptyTrash, section == .trash && pages.total > 0 && query.isEmpty ? 1 : 0) }
    list.take(pages, remarks: remarks, staysInPlace: isFollowing)
    tick()
    if let count {
      passfold_gtk_label_set_text(count, pages.total == 0 ? "" : VaultWords.entries(pages.total))
      gtk_widget_set_visible(count, pages.total == 0 ? 0 : 1)
    }
    if pages.total == 0 {
      sayNothing()
    } else if let nothing {
      passfold_gtk_box_remove_all(nothing)
    }
    if let stack { passfold_gtk_stack_turn(stack, (pages.total == 0 ? Place.nothing : .list).rawValue) }
  }

  private func sayNothing() {
    guard let nothing else { return }
    passfold_gtk_box_remove_all(nothing)
    let words: (String, String) =
      switch section {
      case _ where !query.isEmpty: (VaultWords.noMatch, VaultWords.noMatchNext)
      case .all: (VaultWords.empty, VaultWords.emptyNext)
      case .health:
        switch judgement {
        case .underWay: (VaultWords.judging, VaultWords.judgingNext)
        case .failed: (VaultWords.notJudged, VaultWords.notJudgedNext)
        case .made:
          (VaultWords.healthy, knowsLeaks ? VaultWords.healthyNext : "\(VaultWords.healthyNext) \(VaultWords.leaksUnknown)")
        }
      case .trash: (VaultWords.trashEmpty, VaultWords.trashEmptyNext)
      case .passkeys: (VaultWords.noneOfKind, VaultWords.noPasskeyNext)
      default: (VaultWords.noneOfKind, VaultWords.noneOfKindNext)
      }
    let icon = query.isEmpty ? section.icon : "edit-find-symbolic"
    if let page = passfold_adw_status_new(icon, words.0, words.1) {
      gtk_widget_add_css_class(page, "compact")
      gtk_widget_set_vexpand(page, 1)
      if let ways = beginnings() { passfold_adw_status_set_child(page, ways) }
      passfold_gtk_box_append(nothing, page)
    }
  }

  /// The actions offered in an empty section.
  private func beginnings() -> Widget? {
    guard query.isEmpty, ![.passkeys, .health, .trash].contains(section) else { return nil }
    let add = Build.button(ShortcutWords.add, style: "pill", begin.add)
    let bring = section == .all ? Build.button(ImportWords.start, style: "pill", begin.bring) : nil
    for way in [add, bring] { if let way { gtk_widget_set_halign(way, GTK_ALIGN_CENTER) } }
    return Build.column(spacing: 12, add, bring)
  }

  /// Requests a part of the list after the one in progress; of those waiting, the latest ones are still visible.
  private func want(_ start: Int) {
    guard isActive else { return }
    wanted.append(start)
    if wanted.count > Self.mostWanted { list.forget(wanted.removeFirst()) }
    fetch()
  }

  private func fetch() {
    guard !isFetching, let start = wanted.popLast() else { return }
    isFetching = true
    let asked = generation
    conversation.ask(section.call(query: query, offset: start, limit: EntryPages.size)) { [weak self] reply in
      guard let self else { return }
      self.isFetching = false
      if asked == self.generation, case .answer(.entries(let part), _) = reply, !self.list.take(part, from: start) { return self.refresh() }
      self.fetch()
    }
  }

  private func openFirst() {
    // The search field also receives keys from elsewhere in the window that no other widget handles.
    guard let search, passfold_gtk_has_focus_within(search) != 0, let entry = list.first else { return }
    open(entry)
  }
}
