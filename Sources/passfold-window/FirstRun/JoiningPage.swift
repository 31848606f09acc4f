// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A page by which a computer without a vault comes to an account that there is already.
@MainActor
protocol JoiningPage: AnyObject {
  var widget: Widget? { get }
  /// Has a screen reader begin at its start.
  func focus()
  /// Takes a picture that is in the clipboard; false where there is none, or it is not for this page.
  func pastePicture() -> Bool
  /// Leaves nothing of it, and gives up what is under way.
  func clear()
}

extension JoiningPage {
  func pastePicture() -> Bool { false }
}
