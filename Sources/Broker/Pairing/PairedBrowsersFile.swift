// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LocalFiles

/// The file of paired browsers: `browsers.json` in Passfold's state folder.
package struct PairedBrowsersFile: Sendable {
  private struct Contents: Codable {
    var version = 1
    var browsers: [PairedBrowser]
  }

  /// The maximum number of bytes read.
  private static let limit = 256 * 1024

  /// The file's path.
  package let path: String

  /// Creates a file at `path`.
  package init(path: String) {
    self.path = path
  }

  /// Names the file below `XDG_STATE_HOME`, or below `.local/state` in `HOME`; nil without either.
  package init?(variable: (String) -> String?) {
    guard let path = BaseDirectory.state.passfold("browsers.json", variable: variable) else { return nil }
    self.path = path
  }

  /// Reads the browsers; none if there is no file.
  ///
  /// - Throws: ``BrokerError`` `unreadableSettings` for a file that others may write, in another format, or of a later version.
  package func load() throws(BrokerError) -> [PairedBrowser] {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return [] }
    guard let bytes = SmallFile.bytes(of: path, limit: Self.limit, author: .thisUser),
      let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)), contents.version == 1
    else { throw BrokerError(.unreadableSettings, subject: path) }
    return contents.browsers
  }

  /// Writes the browsers; a crash leaves the old or the new ones.
  ///
  /// - Throws: ``BrokerError`` `settingsNotSaved`; the old ones remain.
  package func save(_ browsers: [PairedBrowser]) throws(BrokerError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      DurableFile.makeFolder(of: path)
      try DurableFile.replace(path, with: try encoder.encode(Contents(browsers: browsers)) + [UInt8(ascii: "\n")])
    } catch {
      throw BrokerError(.settingsNotSaved, subject: path)
    }
  }
}
