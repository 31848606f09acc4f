// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A page that fills the window while the vault is closed, and that the window does not leave automatically.
@MainActor
protocol ClosedPage: AnyObject {
  var widget: Widget? { get }
  /// Moves the focus to the start, where a screen reader begins.
  func focus()
  /// Takes a picture from the clipboard; returns false if there is none or the page takes no pictures.
  func pastePicture() -> Bool
  /// Clears the page and abandons the operation in progress.
  func clear()
}

extension ClosedPage {
  func pastePicture() -> Bool { false }
}
