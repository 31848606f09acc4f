// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import VaultProtocol

/// A list of any length: only the rows near the visible part are widgets, and of the others only the number is known.
///
/// The toolkit creates about two hundred rows for a long list at once, which takes longer than the pause between two keystrokes. So a new
/// list first gets only as many places as can be visible, and the others a few at a time while the program is idle.
@MainActor
final class EntryListView {
  /// The number of places of a new list before its first frame: the rows visible on a tall screen.
  private static let firstPlaces = 40
  /// The time in milliseconds before a list does more than its visible part needs, so that typing is not held up.
  private static let rest: UInt32 = 600
  /// The number of places added at a time and the milliseconds in between, until the toolkit creates no more rows.
  private static let step = 8
  private static let pause: UInt32 = 32
  private static let mostRows = 220

  /// The list in its scrolling container.
  let widget: Widget?
  private let list: Widget?
  private let places = passfold_gtk_places_new()
  private var rows: [UnsafeMutableRawPointer: EntryRow] = [:]
  private var bound: Set<UnsafeMutableRawPointer> = []
  private var pages = EntryPages()
  private var remarks: [String: String] = [:]
  private var marked: String?
  private var count = 0
  private var isResting = false
  private var rests = 0
  private var open: @MainActor (VaultEntry) -> Void = { _ in }
  private var miss: @MainActor (Int) -> Void = { _ in }
  private var leave: @MainActor (Bool) -> Void = { _ in }

  init() {
    let factory = passfold_gtk_row_factory_new()
    list = places.flatMap { places in factory.flatMap { passfold_gtk_list_view_new(places, $0) } }
    widget = list.flatMap { passfold_gtk_scrolled_new($0) }
    if let widget {
      gtk_widget_set_focusable(widget, 0)
      // A user who scrolls needs the whole list.
      SignalHandler.connect(passfold_gtk_scroll_place(widget), "value-changed") { [weak self] _ in self?.placeAll() }
    }
    if let factory { connect(factory) }
    if let list { connect(list) }
  }

  /// The first entry, if known.
  var first: VaultEntry? { pages[0] }

  /// The entry whose row has the focus.
  var chosen: VaultEntry? { bound.lazy.compactMap { self.rows[$0] }.first { $0.hasFocus }?.entry }

  /// Calls `act` with each entry that the user opens.
  func whenOpened(_ act: @escaping @MainActor (VaultEntry) -> Void) { open = act }

  /// Calls `act` with the start of each unknown part that becomes visible.
  func whenMissing(_ act: @escaping @MainActor (Int) -> Void) { miss = act }

  /// Calls `act` when the Tab key leaves the list: with true forwards, false backwards.
  func whenLeft(_ act: @escaping @MainActor (Bool) -> Void) { leave = act }

  func name(_ name: String) { if let list { passfold_gtk_set_accessible_label(list, name) } }

  /// Takes the focus; returns false if nothing can have it.
  func focus() -> Bool { list.map { gtk_widget_child_focus($0, GTK_DIR_TAB_FORWARD) != 0 } ?? false }

  /// Focuses an entry's row; returns false if no row near the visible part shows the entry.
  func focus(_ record: String) -> Bool {
    bound.lazy.compactMap { self.rows[$0] }.first { $0.entry?.record == record }?.focus() ?? false
  }

  /// Shows another list from its start.
  ///
  /// - Parameters:
  ///   - remarks: The texts shown after the user names instead of other details, by record.
  ///   - staysInPlace: Whether it is an updated version of the same list, which keeps its scroll position.
  func take(_ pages: EntryPages, remarks: [String: String], staysInPlace: Bool) {
    (self.pages, self.remarks) = (pages, remarks)
    if staysInPlace {
      place(pages.total)
      show(before: .max)
      return
    }
    if let widget { passfold_gtk_scroll_to_start(widget) }
    // Existing rows are kept.
    place(count > Self.firstPlaces ? pages.total : min(pages.total, Self.firstPlaces))
    show(before: Self.firstPlaces)
    rest()
  }

  /// Takes a part of the current list.
  ///
  /// - Returns: Whether the list is as long as before; otherwise it has changed in the meantime.
  func take(_ part: VaultAnswer.EntryList, from start: Int) -> Bool {
    guard pages.take(part, from: start) else { return false }
    show(before: .max)
    return true
  }

  /// Notes that a part will not arrive; it is requested again once it is visible.
  func forget(_ start: Int) { pages.forget(start) }

  /// Marks the entry whose page is shown.
  func mark(_ record: String?) {
    marked = record
    show(before: .max)
  }

  /// The visible rows, with a few before and after them.
  var inSight: [EntryRow] {
    guard let widget else { return [] }
    let share = passfold_gtk_scroll_share(widget)
    let (start, end) = (Int(share.start * Double(count)) - 2, Int(share.end * Double(count)) + 2)
    return bound.compactMap { rows[$0] }.filter { (start...max(start, end)).contains($0.position) }
  }

  /// The number of entries in the list.
  var total: Int { pages.total }

  /// Hides the codes in all rows.
  func hideCodes() { for row in rows.values { row.show(code: nil) } }

  // MARK: Rows

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

  private func connect(_ list: Widget) {
    gtk_widget_add_css_class(list, "entries")
    // The Tab key would go through all entries one by one.
    SignalHandler.connectKeys(of: list) { [weak self] key in
      guard let self else { return false }
      guard key.isOne(of: GDK_KEY_Tab, GDK_KEY_KP_Tab, GDK_KEY_ISO_Left_Tab) else {
        // Keys such as End need the whole list.
        self.placeAll()
        return false
      }
      self.leave(!key.isOne(of: GDK_KEY_ISO_Left_Tab))
      return true
    }
    SignalHandler.connect(list, "activate") { [weak self] position in
      // GTK passes the position where other signals pass an object.
      guard let self, let entry = self.pages[Int(bitPattern: position) & 0xffff_ffff] else { return }
      self.open(entry)
    }
  }

  private func show(before end: Int) { for item in bound { if let row = rows[item], row.position < end { show(row) } } }

  private func show(_ row: EntryRow) {
    let position = row.position
    let entry = pages[position]
    row.show(entry, remark: entry.flatMap { remarks[$0.record] }, isOpen: entry != nil && entry?.record == marked)
    if entry == nil, let start = pages.missing(for: position) { miss(start) }
  }

  // MARK: Places

  private func place(_ count: Int) {
    guard count != self.count, let places else { return }
    self.count = count
    passfold_gtk_places_set(places, guint(count))
  }

  /// Gives the list its full length immediately.
  private func placeAll() {
    guard count < pages.total || isResting else { return }
    isResting = false
    place(pages.total)
    show(before: .max)
  }

  /// Waits until the user stops typing; then the rows outside the visible part are updated and more are created.
  private func rest() {
    isResting = true
    rests += 1
    let rest = rests
    MainLoop.after(milliseconds: Self.rest) { [weak self] in
      MainLoop.every(milliseconds: Self.pause) { [weak self] in
        guard let self, self.rests == rest, self.isResting else { return false }
        let next = self.count + Self.step
        guard next < min(Self.mostRows, self.pages.total) else {
          self.placeAll()
          return false
        }
        self.place(next)
        return true
      }
    }
  }
}
