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
}

extension PaneContent {
  func hide() {}
  func copyMain() -> Bool { false }
}
