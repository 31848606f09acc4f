// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import CredentialModel
package import FoundationEssentials
package import OneTimeCodes

/// The generator of one-time codes for one account.
package struct ExchangedCode: Sendable {
  /// The name of the record's field with the code's own name.
  package static let nameField = "Name"

  /// The services that ask for the codes, if the source names them separately from the login's.
  package var services: [ServiceIdentifier]
  /// The issuer, if known.
  package var issuer: String?
  /// The account; empty if unknown.
  package var account: String
  /// The user's name for the code itself, if an entry has several; it becomes the field ``nameField`` of its record.
  package var name: String?
  /// The secret with the parameters for generating codes.
  package var parameters: OneTimeCodeParameters
  /// The time at which it was created, if known.
  package var added: Date?
  /// The time at which the wait for the first accepted code started, as in our own exports. The codes it replaces are specific to a vault,
  /// and stay there.
  package var pendingSince: Date?
  /// The old parameters of the account's codes, oldest first.
  package var history: [RetiredParameters]

  /// Creates a generator.
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
