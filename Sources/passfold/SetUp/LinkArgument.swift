// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CPassfoldSystem
import Glibc
import SecretMemory

/// The command line without its set-up link.
///
/// A desktop passes a link as an argument, which any process of the same user can read while this one has it. So it is moved into
/// locked memory first, before anything copies the arguments, and the original is wiped.
enum LinkArgument {
  /// The placeholder that the parser sees instead of the link; no link can look like it.
  static let standIn = "(link)"
  private static let migrationScheme = "otpauth-migration:"
  /// The beginnings of links that contain a secret. Titles and user names may begin with the name of the shop and a colon.
  private static let schemes = ["otpauth:", "apple-otpauth:", "steam://", migrationScheme]

  /// The link, once ``takeArguments()`` has found one.
  private(set) nonisolated(unsafe) static var link: SharedSecret?

  /// Returns the arguments after the program's name, without a link; call this once, before any other thread runs.
  static func takeArguments() -> [String] {
    let words = UnsafeMutableBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    return words.dropFirst().compactMap { word in
      guard let word else { return nil }
      let bytes = UnsafeMutableRawBufferPointer(start: word, count: strlen(word))
      guard schemes.contains(where: { begins(UnsafeRawBufferPointer(bytes), with: $0) }) else { return String(cString: word) }
      link = SharedSecret(copying: bytes)
      passfold_wipe(word, bytes.count)
      return standIn
    }
  }

  /// Whether a link is an export of several accounts.
  static func isMigration(_ link: SharedSecret) -> Bool {
    link.withBytes { begins($0, with: migrationScheme) }
  }

  /// Whether a text continues after a scheme, ignoring case.
  private static func begins(_ bytes: UnsafeRawBufferPointer, with scheme: String) -> Bool {
    bytes.count > scheme.utf8.count && zip(bytes, scheme.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
  }
}
