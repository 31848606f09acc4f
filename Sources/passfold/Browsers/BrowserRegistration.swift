// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LocalEndpoint

/// The browsers of one user, and the manifests that let them find Passfold's host.
package struct BrowserRegistration: Sendable {
  private let places: [BrowserPlace]
  private let surroundings: BrowserSurroundings
  /// Whether the user specified a folder, which is then used even if it does not exist.
  private let isOneFolder: Bool

  /// All places in the given surroundings.
  package init(surroundings: BrowserSurroundings) {
    self.surroundings = surroundings
    places = BrowserPlace.all(in: surroundings)
    isOneFolder = false
  }

  /// One Chromium user data folder, as given to `--user-data-dir`.
  package init(userDataFolder: String) {
    surroundings = BrowserSurroundings(home: userDataFolder)
    places = [BrowserPlace(userDataFolder: userDataFolder)]
    isOneFolder = true
  }

  /// The usual places of the current user; nil without a home folder.
  static func forThisUser() -> BrowserRegistration? { BrowserSurroundings.ofThisUser().map(BrowserRegistration.init(surroundings:)) }

  /// The folder of the extension in an installation; nil in a build folder.
  static func extensionFolder(of installation: Installation) -> String? {
    let folder = installation.prefix + "/share/webext/passfold"
    return access(folder, F_OK) == 0 ? folder : nil
  }

  /// Reports, for each browser found, the state of its registration for the program `host`.
  ///
  /// - Parameter looksIntoProfiles: Whether to look for the extension, which reads files of a few megabytes.
  package func reports(for host: String?, of browser: KnownBrowser? = nil, looksIntoProfiles: Bool = false) -> [BrowserReport] {
    chosen(browser).map { place in
      var report = report(place, host: host)
      report.program = surroundings.program(of: place)
      report.profiles = place.profileRoots.filter { access($0, F_OK) == 0 }
      if place.start == .helper { report.helperFound = surroundings.hasMessagingProxy }
      if looksIntoProfiles { report.extension = ExtensionSighting(in: place) }
      return report
    }
  }

  /// Writes the manifests. A failure for one does not prevent writing the others.
  ///
  /// - Parameters:
  ///   - browser: The only browser to register, whether or not it is found; nil for all that are found.
  ///   - replaces: Whether to replace a changed manifest as well.
  package func install(host: String, for browser: KnownBrowser? = nil, replaces: Bool = false) -> [BrowserChange] {
    chosen(browser).map { place in
      guard let path = place.manifest else { return BrowserChange(place: place, outcome: .notPossible) }
      let file = HostManifestFile(path: path, family: place.browser.family)
      let content = file.content
      if content == .asWritten(host: host) { return BrowserChange(place: place, outcome: .alreadyThere) }
      if content == .nothing, systemHost(of: place) == host {
        var change = BrowserChange(place: place, outcome: .alreadyThere)
        change.manifest = place.systemManifest
        return change
      }
      do throws(CommandFailure) {
        switch content {
        case .unreadable(let number): throw .system(path: path, errorNumber: number)
        case .other where !replaces: return BrowserChange(place: place, outcome: .leftChanged)
        case _ where file.isLink && !replaces: return BrowserChange(place: place, outcome: .leftChanged)
        case .nothing, .empty, .asWritten, .other: try file.write(host: host)
        }
        return BrowserChange(place: place, outcome: .installed)
      } catch { return BrowserChange(place: place, outcome: .failed, failure: error) }
    }
  }

  /// Removes the manifests that are exactly what `install` writes, for this copy's host or for a program that no longer exists.
  package func remove(host: String?, for browser: KnownBrowser? = nil) -> [BrowserChange] {
    var seen: Set<String> = []
    let places = places.filter { browser == nil || $0.browser == browser }
    return places.compactMap { place in
      // Several packagings of a browser share one manifest.
      guard let path = place.manifest, seen.insert(path).inserted else { return nil }
      let file = HostManifestFile(path: path, family: place.browser.family)
      do throws(CommandFailure) {
        switch file.content {
        case .nothing: return BrowserChange(place: place, outcome: .nothingThere)
        case .unreadable(let number): throw .system(path: path, errorNumber: number)
        case .asWritten(let named) where !file.isLink:
          guard named == host || access(named, F_OK) != 0 else { return BrowserChange(place: place, outcome: .leftForAnotherCopy) }
          try file.remove()
          return BrowserChange(place: place, outcome: .removed)
        case .asWritten, .empty, .other: return BrowserChange(place: place, outcome: .leftChanged)
        }
      } catch { return BrowserChange(place: place, outcome: .failed, failure: error) }
    }
  }

  /// The existing places; for a browser that was specified but not found, its usual place.
  private func chosen(_ browser: KnownBrowser?) -> [BrowserPlace] {
    guard !isOneFolder else { return places }
    let found = places.filter { place in
      (browser == nil || place.browser == browser)
        && (surroundings.program(of: place) != nil || place.profileRoots.contains { access($0, F_OK) == 0 })
    }
    guard found.isEmpty, let browser else { return found }
    return places.filter { $0.browser == browser && $0.packaging == .native }
  }

  private func report(_ place: BrowserPlace, host: String?) -> BrowserReport {
    guard let path = place.manifest else { return BrowserReport(place: place, state: .notPossible) }
    switch HostManifestFile(path: path, family: place.browser.family).content {
    case .nothing:
      guard let named = systemHost(of: place) else { return BrowserReport(place: place, state: .notRegistered) }
      var report = report(place, naming: named, host: host)
      report.manifest = place.systemManifest
      return report
    case .empty: return BrowserReport(place: place, state: .notRegistered)
    case .other: return BrowserReport(place: place, state: .changed)
    case .unreadable: return BrowserReport(place: place, state: .unreadable)
    case .asWritten(let named): return report(place, naming: named, host: host)
    }
  }

  private func report(_ place: BrowserPlace, naming named: String, host: String?) -> BrowserReport {
    let state: BrowserReport.State = access(named, X_OK) != 0 ? .programMissing : named == host ? .registered : .registeredElsewhere
    return BrowserReport(place: place, state: state, host: named)
  }

  /// The program that the system-wide manifest names, if Passfold wrote that manifest.
  private func systemHost(of place: BrowserPlace) -> String? {
    guard let path = place.systemManifest, case .asWritten(let named) = HostManifestFile(path: path, family: place.browser.family).content
    else { return nil }
    return named
  }
}
