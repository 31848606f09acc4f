// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The way a browser was installed.
package enum BrowserPackaging: String, CaseIterable, Codable, Sendable {
  case native
  case flatpak
  case snap
}

/// The places where one packaging of a browser stores its profiles and looks for host manifests.
package struct BrowserPlace: Hashable, Sendable {
  /// The program that starts the host.
  package enum Start: String, Encodable, Sendable {
    /// The browser itself.
    case browser
    /// A program outside the browser's sandbox, where the system has one.
    case helper
    /// None: the browser's sandbox has no exit, and it uses no helper.
    case nobody
  }

  /// The browser.
  package let browser: KnownBrowser
  /// The way it was installed.
  package let packaging: BrowserPackaging
  /// The folders in which it may store its profiles.
  package let profileRoots: [String]
  /// The program that starts the host.
  package let start: Start
  /// The folder that is searched for the manifest; nil if none is.
  package let manifestFolder: String?
  /// The folder that is searched after ``manifestFolder``, for manifests that a system package installs for all users; nil if none is
  /// known.
  package let systemManifestFolder: String?

  /// The manifest's path.
  package var manifest: String? { manifestFolder.map { $0 + "/" + HostManifest.hostName + ".json" } }
  /// The path of the manifest for all users.
  package var systemManifest: String? { systemManifestFolder.map { $0 + "/" + HostManifest.hostName + ".json" } }

  /// The displayed name.
  package var name: String {
    switch packaging {
    case .native: browser.name
    case .flatpak: "\(browser.name) (Flatpak)"
    case .snap: "\(browser.name) (snap)"
    }
  }

  /// One Chromium user data folder, as given to `--user-data-dir`.
  package init(userDataFolder: String) {
    browser = .chromium
    packaging = .native
    profileRoots = [userDataFolder]
    start = .browser
    manifestFolder = userDataFolder + "/NativeMessagingHosts"
    systemManifestFolder = nil
  }

  private init(
    _ browser: KnownBrowser, _ packaging: BrowserPackaging, roots: [String], start: Start, manifests: String?,
    systemManifests: String? = nil
  ) {
    self.browser = browser
    self.packaging = packaging
    profileRoots = roots
    self.start = start
    manifestFolder = manifests
    systemManifestFolder = systemManifests
  }

  /// All places in the surroundings of one user, in the order of output; docs/browsers.md lists the sources.
  package static func all(in surroundings: BrowserSurroundings) -> [BrowserPlace] {
    KnownBrowser.allCases.flatMap { browser in
      [native(browser, surroundings), flatpak(browser, surroundings), snap(browser, surroundings)].compactMap { $0 }
    }
  }

  private static func native(_ browser: KnownBrowser, _ surroundings: BrowserSurroundings) -> BrowserPlace {
    let home = surroundings.home
    switch browser {
    case .firefox:
      return BrowserPlace(
        browser, .native, roots: [home + "/.mozilla/firefox", surroundings.configuration + "/" + browser.configurationFolder],
        start: .browser, manifests: mozillaManifests(surroundings), systemManifests: surroundings.systemManifests(of: browser))
    case .librewolf:
      return BrowserPlace(
        browser, .native, roots: [home + "/.librewolf", surroundings.configuration + "/" + browser.configurationFolder], start: .browser,
        manifests: home + "/.librewolf/native-messaging-hosts")
    case .chromium, .chrome, .brave, .edge, .vivaldi:
      let root = surroundings.chromiumConfiguration + "/" + browser.configurationFolder
      return BrowserPlace(
        browser, .native, roots: [root], start: .browser, manifests: root + "/NativeMessagingHosts",
        systemManifests: surroundings.systemManifests(of: browser))
    }
  }

  private static func flatpak(_ browser: KnownBrowser, _ surroundings: BrowserSurroundings) -> BrowserPlace {
    let box = surroundings.home + "/.var/app/" + browser.flatpak
    let own = box + "/config/" + browser.configurationFolder
    switch browser {
    // The helper reads Firefox's own manifests, whichever browser of this family asks it.
    case .firefox:
      return BrowserPlace(
        browser, .flatpak, roots: [box + "/.mozilla/firefox", own], start: .helper, manifests: mozillaManifests(surroundings))
    case .librewolf:
      return BrowserPlace(browser, .flatpak, roots: [box + "/.librewolf", own], start: .helper, manifests: mozillaManifests(surroundings))
    case .chromium, .chrome, .brave, .edge, .vivaldi:
      return BrowserPlace(browser, .flatpak, roots: [own], start: .nobody, manifests: nil)
    }
  }

  private static func snap(_ browser: KnownBrowser, _ surroundings: BrowserSurroundings) -> BrowserPlace? {
    guard let snap = browser.snap else { return nil }
    let box = surroundings.home + "/snap/" + snap
    switch browser {
    case .firefox:
      return BrowserPlace(
        browser, .snap, roots: [box + "/common/.mozilla/firefox"], start: .helper, manifests: mozillaManifests(surroundings))
    case .chromium:
      // The helper uses `XDG_CONFIG_HOME`, whatever Chromium's own variable contains.
      return BrowserPlace(
        browser, .snap, roots: [box + "/common/chromium"], start: .helper,
        manifests: surroundings.configuration + "/chromium/NativeMessagingHosts")
    case .chrome, .brave, .edge, .vivaldi, .librewolf:
      return BrowserPlace(
        browser, .snap, roots: [box + "/current/.config/" + browser.configurationFolder], start: .nobody, manifests: nil)
    }
  }

  /// Firefox looks for manifests here even if its profiles are in `XDG_CONFIG_HOME`.
  private static func mozillaManifests(_ surroundings: BrowserSurroundings) -> String {
    surroundings.home + "/.mozilla/native-messaging-hosts"
  }
}
