// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What stands in the pane of pages: an entry, a form, an import.
@MainActor
protocol PaneContent: AnyObject {
  var widget: Widget? { get }
  /// What stands in the bar above it; empty where it has a heading of its own.
  var title: String { get }
  /// Takes the focus.
  func focus()
  /// Hides secrets that are seen, since the person turned elsewhere.
  func hide()
  /// Leaves no secret in any widget; it is not used afterwards.
  func clear()
  /// Copies what one comes here for; false where there is nothing of that kind.
  func copyMain() -> Bool
  /// Copies the user name; false where there is none.
  func copyUser() -> Bool
  /// Copies the running code; false where there is none.
  func copyCode() -> Bool
  /// Whether a person typed something here that is not stored.
  var hasChanges: Bool { get }
  /// Where a person types secrets, which leave their widgets while the vault is closed.
  var secretFields: [FormField] { get }
  /// What is said where the vault is closed in the midst of it: what ended, and what was not stored; nil for nothing.
  var ending: String? { get }
  /// The record whose page a person came from; nil for the list.
  var origin: String? { get }
  /// Whether pictures are for this page.
  var takesPictures: Bool { get }
  /// Takes a picture that is in the clipboard; false where there is none, or it is not for this page.
  func pastePicture() -> Bool
}

extension PaneContent {
  func hide() {}
  func copyMain() -> Bool { false }
  func copyUser() -> Bool { false }
  func copyCode() -> Bool { false }
  var hasChanges: Bool { false }
  var secretFields: [FormField] { [] }
  var ending: String? { nil }
  var origin: String? { nil }
  var takesPictures: Bool { false }
  func pastePicture() -> Bool { false }
}
