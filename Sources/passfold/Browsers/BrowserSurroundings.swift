// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint
import LocalFiles

/// The folders of one user and of the system in which browsers are found.
package struct BrowserSurroundings: Sendable {
  /// The home folder.
  package let home: String
  /// `$XDG_CONFIG_HOME`, or its default.
  package let configuration: String
  /// The same for browsers based on Chromium, which have their own variable, `$CHROME_CONFIG_HOME`.
  package let chromiumConfiguration: String
  private let data: String
  private let programFolders: [String]
  /// The prefix of system paths; empty except in tests.
  private let root: String

  /// Describes surroundings; omitted values have their defaults.
  package init(
    home: String, configuration: String? = nil, chromiumConfiguration: String? = nil, data: String? = nil, programFolders: [String] = [],
    root: String = ""
  ) {
    self.home = home
    self.configuration = configuration ?? home + "/.config"
    self.chromiumConfiguration = chromiumConfiguration ?? self.configuration
    self.data = data ?? home + "/.local/share"
    self.programFolders = programFolders
    self.root = root
  }

  /// The surroundings of the current user; nil without a home folder.
  package static func ofThisUser(variable: (String) -> String? = environmentVariable) -> BrowserSurroundings? {
    func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
    guard let home = folder("HOME") else { return nil }
    let programs = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
    return BrowserSurroundings(
      home: home, configuration: BaseDirectory.configuration.path(variable: variable), chromiumConfiguration: folder("CHROME_CONFIG_HOME"),
      data: BaseDirectory.data.path(variable: variable), programFolders: programs.filter { $0.hasPrefix("/") })
  }

  /// The program of a place: a path or, for a Flatpak or a snap, the command that starts it; nil if there is none.
  package func program(of place: BrowserPlace) -> String? {
    switch place.packaging {
    case .native:
      place.browser.programs.lazy.flatMap { name in programFolders.lazy.map { $0 + "/" + name } }.first {
        !isSnapFolder($0) && access($0, X_OK) == 0 && !leadsToSnap($0)
      }
    case .flatpak:
      [root + "/var/lib/flatpak/app/", data + "/flatpak/app/"].map { $0 + place.browser.flatpak }.first { access($0, F_OK) == 0 }
    case .snap:
      place.browser.snap.flatMap { snap in snapFolders.map { $0 + snap }.first { access($0, X_OK) == 0 } }
    }
  }

  /// The folder where a browser from the system's packages looks for system-wide manifests, after the user's own; nil if no source
  /// documents it (docs/browsers.md).
  package func systemManifests(of browser: KnownBrowser) -> String? {
    switch browser {
    case .chromium, .vivaldi: root + "/etc/chromium/native-messaging-hosts"
    case .chrome: root + "/etc/opt/chrome/native-messaging-hosts"
    case .edge: root + "/etc/opt/edge/native-messaging-hosts"
    case .firefox: root + "/usr/lib/mozilla/native-messaging-hosts"
    case .brave, .librewolf: nil
    }
  }

  /// Whether the system has the helper that starts hosts for sandboxed browsers. Ubuntu's portal, which does the same, cannot be detected.
  package var hasMessagingProxy: Bool {
    ["/usr/share", "/usr/local/share"].contains {
      access(root + $0 + "/dbus-1/services/org.freedesktop.NativeMessagingProxy.service", F_OK) == 0
    }
  }

  private var snapFolders: [String] { [root + "/snap/bin/", root + "/var/lib/snapd/snap/bin/"] }

  private func isSnapFolder(_ program: String) -> Bool { snapFolders.contains(where: program.hasPrefix) }

  /// Ubuntu's `/usr/bin/firefox` is a script that starts the snap.
  private func leadsToSnap(_ program: String) -> Bool {
    guard let bytes = BoundedFile.read(program, upTo: 4096, takesBeginning: true), bytes.starts(with: Array("#!".utf8)) else {
      return false
    }
    return String(decoding: bytes, as: UTF8.self).contains("/snap/bin/")
  }
}
