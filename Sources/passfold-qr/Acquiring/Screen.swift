// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What the person sees, by the desktop's portal or from the X11 screen.
package struct Screen {
  private let variable: (String) -> String?
  private let limits: Limits

  /// - Parameter variable: looks up an environment variable.
  package init(variable: @escaping (String) -> String?, limits: Limits) {
    self.variable = variable
    self.limits = limits
  }

  /// Takes a picture of the screen; with a portal, the person chooses in its dialogue what is on it.
  ///
  /// The portal is asked while this process may still be looked at by others of the same user: it refuses processes whose
  /// `/proc` folder it may not open. `beforeSecrets` runs when the portal has answered and before the picture is opened.
  package func read(beforeSecrets: () -> Void) throws(QRFailure) -> ScratchBytes {
    do {
      let request = PortalScreenshot(limits: limits)
      let picture = try request.take()
      beforeSecrets()
      return try picture.readAndRemove(limits: limits)
    } catch {
      // Without a portal an X11 session still has a screen that can be read. Under Wayland the X11 screen holds other X11
      // windows at best, and a search that cannot succeed should not look like one that found nothing.
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
