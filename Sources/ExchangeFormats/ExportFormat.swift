// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The export formats.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// FIDO's Credential Exchange Format, version 1.0; never encrypted.
  case credentialExchange = "cxf"
  /// A KeePass database, KDBX 4; always encrypted.
  case keePass = "kdbx"
  /// Bitwarden's JSON, plain or encrypted.
  case bitwardenJSON = "bitwarden-json"
  /// A table with the columns of Apple's Passwords; never encrypted.
  case table = "csv"
  /// `otpauth:` links, one per line; never encrypted.
  case setupLinks = "otpauth"
}
