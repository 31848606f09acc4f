// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A page in the page pane: an entry, a form, an import.
@MainActor
protocol PaneContent: AnyObject {
  var widget: Widget? { get }
  /// The title in the bar above it; empty if the page has its own heading.
  var title: String { get }
  /// Takes the focus.
  func focus()
  /// Hides the secrets that are shown, because the user turned elsewhere.
  func hide()
  /// Removes secrets from all widgets; the page is not used afterwards.
  func clear()
  /// Copies the main value; returns false if there is none.
  func copyMain() -> Bool
  /// Copies the user name; returns false if there is none.
  func copyUser() -> Bool
  /// Copies the current code; returns false if there is none.
  func copyCode() -> Bool
  /// Turns to the form for changing the entry of the page; nil if the page has none, or none that can be changed.
  var editing: (@MainActor () -> Void)? { get }
  /// Whether the page has input that is not stored.
  var hasChanges: Bool { get }
  /// The fields with secrets, which leave their widgets while the vault is closed.
  var secretFields: [FormField] { get }
  /// The message shown if the vault is closed in the middle of the page's work: what ended, and what was not stored; nil for none.
  var ending: String? { get }
  /// The record whose page the user came from; nil for the list.
  var origin: String? { get }
  /// Whether the page takes pictures.
  var takesPictures: Bool { get }
  /// Takes a picture from the clipboard; returns false if there is none or the page takes no pictures.
  func pastePicture() -> Bool
}

extension PaneContent {
  func hide() {}
  func copyMain() -> Bool { false }
  func copyUser() -> Bool { false }
  func copyCode() -> Bool { false }
  var editing: (@MainActor () -> Void)? { nil }
  var hasChanges: Bool { false }
  var secretFields: [FormField] { [] }
  var ending: String? { nil }
  var origin: String? { nil }
  var takesPictures: Bool { false }
  func pastePicture() -> Bool { false }
}
