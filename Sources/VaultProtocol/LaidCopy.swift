// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A copy from elsewhere that a program lays among the vault's own for it to restore, since the vault sees its own folders alone.
///
/// The program takes it away again. Where it was killed before that, the vault does when the copies are listed an hour later or more.
package enum LaidCopy {
  /// Hidden, so that it is not listed among the vault's own.
  private static let prefix = ".incoming-"

  /// What a program calls the one that it lays there.
  ///
  /// - Parameter process: The program's process identifier.
  package static func name(ofProcess process: Int32) -> String { "\(prefix)\(process).passfold" }

  /// Whether a file in the folder of the copies was laid there, or is the draft of one.
  package static func isName(_ name: String) -> Bool { name.hasPrefix(prefix) }
}
