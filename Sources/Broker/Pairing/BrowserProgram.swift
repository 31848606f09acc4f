// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The program that starts a browser host, as the kernel knows it.
package struct BrowserProgram: Hashable, Sendable {
  /// What Passfold makes of it.
  package enum Kind: Hashable, Sendable {
    /// A browser that a package of the system installed.
    case browser
    /// What starts the host for a browser in a Flatpak or snap, whichever that is.
    case portal
    /// Anything else.
    case unknown
  }

  /// What pairings are compared by: the program's path, or the box around it. An update keeps both.
  package let identity: String
  /// The name for people.
  package let name: String
  /// Whether it is known to be a browser.
  package let kind: Kind

  /// Looks at the process that started a host; nil when it shows its program to nobody, has ended, or runs in a box that nobody vouches
  /// for, where any file may stand at a browser's path.
  package init?(startedBy process: CallerIdentity) {
    guard process.isRunning(), process.packaging != .unknown, let executable = process.executable else { return nil }
    // The kernel says so of a program that was replaced while it runs.
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

  /// Folders that only the administrator writes; a program elsewhere may be named like a browser by anybody.
  private static let systemFolders = ["/usr/", "/opt/", "/snap/", "/var/lib/snapd/snap/", "/nix/store/", "/gnu/store/"]

  /// The names for people of the programs that browsers run as.
  private static let browsers = [
    "chromium": "Chromium", "chromium-browser": "Chromium", "chrome": "Chrome", "google-chrome": "Chrome", "brave": "Brave",
    "msedge": "Edge", "vivaldi-bin": "Vivaldi", "opera": "Opera", "firefox": "Firefox", "firefox-bin": "Firefox", "firefox-esr": "Firefox",
    "librewolf": "LibreWolf", "waterfox": "Waterfox",
  ]

  private static let portals: Set<String> = [
    "xdg-desktop-portal", "xdg-native-messaging-proxy", "flatpak-portal", "flatpak-session-helper",
  ]
}
