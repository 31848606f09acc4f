// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// Reads a file of any of the formats.
package enum ImportReader {
  /// Everything that is in a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - format: What ``ImportFormat/detect(_:)`` found.
  ///   - keys: What opens it, where it is sealed.
  /// - Throws: `passphraseNeeded` for a sealed file without keys, `notOpenable` for other keys than its own, `malformed`, `overBounds` or
  ///   `unsupportedVariant`.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, as format: ImportFormat, keys: ImportKeys = ImportKeys()
  ) throws(CredentialExchangeError) -> ImportedCollection {
    switch format {
    case .protonPassJSON, .protonPassZIP: return try ProtonPassArchive.read(bytes)
    case .onePassword: return try OnePasswordArchive.read(bytes)
    case .aegis: return try AegisReader.read(bytes, keys: keys)
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }
}
