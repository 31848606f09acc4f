// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 5: the lowest format that counts from here on (design: section 3.11).
struct FormatFloor: Hashable, Sendable {
  /// The floor of an account that never raised it, which its genesis entry names.
  static let first: UInt64 = 1

  let format: UInt64

  var body: CBORMap { [.unsigned(1): .unsigned(format)] }

  init(format: UInt64) { self.format = format }

  /// - Throws: `unsupportedVersion` for fields that this build does not know: what else they ask of a reader it cannot judge. `malformed`.
  init(body: CBORMap) throws(CredentialCryptographyError) {
    guard body.entries.allSatisfy({ $0.key == .unsigned(1) }) else { throw CredentialCryptographyError(.unsupportedVersion) }
    format = try CanonicalFields(body).unsigned(1)
  }
}
