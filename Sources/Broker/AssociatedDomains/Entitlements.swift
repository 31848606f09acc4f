// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import WebDomains

/// An app's entitlements, as far as credentials are concerned.
struct Entitlements: Sendable, Hashable {
  /// The most bytes of the file.
  static let maximumByteCount = 64 * 1024
  /// The most entries that count.
  static let maximumDomainCount = 200

  /// The domains whose credentials the app says it uses.
  let domains: [AssociatedDomain]

  /// Reads a property list; nil unless `com.apple.developer.associated-domains` is a list of texts. Entries of other services are passed
  /// over.
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

/// Where an app's entitlements lie: beside its desktop file, under the same name with the ending `.entitlements`.
struct EntitlementsPlace: Sendable, Hashable {
  /// The paths to look at, in their order.
  let candidates: [String]

  /// Derives the places from the desktop file; nil for a path that is none.
  init?(desktopFile: String) {
    let resolved = (try? FileManager.default.destinationOfSymbolicLink(atPath: desktopFile)).map {
      URL(filePath: $0, relativeTo: URL(filePath: desktopFile).deletingLastPathComponent()).standardizedFileURL.path
    }
    var candidates: [String] = []
    for path in [desktopFile, resolved].compactMap({ $0 }) {
      guard path.hasPrefix("/"), path.hasSuffix(".desktop") else { continue }
      let place = path.dropLast(".desktop".count) + ".entitlements"
      candidates.append(String(place))
      // Flatpak exports desktop files and no entitlements; those stay among the app's own files.
      if let export = place.firstRange(of: "/export/share/") {
        candidates.append(place[..<export.lowerBound] + "/files/share/" + place[export.upperBound...])
      }
    }
    guard !candidates.isEmpty else { return nil }
    self.candidates = candidates
  }
}
