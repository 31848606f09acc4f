// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The content of the screen, from the desktop's portal or the X11 screen.
package struct Screen {
  private let variable: (String) -> String?
  private let limits: Limits

  /// Creates a value.
  ///
  /// - Parameter variable: Returns the value of an environment variable.
  package init(variable: @escaping (String) -> String?, limits: Limits) {
    self.variable = variable
    self.limits = limits
  }

  /// Takes a picture of the screen. With a portal, the user chooses its content in a dialogue.
  ///
  /// The portal is asked while other processes of the user may still inspect this one, because it rejects processes whose `/proc` folder it
  /// may not open. `beforeSecrets` is called after the portal has answered and before the picture is opened.
  package func read(beforeSecrets: () -> Void) throws(QRFailure) -> ScratchBytes {
    do {
      let request = PortalScreenshot(limits: limits)
      let picture = try request.take()
      beforeSecrets()
      return try picture.readAndRemove(limits: limits)
    } catch {
      // Without a portal, the screen of an X11 session can still be read. Under Wayland, the X11 screen shows other X11 windows at best,
      // and a search that cannot succeed should not appear as one that found nothing.
      guard error.code == .noScreen, !isWayland, isSet("DISPLAY") else { throw error }
      beforeSecrets()
      return try X11Screenshot.take(limits: limits)
    }
  }

  private var isWayland: Bool { isSet("WAYLAND_DISPLAY") || variable("XDG_SESSION_TYPE") == "wayland" }

  private func isSet(_ name: String) -> Bool {
    variable(name).map { !$0.isEmpty } ?? false
  }
}
