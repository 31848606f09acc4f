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
    case .credentialExchange: return try CXFReader.read(bytes)
    case .bitwardenJSON: return try BitwardenReader.read(bytes, keys: keys)
    case .bitwardenZIP: return try BitwardenReader.readArchive(bytes)
    case .bitwardenCSV: return try BitwardenTable.read(bytes)
    case .keePass: return try KeePassReader.read(bytes, keys: keys)
    case .twoFAS: return try TwoFASReader.read(bytes, keys: keys)
    case .protonAuthenticator: return try ProtonAuthenticatorReader.read(bytes, keys: keys)
    case .enteAuth: return try EnteReader.read(bytes, keys: keys)
    case .setupLinks, .migrationLinks: return try LinkListReader.read(bytes)
    case .andOTP: return try AndOTPReader.read(bytes, keys: keys)
    case .freeOTP: return try FreeOTPBackupReader.read(bytes, keys: keys)
    case .freeOTPPlus: return try FreeOTPReader.read(bytes)
    case .stratum: return try StratumReader.read(bytes, keys: keys)
    case .raivo: return try RaivoReader.read(bytes)
    case .lastPassAuthenticator: return try LastPassAuthenticatorReader.read(bytes)
    case .aegis: return try AegisReader.read(bytes, keys: keys)
    default: throw CredentialExchangeError(.unsupportedVariant)
    }
  }
}
