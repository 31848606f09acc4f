// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The save button of a form, and whether saving is in progress: until the vault has answered, neither a second click nor the Enter key
/// stores the form again.
@MainActor
final class SavingTurn {
  let button: Widget?
  private var isTaken = false

  init(_ save: @escaping @MainActor () -> Void) { button = Build.button(VaultWords.save, style: "suggested-action", save) }

  /// Starts saving; returns false if it is already in progress.
  func take() -> Bool {
    if isTaken { return false }
    isTaken = true
    if let button { gtk_widget_set_sensitive(button, 0) }
    return true
  }

  /// Ends saving because nothing was stored.
  func giveBack() {
    isTaken = false
    if let button { gtk_widget_set_sensitive(button, 1) }
  }
}
