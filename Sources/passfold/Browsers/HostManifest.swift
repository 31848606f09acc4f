// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// The native messaging manifest that lets a browser find Passfold's host
/// (Chrome for Developers "Native messaging", MDN "Native manifests").
package struct HostManifest: Codable, Hashable, Sendable {
  /// The host's name, which is also the manifest file's name.
  package static let hostName = "org.passfold.browser_host"
  /// The origin of Passfold's extension in Chromium browsers (Extension/README.md).
  package static let chromiumOrigin = "chrome-extension://\(chromiumExtension)/"
  /// The id of Passfold's extension in Chromium browsers, derived from the key in its manifest.
  package static let chromiumExtension = "bmpfjhdlpannncejnglgicgcmphmcidn"
  /// The id of Passfold's extension in Firefox (Extension/README.md).
  package static let firefoxExtension = "passfold@passfold.org"

  /// The two families, which list the permitted extensions differently.
  package enum Family: Sendable {
    case chromium
    case firefox
  }

  /// The name that the extension connects to.
  package var name: String
  /// A description that no browser currently shows.
  package var description: String
  /// The path of the browser host; browsers accept only an absolute path.
  package var path: String
  /// The transport between browser and host: always `stdio`.
  package var type: String
  /// The extensions that may connect, in Chromium's form; nil for Firefox.
  package var allowedOrigins: [String]?
  /// The extensions that may connect, in Firefox's form; nil for Chromium.
  package var allowedExtensions: [String]?

  private enum CodingKeys: String, CodingKey {
    case name, description, path, type
    case allowedOrigins = "allowed_origins"
    case allowedExtensions = "allowed_extensions"
  }

  /// Lets Passfold's extension in one family of browsers start the program at an absolute path.
  package init(family: Family, host path: String) {
    name = Self.hostName
    description = "Passfold: one-time codes, passkeys and passwords"
    self.path = path
    type = "stdio"
    allowedOrigins = family == .chromium ? [Self.chromiumOrigin] : nil
    allowedExtensions = family == .firefox ? [Self.firefoxExtension] : nil
  }

  /// The file's bytes.
  package var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { return [] }
    return [UInt8](data) + [UInt8(ascii: "\n")]
  }
}
