// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

internal import BrokerProtocol
internal import Foundation
package import SecretMemory

/// Writes what is handed over as the bytes of a CXF file.
package enum ExchangeWriter {
  /// The bytes, in memory for secrets; those that they were made of are wiped as far as they can be reached.
  ///
  /// - Throws: ``ASAuthorizationError`` `credentialExport` for more than may be handed over.
  package static func write(_ data: ASExportedCredentialData) throws -> SecretMemory.SharedSecret {
    guard data.accounts.reduce(0, { $0 + $1.items.count }) <= ExchangeBounds.itemCount else {
      throw AuthorizationFailure.tooMuchToExport.error
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    var bytes = try encoder.encode(data)
    defer { bytes.resetBytes(in: bytes.startIndex..<bytes.endIndex) }
    guard bytes.count <= ExchangeBounds.byteCount else { throw AuthorizationFailure.tooMuchToExport.error }
    return SecretMemory.SharedSecret(copying: bytes)
  }
}
