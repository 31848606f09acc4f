// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WebDomains

/// An app's entitlements for credentials.
struct Entitlements: Sendable, Hashable {
  /// The maximum length of the file in bytes.
  static let maximumByteCount = 64 * 1024
  /// The maximum number of entries used.
  static let maximumDomainCount = 200

  /// The domains whose credentials the app claims to use.
  let domains: [AssociatedDomain]

  /// Parses a property list; nil unless `com.apple.developer.associated-domains` is a list of texts. Skips entries of other services.
  init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.maximumByteCount, let list = try? PropertyListDecoder().decode(Members.self, from: Data(bytes)) else {
      return nil
    }
    domains = Array(list.domains.lazy.compactMap { AssociatedDomain(parsing: $0) }.prefix(Self.maximumDomainCount))
  }

  private struct Members: Decodable {
    let domains: [String]

    enum CodingKeys: String, CodingKey {
      case domains = "com.apple.developer.associated-domains"
    }
  }
}

/// The location of an app's entitlements: next to its desktop file, with the same name and the extension `.entitlements`.
struct EntitlementsPlace: Sendable, Hashable {
  /// The paths to try, in order.
  let candidates: [String]

  /// Derives the paths from the desktop file; nil for any other path.
  init?(desktopFile: String) {
    let resolved = (try? FileManager.default.destinationOfSymbolicLink(atPath: desktopFile)).map {
      URL(filePath: $0, relativeTo: URL(filePath: desktopFile).deletingLastPathComponent()).standardizedFileURL.path
    }
    var candidates: [String] = []
    for path in [desktopFile, resolved].compactMap({ $0 }) {
      guard path.hasPrefix("/"), path.hasSuffix(".desktop") else { continue }
      let place = path.dropLast(".desktop".count) + ".entitlements"
      candidates.append(String(place))
      // Flatpak exports desktop files but not entitlements, which stay among the app's own files.
      if let export = place.firstRange(of: "/export/share/") {
        candidates.append(place[..<export.lowerBound] + "/files/share/" + place[export.upperBound...])
      }
    }
    guard !candidates.isEmpty else { return nil }
    self.candidates = candidates
  }
}
