// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import PasswordStoreProvider
import SecretMemory
import WebDomains

/// The content of a store of `pass` and GnuPG's reports, with the properties that must hold for them.
///
/// It is part of the main package, because only that package can use the parsers; the fuzzing package supplies the inputs.
public enum PasswordStoreParsers {
  /// Gives an entry's content, an entry's path or a report of gpg's to its reader. The first byte selects which.
  ///
  /// - Parameter plantsFault: Whether to misjudge something deliberately.
  /// - Returns: The property that does not hold, or nil if all hold.
  public static func brokenProperty(of input: [UInt8], plantsFault: Bool) -> String? {
    guard let first = input.first else { return nil }
    let rest = Array(input.dropFirst())
    switch first % 3 {
    case 0: return content(rest, plantsFault)
    case 1: return entry(String(decoding: rest, as: UTF8.self))
    default:
      let code = GnuPG.code(of: String(decoding: rest, as: UTF8.self))
      return [.canceled, .noKey, .failed].contains(code) ? nil : "a report has one of three meanings"
    }
  }

  private static func content(_ bytes: [UInt8], _ plantsFault: Bool) -> String? {
    let content = EntryContent(SharedSecret(copying: bytes))
    // The planted fault: treats an entry with a user as wrong.
    if plantsFault, content.user != nil { return "an entry with a user is one" }
    guard let password = content.password else { return nil }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let isInOne = password.withBytes { password in
      lines.contains { line in !password.isEmpty && line.indices.contains { line[$0...].starts(with: password) } }
    }
    return isInOne ? nil : "a password stands in one line"
  }

  private static func entry(_ path: String) -> String? {
    let entry = StoreEntry(path: path)
    guard entry.path == path, entry.label == entry.user ?? path else { return "an entry is known by its user, or its path" }
    guard let service = entry.service else { return entry.user == nil ? nil : "without a service there is no user" }
    return (try? ServiceAddress(parsing: service)) != nil ? nil : "a service is an address"
  }
}
