// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel
import WebDomains

/// A service's address as KeePass and its kin write it.
enum KeePassAddress {
  static let appScheme = "androidapp://"

  /// The text of an address.
  static func text(_ service: ServiceIdentifier) -> String { service.kind == .app ? appScheme + service.text : service.text }

  /// Whether an address stands among those of an entry; where nothing may be filled in, no other program may learn of it as an address.
  static func isWritten(_ service: ServiceIdentifier) -> Bool { service.rule != .never && ServiceText.service(text(service)) != nil }

  /// Whether an address alone tells everything of the service.
  static func isWhole(_ service: ServiceIdentifier) -> Bool { ServiceText.service(text(service)) == service }
}
