// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A copy from elsewhere that a program puts next to the vault's own copies for restoring, since the vault can read only its own folders.
///
/// The program removes it afterwards. If the program was killed, the vault removes it when the copies are listed an hour later or more.
package enum LaidCopy {
  /// The prefix that hides the file, so that it is not listed among the vault's own.
  private static let prefix = ".incoming-"

  /// Returns the name for a program's copy.
  ///
  /// - Parameter process: The program's process identifier.
  package static func name(ofProcess process: Int32) -> String { "\(prefix)\(process).passfold" }

  /// Whether a file in the folder of the copies is such a copy, or a draft of one.
  package static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
