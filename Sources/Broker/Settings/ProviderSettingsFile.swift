// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LocalFiles

/// The file with the user's decisions about providers: `providers.json` in Passfold's configuration folder.
package struct ProviderSettingsFile: Sendable {
  /// The maximum number of bytes read.
  private static let limit = 256 * 1024

  /// The file's path.
  package let path: String

  /// Names the file below `XDG_CONFIG_HOME`, or below `.config` in `HOME`; nil without either.
  package init?(variable: (String) -> String?) {
    guard let path = BaseDirectory.configuration.passfold("providers.json", variable: variable) else { return nil }
    self.path = path
  }

  /// Reads the settings; without a file there are no decisions.
  ///
  /// - Throws: ``BrokerError`` `unreadableSettings` if there is a file that cannot be read, has another format or is of a later version.
  package func load() throws(BrokerError) -> ProviderSettings {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return ProviderSettings() }
    guard let bytes = SmallFile.bytes(of: path, limit: Self.limit),
      let settings = try? JSONDecoder().decode(ProviderSettings.self, from: Data(bytes)), settings.version == 1
    else { throw BrokerError(.unreadableSettings, subject: path) }
    return settings
  }

  /// Writes the settings next to the file and then replaces it, so that a crash leaves the old or the new ones.
  ///
  /// - Throws: ``BrokerError`` `settingsNotSaved`, or `unreadableSettings` if the file became unreadable after it was loaded, for example
  ///   because the user edited it: it may be what they want to keep. The old settings remain.
  package func save(_ settings: ProviderSettings) throws(BrokerError) {
    _ = try load()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      DurableFile.makeFolder(of: path)
      try DurableFile.replace(path, with: try encoder.encode(settings) + [UInt8(ascii: "\n")])
    } catch {
      throw BrokerError(.settingsNotSaved, subject: path)
    }
  }
}
