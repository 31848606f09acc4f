// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CredentialModel

/// A service's address as KeePass and its kin write it.
enum KeePassAddress {
  static let appScheme = "androidapp://"

  /// The text of an address.
  static func text(_ service: ServiceIdentifier) -> String { service.kind == .app ? appScheme + service.text : service.text }
}
