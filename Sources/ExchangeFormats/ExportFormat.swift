// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The formats that are written.
package enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// FIDO's Credential Exchange Format, version 1.0; always in the clear.
  case credentialExchange = "cxf"
  /// A database of KeePass, KDBX 4; always sealed.
  case keePass = "kdbx"
  /// Bitwarden's JSON, plain or sealed.
  case bitwardenJSON = "bitwarden-json"
  /// A table with the columns of Apple's Passwords; always in the clear.
  case table = "csv"
  /// `otpauth:` links, one a line; always in the clear.
  case setupLinks = "otpauth"
}
