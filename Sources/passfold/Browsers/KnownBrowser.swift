// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The browsers whose places Passfold knows.
package enum KnownBrowser: String, CaseIterable, Codable, Sendable {
  case chromium
  case chrome
  case brave
  case edge
  case vivaldi
  case firefox
  case librewolf

  /// The displayed name.
  package var name: String {
    switch self {
    case .chromium: "Chromium"
    case .chrome: "Google Chrome"
    case .brave: "Brave"
    case .edge: "Edge"
    case .vivaldi: "Vivaldi"
    case .firefox: "Firefox"
    case .librewolf: "LibreWolf"
    }
  }

  /// The manifest member in which the browser expects the extensions that may start the host.
  package var family: HostManifest.Family {
    switch self {
    case .firefox, .librewolf: .firefox
    case .chromium, .chrome, .brave, .edge, .vivaldi: .chromium
    }
  }

  /// The broker's name for a connected profile of this browser (`BrowserProgram`); a number may follow.
  package var connectedName: String { self == .chrome ? "Chrome" : name }

  /// The page on which its extensions are managed.
  package var extensionsPage: String {
    switch self {
    case .chromium, .chrome: "chrome://extensions"
    case .brave: "brave://extensions"
    case .edge: "edge://extensions"
    case .vivaldi: "vivaldi://extensions"
    case .firefox, .librewolf: "about:debugging#/runtime/this-firefox"
    }
  }

  /// The names of its program in `PATH`.
  var programs: [String] {
    switch self {
    case .chromium: ["chromium", "chromium-browser"]
    case .chrome: ["google-chrome", "google-chrome-stable"]
    case .brave: ["brave-browser", "brave"]
    case .edge: ["microsoft-edge", "microsoft-edge-stable"]
    case .vivaldi: ["vivaldi", "vivaldi-stable"]
    case .firefox: ["firefox", "firefox-esr"]
    case .librewolf: ["librewolf"]
    }
  }

  /// Its application on Flathub.
  var flatpak: String {
    switch self {
    case .chromium: "org.chromium.Chromium"
    case .chrome: "com.google.Chrome"
    case .brave: "com.brave.Browser"
    case .edge: "com.microsoft.Edge"
    case .vivaldi: "com.vivaldi.Vivaldi"
    case .firefox: "org.mozilla.firefox"
    case .librewolf: "io.gitlab.librewolf-community"
    }
  }

  /// Its snap; nil if its vendor publishes none.
  var snap: String? {
    switch self {
    case .chromium: "chromium"
    case .brave: "brave"
    case .vivaldi: "vivaldi"
    case .firefox: "firefox"
    case .chrome, .edge, .librewolf: nil
    }
  }

  /// Its folder below a configuration folder, for browsers based on Chromium.
  var configurationFolder: String {
    switch self {
    case .chromium: "chromium"
    case .chrome: "google-chrome"
    case .brave: "BraveSoftware/Brave-Browser"
    case .edge: "microsoft-edge"
    case .vivaldi: "vivaldi"
    // Since Firefox 147 for new profiles; older profiles stay where they are.
    case .firefox: "mozilla/firefox"
    case .librewolf: "librewolf/librewolf"
    }
  }
}
