// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// A user name with its password, and its services.
package struct ExchangedLogin: Sendable {
  /// The services it signs in to, each with its rule, in the order of the source.
  package var services: [ServiceIdentifier]
  /// The user name; empty if none is stored.
  package var user: String
  /// The password in UTF-8; nil if the source has none.
  package var password: SharedSecret?
  /// The old passwords, oldest first.
  package var history: [RetiredPassword]

  /// Creates a login.
  package init(services: [ServiceIdentifier] = [], user: String = "", password: SharedSecret? = nil, history: [RetiredPassword] = []) {
    self.services = services
    self.user = user
    self.password = password
    self.history = history
  }
}
