// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialExchange
package import FoundationEssentials
package import SecretMemory

/// Writes a file of any of the formats that are written.
package enum ExportWriter {
  /// A file with all entries, and what the format cannot hold of them.
  ///
  /// - Parameters:
  ///   - items: The entries.
  ///   - format: Which format.
  ///   - keys: What is to open the file; without a passphrase it is in the clear.
  ///   - date: The time of the export.
  ///   - random: Where salts, nonces and identifiers come from.
  /// - Throws: `passphraseNeeded` for a format that is always sealed, `unsupportedVariant` for one that cannot be.
  package static func write(
    _ items: [ExchangedItem], as format: ExportFormat, keys: ImportKeys, date: Date, random: inout some RandomNumberGenerator
  ) throws(CredentialExchangeError) -> (file: SharedSecret, findings: [ImportFinding]) {
    // What has no seal is never taken for sealed.
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
