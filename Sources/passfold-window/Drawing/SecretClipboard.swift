// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import SecretMemory

/// The session's clipboard; a copied secret is removed from it again.
@MainActor
final class SecretClipboard {
  /// How long a copied secret stays in the clipboard in seconds, as in the command and the popup.
  static let keepTime: UInt32 = 45

  private var held: UnsafeMutableRawPointer?
  private var copies = 0
  private var whenFree: (@MainActor () -> Void)?

  /// Copies a secret, marked so that clipboard histories skip it; it stays until its time is up or something else is copied.
  func copy(_ secret: SharedSecret) {
    held = secret.withBytes { passfold_gtk_clipboard_put($0.baseAddress, $0.count) }
    copies += 1
    let copy = copies
    MainLoop.after(milliseconds: Self.keepTime * 1000) { [weak self] in
      guard let self, copy == self.copies else { return }
      self.clear()
    }
  }

  /// Copies a text that is no secret; it stays in the clipboard.
  func copyPlain(_ text: String) { passfold_gtk_clipboard_put_plain(text) }

  /// Calls `act` once the clipboard no longer holds the copied secret, which disappears when the program ends.
  func whenFree(_ act: @escaping @MainActor @Sendable () -> Void) {
    guard let held, passfold_gtk_clipboard_holds(held) != 0 else { return act() }
    whenFree = act
    MainLoop.every(milliseconds: 500) { [weak self] in
      guard let self, let held = self.held else { return false }
      if passfold_gtk_clipboard_holds(held) != 0 { return true }
      self.free()
      return false
    }
  }

  private func clear() {
    if let held, passfold_gtk_clipboard_holds(held) != 0 { passfold_gtk_clipboard_clear() }
    free()
  }

  private func free() {
    held = nil
    whenFree?()
    whenFree = nil
  }
}
