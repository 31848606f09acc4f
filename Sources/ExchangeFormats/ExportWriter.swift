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
    switch format {
    case .credentialExchange:
      // The format has no seal of its own.
      guard keys.passphrase == nil else { throw CredentialExchangeError(.unsupportedVariant) }
      return CXFWriter.write(items, date: date, random: &random)
    case .bitwardenJSON: return try BitwardenWriter.write(items, keys: keys, date: date, random: &random)
    default: throw CredentialExchangeError(.unknownFormat)
    }
  }
}
