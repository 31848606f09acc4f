// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange

/// Reads a file in any of the formats.
package enum ImportReader {
  /// Reads all entries of a file.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - format: The format that ``ImportFormat/detect(_:saidToBe:)`` found.
  ///   - keys: The keys for an encrypted file.
  /// - Throws: `passphraseNeeded` for an encrypted file without keys, `notOpenable` for wrong keys, `malformed`, `overBounds` or
  ///   `unsupportedVariant`.
  package static func read(
    _ bytes: UnsafeRawBufferPointer, as format: ImportFormat, keys: ImportKeys = ImportKeys()
  ) throws(CredentialExchangeError) -> ImportedCollection {
    var collection = try entries(of: bytes, as: format, keys: keys)
    collection.tellUnreadableCharacters()
    return collection
  }

  private static func entries(
    of bytes: UnsafeRawBufferPointer, as format: ImportFormat, keys: ImportKeys
  ) throws(CredentialExchangeError) -> ImportedCollection {
    // XML declares its own encoding; all other texts reach the readers in UTF-8.
    if format != .keePassXML, TableText.wide(bytes) != nil {
      return try TableText.withUTF8(bytes) { (text) throws(CredentialExchangeError) in try entries(of: text, as: format, keys: keys) }
    }
    switch format {
    case .credentialExchange: return try CXFReader.read(bytes)
    case .bitwardenJSON: return try BitwardenReader.read(bytes, keys: keys)
    case .bitwardenZIP: return try BitwardenReader.readArchive(bytes, keys: keys)
    case .bitwardenCSV: return try BitwardenTable.read(bytes)
    case .passwordStore: return try PasswordStoreStream.read(bytes)
    case .keePass: return try KeePassReader.read(bytes, keys: keys)
    case .keePassXML: return try KeePassReader.read(document: bytes)
    case .twoFAS: return try TwoFASReader.read(bytes, keys: keys)
    case .protonAuthenticator: return try ProtonAuthenticatorReader.read(bytes, keys: keys)
    case .enteAuth: return try EnteReader.read(bytes, keys: keys)
    case .setupLinks, .migrationLinks: return try LinkListReader.read(bytes)
    case .andOTP: return try AndOTPReader.read(bytes, keys: keys)
    case .freeOTP: return try FreeOTPBackupReader.read(bytes, keys: keys)
    case .freeOTPPlus: return try FreeOTPReader.read(bytes)
    case .stratum: return try StratumReader.read(bytes, keys: keys)
    case .twoFAuth: return try TwoFAuthReader.read(bytes)
    case .raivo: return try RaivoReader.read(bytes)
    case .extractedSecrets: return try ExtractedSecretsReader.read(bytes)
    case .lastPassAuthenticator: return try LastPassAuthenticatorReader.read(bytes)
    case .aegis: return try AegisReader.read(bytes, keys: keys)
    case .protonPassJSON, .protonPassZIP: return try ProtonPassArchive.read(bytes, keys: keys)
    case .lastPassCSV: return try LastPassTable.read(bytes)
    case .dashlaneCSV: return try DashlaneTables.read(table: bytes)
    case .dashlaneJSON: return try DashlaneReader.read(bytes)
    case .dashlaneZIP: return try DashlaneTables.read(archive: bytes)
    case .firefoxCSV: return try FirefoxTable.read(bytes)
    case .keePassXCCSV: return try KeePassXCTable.read(bytes)
    case .protonPassCSV: return try ProtonPassTable.read(bytes)
    case .nordPassCSV: return try NordPassTable.read(bytes)
    case .roboFormCSV: return try RoboFormTable.read(bytes)
    case .safariCards: return try SafariPaymentCards.read(bytes)
    case .appleCSV, .chromiumCSV: return try LoginTable.read(bytes, rest: .told)
    case .keeper: return try KeeperReader.read(bytes)
    case .kaspersky: return try KasperskyText.read(bytes)
    case .nextcloud: return try NextcloudReader.read(bytes)
    case .passky: return try PasskyReader.read(bytes)
    case .zohoCSV: return try ZohoTable.read(bytes)
    case .keePassCSV: return try LoginTable.read(keePass: bytes)
    case .loginCSV: return try LoginTable.read(bytes, rest: .kept)
    case .enpassCSV: return try EnpassTable.read(bytes)
    case .enpass: return try EnpassReader.read(bytes)
    case .onePassword: return try OnePasswordArchive.read(bytes)
    case .onePasswordCSV: return try OnePasswordTable.read(bytes)
    case .onePasswordInterchange: return try OnePasswordInterchange.read(bytes)
    }
  }
}
