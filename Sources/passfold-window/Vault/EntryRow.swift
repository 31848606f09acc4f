// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import PresentedViews
import VaultProtocol

/// A row of the list of entries: it is created once and reused for other entries as the list scrolls. It keeps no secret.
@MainActor
final class EntryRow {
  private let item: UnsafeMutableRawPointer
  private let icon = passfold_gtk_image_new()
  private let title = Build.label("", lines: 1)
  private let detail = Build.label("", style: "dim-label caption", lines: 1)
  private let box: Widget?
  private let names: Widget?
  /// Created for the first entry in this row that has a code.
  private var code: RowCode?
  /// The entry that it shows; nil if it has not arrived yet.
  private(set) var entry: VaultEntry?
  private var drawn: Drawn?
  /// The kind of the icon and whether the detail wraps, to skip redundant updates while rows are reused.
  private var (kind, isWhole): (VaultEntry.Kind?, Bool) = (nil, false)

  private struct Drawn: Equatable {
    let entry: VaultEntry?
    let remark: String?
    let isOpen: Bool
  }

  /// - Parameter item: The list's own object for the row.
  init(of item: UnsafeMutableRawPointer) {
    self.item = item
    names = Build.column(spacing: 2, title, detail)
    if let names { gtk_widget_set_hexpand(names, 1) }
    box = Build.row(spacing: 12, icon, names)
    guard let box else { return }
    gtk_widget_add_css_class(box, "entry-row")
    passfold_gtk_list_item_set_child(item, box)
  }

  func focus() -> Bool { box.flatMap { gtk_widget_get_parent($0) }.map { gtk_widget_grab_focus($0) != 0 } ?? false }

  var hasFocus: Bool { box.flatMap { gtk_widget_get_parent($0) }.map { gtk_widget_has_focus($0) != 0 } ?? false }

  var position: Int { Int(passfold_gtk_list_item_position(item)) }

  /// Shows an entry; nil if it has not arrived yet.
  ///
  /// - Parameter remark: The text shown after the user name instead of other details.
  func show(_ entry: VaultEntry?, remark: String? = nil, isOpen: Bool) {
    let drawing = Drawn(entry: entry, remark: remark, isOpen: isOpen)
    guard let box, drawing != drawn else { return }
    drawn = drawing
    if self.entry?.record != entry?.record { code?.show(nil) }
    self.entry = entry
    let words = entry.map { EntryLineWords($0, remark: remark) }
    if let icon, kind != entry?.kind {
      kind = entry?.kind
      passfold_gtk_image_set(icon, kind.map { VaultSection.icon(of: $0) })
    }
    if let title { passfold_gtk_label_set_text(title, words?.title ?? "…") }
    if let detail {
      if isWhole != (remark != nil) {
        isWhole = remark != nil
        // A password's problem is shown in full.
        passfold_gtk_label_wrap(detail, isWhole ? 8 : 1)
      }
      passfold_gtk_label_set_text(detail, words?.detail ?? "")
      gtk_widget_set_visible(detail, words?.detail.isEmpty == false ? 1 : 0)
    }
    if isOpen { gtk_widget_add_css_class(box, "open") } else { gtk_widget_remove_css_class(box, "open") }
    // The list's own row widget has the focus, so it needs the name.
    if let row = gtk_widget_get_parent(box) { passfold_gtk_set_accessible_label(row, words?.spoken ?? "…") }
  }

  /// Shows the entry's current code; nil shows none.
  func show(code shown: ListedCodes.Code?) {
    if shown != nil, code == nil {
      code = RowCode()
      // Large digits leave no room for names next to them.
      let place = passfold_gtk_letters_are_large() != 0 ? names : box
      if let place, let widget = code?.widget { passfold_gtk_box_append(place, widget) }
    }
    code?.show(shown)
  }
}

/// The texts of an entry's row.
struct EntryLineWords {
  let title: String
  let detail: String
  let spoken: String

  init(_ entry: VaultEntry, remark: String?) {
    title = PrintableText.of(entry.title)
    var parts: [String] = []
    if let remark {
      parts = [entry.user, remark]
    } else {
      parts = [entry.user] + (entry.about ?? [])
      if let service = entry.services.first.map(Self.name), service != entry.title { parts.append(service) }
      if entry.pending == true { parts.append(VaultWords.pending) }
    }
    detail = parts.filter { !$0.isEmpty }.map(PrintableText.of).joined(separator: " · ")
    spoken = [title, VaultWords.kind(entry.kind), detail].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// Returns a service's readable name, without the "https://" and the final slash.
  static func name(of service: String) -> String {
    var name = service[...]
    if name.hasPrefix("https://") { name = name.dropFirst("https://".count) }
    if name.hasSuffix("/") { name = name.dropLast() }
    return PrintableText.of(String(name))
  }
}
