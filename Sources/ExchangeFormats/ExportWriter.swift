// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import FoundationEssentials
package import SecretMemory

/// Writes a file in any export format.
package enum ExportWriter {
  /// Returns a file with all entries, and the data that the format cannot hold.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - format: The format.
  ///   - keys: The keys that open the file; without a passphrase it is unencrypted.
  ///   - date: The time of the export.
  ///   - random: The source of salts, nonces and identifiers.
  /// - Throws: `passphraseNeeded` for a format that is always encrypted, `unsupportedVariant` for one that cannot be.
  package static func write(
    _ items: [ExchangedItem], as format: ExportFormat, keys: ImportKeys, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    // A passphrase for a format without encryption is refused, so that nobody believes the file to be encrypted.
    let hasSeal = format == .keePass || format == .bitwardenJSON
    guard keys.passphrase == nil || hasSeal else { throw CredentialExchangeError(.unsupportedVariant) }
    switch format {
    case .credentialExchange: return CXFWriter.write(items, date: date, random: &random)
    case .bitwardenJSON: return try BitwardenWriter.write(items, keys: keys, date: date, random: &random)
    case .table: return try TableWriter.write(items)
    case .keePass:
      guard keys.passphrase != nil || keys.keyFile != nil else { throw CredentialExchangeError(.passphraseNeeded) }
      return try KeePassWriter.write(items, keys: keys, date: date, random: &random)
    case .setupLinks: return try SetupLinksWriter.write(items)
    }
  }
}
