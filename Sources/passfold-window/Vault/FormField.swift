// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc
import SecretMemory

/// An input field of a form, with its name above it.
@MainActor
final class FormField {
  /// The kind of input.
  enum Form {
    case line
    case lines
    /// Hidden, in memory that is not swapped out.
    case secret
  }

  private(set) var widget: Widget?
  private let entry: Widget?
  private let form: Form
  private let initial: String
  private let name: Widget?
  /// Whether it was filled with the vault's value; and that value, until the text is withdrawn from the widget.
  private var (isFilledIn, former): (Bool, SharedSecret?) = (false, nil)
  /// The text typed as a secret, while it is withdrawn from the widget because the vault is closed.
  private var withdrawn: SharedSecret?

  init(_ label: String, _ form: Form = .line, text: String = "", hint: String? = nil, beside button: Widget? = nil) {
    (self.form, initial) = (form, text)
    switch form {
    case .line: entry = gtk_entry_new()
    case .lines: entry = passfold_gtk_text_view_new()
    case .secret: entry = passfold_gtk_password_new()
    }
    name = Build.label(label, style: "caption dim-label")
    guard let entry else { return }
    gtk_widget_set_hexpand(entry, 1)
    // A text view gets its name only from its label.
    passfold_gtk_set_accessible_label(entry, label)
    set(text)
    widget = Build.column(
      spacing: 4, name, Build.row(spacing: 6, entry, button), hint.flatMap { Build.label($0, style: "caption dim-label") })
  }

  var text: String { withTyped { String(decoding: $0, as: UTF8.self) } }

  /// Whether anything was typed.
  var hasText: Bool {
    guard let entry else { return false }
    if form == .lines { return passfold_gtk_text_view_has_text(entry) != 0 }
    return passfold_gtk_editable_text(entry).map { $0.pointee != 0 } ?? false
  }

  /// Whether the text differs from the initial one; the comparison makes no copy of the typed text.
  var hasChanged: Bool {
    if withdrawn != nil || (isFilledIn && former == nil) { return true }
    return withTyped { typed in former.map { $0.withBytes { !typed.elementsEqual($0) } } ?? !typed.elementsEqual(initial.utf8) }
  }

  /// Fills in the vault's value and renames the field accordingly; if the user has begun to type, their text stays.
  func begin(with former: SharedSecret, called label: String) {
    // A text view's text ends at a zero byte.
    guard !hasText, withdrawn == nil, let entry, !former.withBytes({ $0.contains(0) }) else { return }
    (isFilledIn, self.former) = (true, former)
    if let name { passfold_gtk_label_set_text(name, label) }
    passfold_gtk_set_accessible_label(entry, label)
    set(former)
  }

  /// The typed text as a secret; nil if empty.
  var secret: SharedSecret? { withTyped { $0.isEmpty ? nil : SharedSecret(copying: $0) } }

  /// Passes the typed text to `body` from the widget's memory; for a text view, the toolkit returns a copy, which is wiped.
  private func withTyped<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let copy = form == .lines ? entry.flatMap { passfold_gtk_text_view_text($0) } : nil
    let text = form == .lines ? copy.map { UnsafePointer($0) } : entry.flatMap { passfold_gtk_editable_text($0) }
    let count = text.map { strlen($0) } ?? 0
    defer {
      if let copy {
        explicit_bzero(copy, count)
        g_free(copy)
      }
    }
    return body(UnsafeRawBufferPointer(start: text, count: count))
  }

  func set(_ text: String) {
    (withdrawn, former) = (nil, nil)
    guard let entry else { return }
    if form == .lines { passfold_gtk_text_view_set(entry, text) } else { passfold_gtk_editable_set_text(entry, text) }
  }

  /// Moves the typed text from the widget into locked memory, which is wiped later, until ``giveBack()``.
  func withdraw() {
    former = nil
    guard let secret else { return }
    set("")
    withdrawn = secret
  }

  func giveBack() {
    guard let withdrawn else { return }
    self.withdrawn = nil
    set(withdrawn)
  }

  func set(_ secret: SharedSecret) {
    guard let entry else { return }
    secret.withCText { if form == .lines { passfold_gtk_text_view_set(entry, $0) } else { passfold_gtk_editable_set_text(entry, $0) } }
  }

  func focus() { if let entry { gtk_widget_grab_focus(entry) } }

  /// Calls `act` when Enter is pressed in the field.
  func whenEntered(_ act: @escaping @MainActor () -> Void) {
    if let entry, form != .lines { SignalHandler.connect(entry, "activate") { _ in act() } }
  }
}
