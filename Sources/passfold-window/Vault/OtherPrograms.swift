// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import LocalEndpoint

/// What the vault's window has other programs open.
@MainActor
enum OtherPrograms {
  /// Opens the settings, which are a window of their own: they speak to the broker, which this one does not.
  ///
  /// - Returns: Whether they were started.
  static func openSettings() -> Bool { Installation().windowProgram.map { passfold_gtk_start($0, "--settings") != 0 } ?? false }

  /// Opens a website in the person's browser.
  static func openWebsite(_ address: String, over window: Widget) { passfold_gtk_open_address(window, address) }
}
