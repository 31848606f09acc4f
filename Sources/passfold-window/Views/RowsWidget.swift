// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import BrokerProtocol
import CGTK
import PresentedViews

/// The rows of a list or choice, with the search field above them.
@MainActor
final class RowsWidget {
  let widget: Widget?
  private let search: Widget?
  private let sections: Widget?
  private var lists: [Widget] = []
  private var rows: [String: RowWidget] = [:]
  private var shown: [String] = []
  private var searched = ""
  private let isReady: @MainActor () -> Bool
  private let report: @MainActor (PresentedView.Event) -> Void

  /// - Parameter isReady: Returns whether input counts yet.
  init(
    _ model: PresentedView, window: Widget, isReady: @escaping @MainActor () -> Bool,
    report: @escaping @MainActor (PresentedView.Event) -> Void
  ) {
    self.isReady = isReady
    self.report = report
    sections = Build.column()
    if let sections { gtk_widget_add_css_class(sections, "sections") }
    search = model.isSearchable ? gtk_search_entry_new() : nil
    // Room for the lists' shadow; the style takes it back from the window's margin.
    let margin = Build.column(margin: 3, sections)
    let scrolled = passfold_gtk_scrolled_new(margin)
    let fitting = scrolled.flatMap { passfold_gtk_fitting_new($0, Self.lowest, Self.tallest) }
    if let scrolled, let fitting {
      gtk_widget_set_vexpand(fitting, 1)
      gtk_widget_add_css_class(fitting, "view-rows")
      // It takes the focus if nothing inside can.
      passfold_gtk_set_accessible_label(scrolled, model.view.title)
    }
    widget = Build.column(spacing: 9, search, fitting)
    if let search {
      passfold_gtk_search_capture_keys(search, window, ViewWords.search)
      passfold_gtk_set_accessible_label(search, ViewWords.search)
      SignalHandler.connect(search, "search-changed") { [weak self] _ in self?.searchChanged() }
    }
    show(model)
  }

  /// The maximum height of the rows in pixels.
  private static let tallest: Int32 = 420
  /// The minimum height in pixels, for a screen too low for the whole view.
  private static let lowest: Int32 = 160

  /// Whether the user is typing in the search field.
  var isSearching: Bool { search.map { passfold_gtk_has_focus_within($0) != 0 } ?? false }

  /// The row that has the focus.
  var focused: String? { rows.first { gtk_widget_has_focus($0.value.widget) != 0 }?.key }

  private func searchChanged() {
    guard let search, let text = passfold_gtk_editable_text(search).map(String.init(cString:)), text != searched else { return }
    guard isReady() else {
      // The search field takes keys from the whole window before the window itself receives them.
      passfold_gtk_editable_set_text(search, searched)
      return report(.disturbed)
    }
    searched = text
    if !isSearching {
      gtk_widget_grab_focus(search)
      gtk_editable_set_position(OpaquePointer(search), -1)
    }
    report(.searched(text))
  }

  /// Draws the model's rows; if they are the same as before, they are only updated.
  func show(_ model: PresentedView) {
    let wanted = model.sections.flatMap { [$0.heading ?? ""] + $0.rows.map(\.id) } + [String(model.fittingCount)]
    if wanted != shown || rows.isEmpty {
      shown = wanted
      draw(model)
    } else {
      for row in model.rows { rows[row.id]?.show(row, in: model.view) }
    }
    select(model)
    if let sections { gtk_widget_set_sensitive(sections, model.isAnswered ? 0 : 1) }
  }

  private func draw(_ model: PresentedView) {
    guard let sections else { return }
    passfold_gtk_box_remove_all(sections)
    lists = []
    rows = [:]
    for section in model.sections {
      let heading = section.heading.flatMap { Build.label($0, style: "heading") }
      if let heading { passfold_gtk_box_append(sections, heading) }
      guard let list = passfold_gtk_list_new(GTK_SELECTION_BROWSE) else { continue }
      if let heading { passfold_gtk_set_labelled_by(list, heading) } else { passfold_gtk_set_accessible_label(list, model.view.title) }
      for row in section.rows {
        guard let made = RowWidget(row, in: model.view) else { continue }
        rows[row.id] = made
        passfold_gtk_list_append(list, made.widget)
      }
      SignalHandler.connect(list, "row-activated") { [weak self] row in self?.activated(row) }
      passfold_gtk_box_append(sections, list)
      lists.append(list)
    }
    let isEmpty = model.view.rows?.isEmpty ?? true
    let note = isEmpty ? ViewWords.noRows : model.rows.isEmpty ? ViewWords.nothingFits : nil
    if let label = (note ?? ViewWords.more(shown: model.rows.count, of: model.fittingCount)).flatMap({
      Build.label($0, style: "dim-label", centered: true)
    }) {
      gtk_widget_set_margin_top(label, 18)
      gtk_widget_set_margin_bottom(label, 18)
      passfold_gtk_box_append(sections, label)
    }
  }

  private func activated(_ row: UnsafeMutableRawPointer?) {
    if let id = rows.first(where: { UnsafeMutableRawPointer($0.value.widget) == row })?.key { report(.chose(id)) }
  }

  private func select(_ model: PresentedView) {
    let selected = model.selected.flatMap { rows[$0]?.widget }
    for list in lists {
      let isHere = selected.map { gtk_widget_get_parent($0) == list } ?? false
      passfold_gtk_list_select(list, isHere ? selected : nil)
    }
  }

  /// Focuses the selection, so that screen readers follow; without one, the search field takes the focus.
  func focusSelection(_ model: PresentedView) {
    if let row = model.selected.flatMap({ rows[$0]?.widget }) {
      gtk_widget_grab_focus(row)
    } else if let search {
      gtk_widget_grab_focus(search)
    }
  }

  func tick() { for row in rows.values { row.tick() } }
}
