// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CGTK
import LocalEndpoint

/// Opens other programs from the vault's window.
@MainActor
enum OtherPrograms {
  /// Opens the settings in a separate window: they use the broker, which this window does not.
  ///
  /// - Returns: Whether they were started.
  static func openSettings() -> Bool { Installation().windowProgram.map { passfold_gtk_start($0, "--settings") != 0 } ?? false }

  /// Opens a website in the user's browser.
  static func openWebsite(_ address: String, over window: Widget) { passfold_gtk_open_address(window, address) }
}
