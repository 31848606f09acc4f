// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LocalEndpoint

/// The browsers of one user, and the manifests in their folders.
package struct BrowserRegistration: Sendable {
  private struct Place {
    let browser: String
    let family: HostManifest.Family
    /// The browser's own folder, which exists once the browser ran.
    let dataFolder: String
    let manifestFolder: String
    /// Whether to register although the browser has not run yet.
    let isUsual: Bool

    var manifest: String { manifestFolder + "/" + HostManifest.hostName + ".json" }
  }

  private let places: [Place]

  /// The usual places of a home folder; `configuration` is `$XDG_CONFIG_HOME`.
  package init(home: String, configuration: String? = nil) {
    let configuration = configuration ?? home + "/.config"
    let chromiums = [
      ("Chromium", "chromium", true), ("Google Chrome", "google-chrome", false), ("Brave", "BraveSoftware/Brave-Browser", false),
    ]
    places =
      chromiums.map { browser, folder, isUsual in
        Place(
          browser: browser, family: .chromium, dataFolder: "\(configuration)/\(folder)",
          manifestFolder: "\(configuration)/\(folder)/NativeMessagingHosts", isUsual: isUsual)
      } + [
        Place(
          browser: "Firefox", family: .firefox, dataFolder: home + "/.mozilla", manifestFolder: home + "/.mozilla/native-messaging-hosts",
          isUsual: true)
      ]
  }

  /// One Chromium user data folder, as named by `--user-data-dir`.
  package init(userDataFolder: String) {
    places = [
      Place(
        browser: "Chromium", family: .chromium, dataFolder: userDataFolder, manifestFolder: userDataFolder + "/NativeMessagingHosts",
        isUsual: true)
    ]
  }

  /// The usual places of whoever runs the command; nil without a home folder.
  static func forThisUser(variable: (String) -> String? = environmentVariable) -> BrowserRegistration? {
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return BrowserRegistration(home: home, configuration: variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil })
  }

  /// Where an installation keeps the extension; nil in a build folder.
  static func extensionFolder(of installation: Installation) -> String? {
    let folder = installation.prefix + "/share/passfold/extension"
    return access(folder, F_OK) == 0 ? folder : nil
  }

  /// How each browser that is there stands towards the program `host`.
  package func reports(for host: String?) -> [BrowserReport] {
    presentPlaces.map { report($0, host: host) }
  }

  /// Writes the manifests; another copy's are replaced.
  ///
  /// - Throws: `system` when a manifest cannot be written; those before it stay.
  package func register(host: String) throws(CommandFailure) -> [BrowserReport] {
    var reports: [BrowserReport] = []
    for place in presentPlaces {
      do {
        try FileManager.default.createDirectory(atPath: place.manifestFolder, withIntermediateDirectories: true)
        try Data(HostManifest(family: place.family, host: host).json).write(to: URL(filePath: place.manifest), options: .atomic)
      } catch {
        throw .system(path: place.manifest, errorNumber: errno)
      }
      reports.append(report(place, host: host))
    }
    return reports
  }

  /// Removes the manifests that are there and answers whose.
  ///
  /// - Throws: `system` when a manifest cannot be removed.
  package func unregister() throws(CommandFailure) -> [BrowserReport] {
    var reports: [BrowserReport] = []
    for place in places where access(place.manifest, F_OK) == 0 {
      guard unlink(place.manifest) == 0 else { throw .system(path: place.manifest, errorNumber: errno) }
      reports.append(BrowserReport(browser: place.browser, state: .notRegistered, manifest: place.manifest))
    }
    return reports
  }

  private var presentPlaces: [Place] { places.filter { $0.isUsual || access($0.dataFolder, F_OK) == 0 } }

  private func report(_ place: Place, host: String?) -> BrowserReport {
    let manifest = (try? Data(contentsOf: URL(filePath: place.manifest))).flatMap { try? JSONDecoder().decode(HostManifest.self, from: $0) }
    let state: BrowserReport.State
    switch (manifest, host) {
    case (nil, _): state = .notRegistered
    case (let manifest?, let host?) where manifest == HostManifest(family: place.family, host: host): state = .registered
    default: state = .registeredElsewhere
    }
    return BrowserReport(browser: place.browser, state: state, manifest: place.manifest)
  }
}
