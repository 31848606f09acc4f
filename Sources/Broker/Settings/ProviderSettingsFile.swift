// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc

/// The file that keeps the person's decisions about providers: `providers.json` in Passfold's configuration folder.
package struct ProviderSettingsFile: Sendable {
  /// The most bytes that are read.
  private static let limit = 256 * 1024

  /// The file's path.
  package let path: String

  /// Names the file below `XDG_CONFIG_HOME`, or below `.config` in `HOME`; nil without either.
  package init?(variable: (String) -> String?) {
    if let folder = variable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
      path = folder + "/passfold/providers.json"
    } else if let home = variable("HOME"), home.hasPrefix("/") {
      path = home + "/.config/passfold/providers.json"
    } else {
      return nil
    }
  }

  /// Reads the settings; a file that is not there decides nothing.
  ///
  /// - Throws: ``BrokerError`` `unreadableSettings` when there is a file that cannot be read, has another form or is of a later version.
  package func load() throws(BrokerError) -> ProviderSettings {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return ProviderSettings() }
    guard let bytes = SmallFile.bytes(of: path, limit: Self.limit),
      let settings = try? JSONDecoder().decode(ProviderSettings.self, from: Data(bytes)), settings.version == 1
    else { throw BrokerError(.unreadableSettings, subject: path) }
    return settings
  }

  /// Writes the settings beside the file and then over it, so that a crash leaves the former or the new ones.
  ///
  /// - Throws: ``BrokerError`` `settingsNotSaved`; the former settings are still there.
  package func save(_ settings: ProviderSettings) throws(BrokerError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(settings), PrivateFile.replace(path, with: data + [UInt8(ascii: "\n")]) else {
      throw BrokerError(.settingsNotSaved, subject: path)
    }
  }
}
