// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A page that stands alone while there is no vault to be seen, and that the window does not leave by itself.
@MainActor
protocol ClosedPage: AnyObject {
  var widget: Widget? { get }
  /// Has a screen reader begin at its start.
  func focus()
  /// Takes a picture that is in the clipboard; false where there is none, or it is not for this page.
  func pastePicture() -> Bool
  /// Leaves nothing of it, and gives up what is under way.
  func clear()
}

extension ClosedPage {
  func pastePicture() -> Bool { false }
}
