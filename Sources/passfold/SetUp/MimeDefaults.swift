// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LocalEndpoint
import LocalFiles

/// The list of a user's default applications for file and link types (freedesktop.org "Association between MIME types and
/// applications" 1.0).
package struct MimeDefaults {
  private let path: String

  static func forThisUser(variable: (String) -> String? = environmentVariable) throws(CommandFailure) -> MimeDefaults {
    guard let folder = BaseDirectory.configuration.path(variable: variable) else { throw .noHome }
    return MimeDefaults(path: folder + "/mimeapps.list")
  }

  /// Removes a desktop file from a type's defaults; a missing list has none.
  func remove(_ desktopFile: String, for type: String) throws(CommandFailure) {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return }
    let text = String(decoding: bytes, as: UTF8.self)
    let changed = Self.removing(desktopFile, for: type, from: text)
    guard changed != text else { return }
    do {
      try Data(changed.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw .system(path: path, errorNumber: 5)
    }
  }

  /// Returns the list without a desktop file for a type; a type without another default loses its line.
  package static func removing(_ desktopFile: String, for type: String, from text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.compactMap { line -> String? in
      guard line.hasPrefix(type + "=") else { return String(line) }
      let rest = line.dropFirst(type.utf8.count + 1).split(separator: ";").filter { $0 != desktopFile }
      return rest.isEmpty ? nil : "\(type)=\(rest.joined(separator: ";"));"
    }.joined(separator: "\n")
  }
}
