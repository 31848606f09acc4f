// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// Converts a service's address to the form of KeePass and related programs.
enum KeePassAddress {
  static let appScheme = "androidapp://"

  /// Returns the text of an address.
  static func text(_ service: ServiceIdentifier) -> String { service.kind == .app ? appScheme + service.text : service.text }

  /// Whether an address is written among those of an entry. A service with the rule "never" is not, so that no other program fills in the
  /// entry there.
  static func isWritten(_ service: ServiceIdentifier) -> Bool { service.rule != .never && ServiceText.service(text(service)) != nil }

  /// Whether the address alone describes the service completely.
  static func isWhole(_ service: ServiceIdentifier) -> Bool { ServiceText.service(text(service)) == service }
}
