// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The program that starts a browser host, as identified by the kernel.
package struct BrowserProgram: Hashable, Sendable {
  /// Passfold's classification of it.
  package enum Kind: Hashable, Sendable {
    /// A browser installed by a system package.
    case browser
    /// The portal that starts the host for a browser in a Flatpak or snap, whichever it is.
    case portal
    /// Anything else.
    case unknown
  }

  /// The identity for comparing pairings: the program's path, or its sandbox. An update keeps both.
  package let identity: String
  /// The display name.
  package let name: String
  /// Whether it is known to be a browser.
  package let kind: Kind

  /// Inspects the process that started a host. Nil if it hides its program, has ended, or runs in an unverified sandbox, where any file may
  /// be at a browser's path.
  package init?(startedBy process: CallerIdentity) {
    guard process.isRunning(), process.packaging != .unknown, let executable = process.executable else { return nil }
    // The kernel's mark for a program that was replaced while running.
    let path = executable.hasSuffix(Self.replaced) ? String(executable.dropLast(Self.replaced.count)) : executable
    let file = path.split(separator: "/").last.map(String.init) ?? path
    switch process.packaging {
    case .flatpak?, .snap?: identity = process.programName ?? path
    case .unknown?, nil: identity = DisplayText.line(path)
    }
    if Self.systemFolders.contains(where: path.hasPrefix) {
      if let known = Self.browsers[file] {
        (name, kind) = (known, .browser)
        return
      }
      if Self.portals.contains(file) {
        (name, kind) = (file, .portal)
        return
      }
    }
    name = DisplayText.line(process.application?.name ?? file)
    kind = .unknown
  }

  private static let replaced = " (deleted)"

  /// Folders that only the administrator can write; anyone can name a program elsewhere like a browser.
  private static let systemFolders = ["/usr/", "/opt/", "/snap/", "/var/lib/snapd/snap/", "/nix/store/", "/gnu/store/"]

  /// The display names of browsers' program files.
  private static let browsers = [
    "chromium": "Chromium", "chromium-browser": "Chromium", "chrome": "Chrome", "google-chrome": "Chrome", "brave": "Brave",
    "msedge": "Edge", "vivaldi-bin": "Vivaldi", "opera": "Opera", "firefox": "Firefox", "firefox-bin": "Firefox", "firefox-esr": "Firefox",
    "librewolf": "LibreWolf", "waterfox": "Waterfox",
  ]

  private static let portals: Set<String> = [
    "xdg-desktop-portal", "xdg-native-messaging-proxy", "flatpak-portal", "flatpak-session-helper",
  ]
}
