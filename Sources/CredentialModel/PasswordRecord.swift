// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import SecretMemory

/// A user name with its password, and where they are used.
package struct PasswordRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The services that the password signs in to.
  package var services: [ServiceIdentifier]
  /// What a person calls the service.
  package var title: String
  /// The user name.
  package var user: String
  /// The password in UTF-8.
  package var password: SharedSecret

  /// Puts a record together.
  package init(id: RecordIdentifier, services: [ServiceIdentifier], title: String, user: String, password: SharedSecret) {
    self.id = id
    self.services = services
    self.title = title
    self.user = user
    self.password = password
  }
}
