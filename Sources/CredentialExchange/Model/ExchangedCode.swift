// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import OneTimeCodes

/// The generator of verification codes for one account.
package struct ExchangedCode: Sendable {
  /// The field of a record that has the code's own name.
  package static let nameField = "Name"

  /// The services that ask for the codes, where the source names them apart from the login's.
  package var services: [ServiceIdentifier]
  /// The issuer, if it is named.
  package var issuer: String?
  /// The account; empty where it is not named.
  package var account: String
  /// What a person calls the code itself, where an entry has several; it becomes the field ``nameField`` of its record.
  package var name: String?
  /// The secret with the rules for making codes from it.
  package var parameters: OneTimeCodeParameters
  /// When it was made, where the source says so.
  package var added: Date?
  /// The wait for the first code that the service takes, as our own exports keep it; what it replaces is of one vault, and stays there.
  package var pendingSince: Date?
  /// What the account's codes were made from before, the oldest first.
  package var history: [RetiredParameters]

  /// Puts a generator together.
  package init(
    services: [ServiceIdentifier] = [], issuer: String? = nil, account: String = "", name: String? = nil, parameters: OneTimeCodeParameters,
    added: Date? = nil, pendingSince: Date? = nil, history: [RetiredParameters] = []
  ) {
    self.services = services
    self.issuer = issuer
    self.account = account
    self.name = name
    self.parameters = parameters
    self.added = added
    self.pendingSince = pendingSince
    self.history = history
  }
}
