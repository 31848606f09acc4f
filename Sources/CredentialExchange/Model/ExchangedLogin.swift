// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import SecretMemory

/// A user name with its password, and where they are used.
package struct ExchangedLogin: Sendable {
  /// The services that it signs in to, each with its rule, in the order of the source.
  package var services: [ServiceIdentifier]
  /// The user name; empty where none is kept.
  package var user: String
  /// The password in UTF-8; nil where the source keeps none.
  package var password: SharedSecret?
  /// The passwords from before, the oldest first.
  package var history: [RetiredPassword]

  /// Puts a login together.
  package init(services: [ServiceIdentifier] = [], user: String = "", password: SharedSecret? = nil, history: [RetiredPassword] = []) {
    self.services = services
    self.user = user
    self.password = password
    self.history = history
  }
}
