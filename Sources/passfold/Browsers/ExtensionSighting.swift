// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The state of Passfold's extension in a browser's profiles. Browser files are read and never written.
package struct ExtensionSighting: Encodable, Hashable, Sendable {
  /// The state.
  package enum State: String, Encodable, Sendable {
    /// In at least one profile, and switched on.
    case present
    /// In at least one profile, and switched off in all of them.
    case disabled
    /// In none. A browser does not list an extension that was loaded for a single run.
    case notSeen
    /// The profiles cannot be read.
    case cannotTell
  }

  /// The state.
  package var state: State
  /// The names of the profile folders that contain it.
  package var profiles: [String]

  /// Describes a sighting.
  package init(state: State, profiles: [String] = []) {
    self.state = state
    self.profiles = profiles
  }

  private static let mostProfiles = 64
  private static let largestFile = 32 * 1024 * 1024

  /// Searches the profiles of a place.
  package init(in place: BrowserPlace) {
    var found: [(profile: String, isEnabled: Bool)] = []
    var isUnclear = false
    for root in place.profileRoots {
      for profile in Self.folders(in: root) {
        switch place.browser.family {
        case .chromium: Self.lookInChromium(root + "/" + profile).map { found.append((profile, $0)) }
        case .firefox: Self.lookInFirefox(root + "/" + profile).map { found.append((profile, $0)) }
        }
        if errno == EFBIG || errno == EACCES { isUnclear = true }
      }
    }
    let enabled = found.filter(\.isEnabled)
    let state: State = !enabled.isEmpty ? .present : !found.isEmpty ? .disabled : isUnclear ? .cannotTell : .notSeen
    self.init(state: state, profiles: (enabled.isEmpty ? found : enabled).map(\.profile))
  }

  private static func folders(in root: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let profiles = names.sorted().filter { name in
      ["Preferences", "prefs.js", "extensions.json"].contains { access("\(root)/\(name)/\($0)", F_OK) == 0 }
    }
    return Array(profiles.prefix(mostProfiles))
  }

  private struct ChromiumPreferences: Decodable {
    struct Extensions: Decodable { var settings: [String: Setting]? }
    struct Setting: Decodable {
      var isEnabled: Bool
      private enum CodingKeys: String, CodingKey {
        case state
        case reasons = "disable_reasons"
      }
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let state = (try? values.decode(Int.self, forKey: .state)) ?? 1
        let reasons = (try? values.decode([Int].self, forKey: .reasons)) ?? []
        let mask = (try? values.decode(Int.self, forKey: .reasons)) ?? 0
        isEnabled = state != 0 && reasons.isEmpty && mask == 0
      }
    }
    var extensions: Extensions?
  }

  /// - Returns: Whether it is switched on; nil if it is absent.
  private static func lookInChromium(_ profile: String) -> Bool? {
    errno = 0
    for file in ["Secure Preferences", "Preferences"] {
      guard let bytes = BoundedFile.read("\(profile)/\(file)", upTo: largestFile),
        let preferences = try? JSONDecoder().decode(ChromiumPreferences.self, from: Data(bytes)),
        let setting = preferences.extensions?.settings?[HostManifest.chromiumExtension]
      else { continue }
      return setting.isEnabled
    }
    return access("\(profile)/Extensions/\(HostManifest.chromiumExtension)", F_OK) == 0 ? true : nil
  }

  private struct FirefoxExtensions: Decodable {
    struct Addon: Decodable {
      var id: String?
      var active: Bool?
    }
    var addons: [Addon]?
  }

  private static func lookInFirefox(_ profile: String) -> Bool? {
    errno = 0
    guard let bytes = BoundedFile.read("\(profile)/extensions.json", upTo: largestFile),
      let extensions = try? JSONDecoder().decode(FirefoxExtensions.self, from: Data(bytes)),
      let addon = extensions.addons?.first(where: { $0.id == HostManifest.firefoxExtension })
    else { return nil }
    return addon.active ?? true
  }
}
