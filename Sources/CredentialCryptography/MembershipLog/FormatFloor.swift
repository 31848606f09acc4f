// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR

/// The body of an entry of kind 5: the lowest valid format from here on (design: section 3.11).
struct FormatFloor: Hashable, Sendable {
  /// The floor named by the genesis entry, which applies until it is raised.
  static let first: UInt64 = 1

  let format: UInt64

  var body: CBORMap { [.unsigned(1): .unsigned(format)] }

  init(format: UInt64) { self.format = format }

  /// - Throws: `unsupportedVersion` for fields that this build does not know, because it cannot know what they require. `malformed`.
  init(body: CBORMap) throws(CredentialCryptographyError) {
    guard body.entries.allSatisfy({ $0.key == .unsigned(1) }) else { throw CredentialCryptographyError(.unsupportedVersion) }
    format = try CanonicalFields(body).unsigned(1)
  }
}
