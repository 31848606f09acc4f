// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// The pane with the entries of a section: search as you type, and a list that asks for a part of it once that part comes into sight.
@MainActor
final class EntriesPane {
  private enum Place: String { case list, nothing }

  let widget: Widget?
  private let conversation: VaultConversation
  private let open: @MainActor (VaultEntry) -> Void
  private let goOn: @MainActor () -> Void
  private let bar = passfold_adw_bar_new(VaultWords.name(of: .all))
  private let search = gtk_search_entry_new()
  private let places = passfold_gtk_places_new()
  private let stack = passfold_gtk_stack_new()
  private let count = Build.label("", style: "dim-label caption")
  private let nothing = Build.column(spacing: 0)
  private let list: Widget?
  private let scrolled: Widget?
  private var rows: [UnsafeMutableRawPointer: EntryRow] = [:]
  private var bound: Set<UnsafeMutableRawPointer> = []
  private var pages = EntryPages()
  private var remarks: [String: String] = [:]
  private var generation = 0
  private var isAsking = false
  private var isStale = false
  /// Whether the vault is open: a list that is asked of a closed one would have it ask for the passphrase.
  private var isActive = false
  private var shown: String?
  private let health: HealthRun
  private(set) var section = VaultSection.all

  /// - Parameters:
  ///   - buttons: What stands in the bar, at its end.
  ///   - sections: Turns to the sections, where they are not beside the list.
  ///   - goOn: Takes the focus on from the list.
  ///   - open: Hears of the entry that a person wants to see.
  init(
    _ conversation: VaultConversation, in leaflet: Widget, window: Widget, buttons: [Widget?], sections: @escaping @MainActor () -> Void,
    goOn: @escaping @MainActor () -> Void, open: @escaping @MainActor (VaultEntry) -> Void
  ) {
    self.goOn = goOn
    self.conversation = conversation
    self.open = open
    health = HealthRun(conversation)
    let factory = passfold_gtk_row_factory_new()
    list = places.flatMap { places in factory.flatMap { passfold_gtk_list_view_new(places, $0) } }
    scrolled = list.flatMap { passfold_gtk_scrolled_new($0) }
    widget = Build.column(bar)
    if let widget { gtk_widget_set_size_request(widget, 290, -1) }
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
    if let factory { connect(factory) }
    connect()
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
      if let scrolled { passfold_gtk_stack_add(stack, scrolled, Place.list.rawValue, VaultWords.search) }
      if let nothing { passfold_gtk_stack_add(stack, nothing, Place.nothing.rawValue, VaultWords.noMatch) }
    }
    for part in [search, count, stack] { if let widget, let part { passfold_gtk_box_append(widget, part) } }
  }

  private func connect(_ factory: UnsafeMutableRawPointer) {
    SignalHandler.connect(factory, "setup") { [weak self] item in
      if let item { self?.rows[item] = EntryRow(of: item) }
    }
    SignalHandler.connect(factory, "bind") { [weak self] item in
      guard let self, let item, let row = self.rows[item] else { return }
      self.bound.insert(item)
      self.show(row)
    }
    SignalHandler.connect(factory, "unbind") { [weak self] item in if let item { self?.bound.remove(item) } }
    SignalHandler.connect(factory, "teardown") { [weak self] item in if let item { self?.rows[item] = nil } }
  }

  private func connect() {
    if let search {
      SignalHandler.connect(search, "search-changed") { [weak self] _ in self?.refresh() }
      SignalHandler.connect(search, "activate") { [weak self] _ in self?.openFirst() }
      SignalHandler.connectKeys(of: search) { [weak self] key in
        guard let self, key.isOne(of: GDK_KEY_Down), let list = self.list else { return false }
        return gtk_widget_child_focus(list, GTK_DIR_TAB_FORWARD) != 0
      }
    }
    if let scrolled { gtk_widget_set_focusable(scrolled, 0) }
    if let list { gtk_widget_add_css_class(list, "entries") }
    if let list {
      // The Tab key would go through all entries, one after the other.
      SignalHandler.connectKeys(of: list) { [weak self] key in
        guard let self, key.isOne(of: GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab) else { return false }
        if key.isOne(of: GDK_KEY_ISO_Left_Tab) { self.focusSearch() } else { self.goOn() }
        return true
      }
      SignalHandler.connect(list, "activate") { [weak self] position in
        // GTK gives the position where others give an object.
        guard let self, let entry = self.pages[Int(bitPattern: position) & 0xffff_ffff] else { return }
        self.open(entry)
      }
    }
  }

  // MARK: What is listed

  /// Lists a section from its start.
  func show(_ section: VaultSection) {
    isActive = false
    self.section = section
    let name = VaultWords.name(of: section)
    if let bar { passfold_adw_bar_set_title(bar, name) }
    if let list { passfold_gtk_set_accessible_label(list, name) }
    if let search {
      gtk_widget_set_visible(search, section == .health ? 0 : 1)
      passfold_gtk_editable_set_text(search, "")
    }
    isActive = true
    refresh()
  }

  /// Leaves nothing of the vault in the list.
  func clear() {
    isActive = false
    generation += 1
    isStale = false
    health.end()
    if let search { passfold_gtk_editable_set_text(search, "") }
    remarks = [:]
    shown = nil
    take(EntryPages())
    if let count { passfold_gtk_label_set_text(count, "") }
  }

  /// Whether a person had searched for something, which is taken back.
  func endSearch() -> Bool {
    guard let search, !query.isEmpty else { return false }
    passfold_gtk_editable_set_text(search, "")
    return true
  }

  func focusSearch() { if let search { gtk_widget_grab_focus(search) } }

  /// Marks the entry whose page is seen.
  func mark(_ record: String?) {
    shown = record
    for item in bound { if let row = rows[item] { show(row) } }
  }

  private var query: String { search.flatMap { passfold_gtk_editable_text($0) }.map { String(cString: $0) } ?? "" }

  /// Asks for the list anew: the vault is asked for what was typed last, and for nothing in between while it works.
  func refresh() {
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
    conversation.ask(section.call(query: query, offset: 0, limit: EntryPages.size)) { [weak self] reply in
      guard let self else { return }
      self.isAsking = false
      if self.isStale { return self.refresh() }
      guard asked == self.generation, case .answer(.entries(let found), _) = reply else { return }
      self.remarks = [:]
      self.take(EntryPages(found))
    }
  }

  private func judge() {
    let asked = generation
    take(EntryPages())
    health.begin { [weak self] findings in
      guard let self, asked == self.generation, self.section == .health else { return }
      self.remarks = Dictionary(findings.map { ($0.entry.record, $0.words) }) { first, _ in first }
      self.take(EntryPages(VaultAnswer.EntryList(entries: findings.map(\.entry))))
    }
  }

  private func take(_ pages: EntryPages) {
    self.pages = pages
    for item in bound { if let row = rows[item], row.position < pages.total { show(row) } }
    if let places { passfold_gtk_places_set(places, guint(pages.total)) }
    if let scrolled { passfold_gtk_scroll_to_start(scrolled) }
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
      case .health: (VaultWords.healthy, VaultWords.healthyNext)
      case .trash: (VaultWords.trashEmpty, VaultWords.trashEmptyNext)
      default: (VaultWords.noneOfKind, "")
      }
    let icon = query.isEmpty ? section.icon : "edit-find-symbolic"
    if let page = passfold_adw_status_new(icon, words.0, words.1) {
      gtk_widget_add_css_class(page, "compact")
      gtk_widget_set_vexpand(page, 1)
      passfold_gtk_box_append(nothing, page)
    }
  }

  private func show(_ row: EntryRow) {
    let position = row.position
    let entry = pages[position]
    row.show(entry, remark: entry.flatMap { remarks[$0.record] }, isOpen: entry != nil && entry?.record == shown)
    guard isActive, entry == nil, let start = pages.missing(for: position) else { return }
    let asked = generation
    conversation.ask(section.call(query: query, offset: start, limit: EntryPages.size)) { [weak self] reply in
      guard let self, asked == self.generation, case .answer(.entries(let part), _) = reply else { return }
      guard self.pages.take(part, from: start) else { return self.refresh() }
      for item in self.bound { if let row = self.rows[item] { self.show(row) } }
    }
  }

  private func openFirst() {
    // Keys that nobody else wants come to the search from everywhere.
    guard let search, passfold_gtk_has_focus_within(search) != 0, let entry = pages[0] else { return }
    open(entry)
  }
}
