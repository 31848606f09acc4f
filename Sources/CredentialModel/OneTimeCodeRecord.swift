// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials
package import OneTimeCodes

/// The generator of one-time codes for one account.
package struct OneTimeCodeRecord: Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The password record whose sign-in these codes complete, if it is known.
  package var login: RecordIdentifier?
  /// The services that ask for the codes.
  package var services: [ServiceIdentifier]
  /// The user's name for the service: the label's prefix in a set-up link.
  package var title: String
  /// The account: the label after the prefix.
  package var account: String
  /// The issuer named by the set-up link; for Apple's form of the link it is a domain.
  package var issuer: String?
  /// The secret with the parameters for generating codes.
  package var parameters: OneTimeCodeParameters
  /// The time at which the record was created, with millisecond precision; nil if the creating version did not note it.
  package var added: Date?
  /// The wait for the first accepted code; nil once it is over.
  package var pending: PendingSetup?
  /// The old parameters of the account's codes, oldest first.
  package var history: [RetiredParameters]

  /// Creates a record.
  package init(
    id: RecordIdentifier, login: RecordIdentifier? = nil, services: [ServiceIdentifier], title: String, account: String,
    issuer: String? = nil, parameters: OneTimeCodeParameters, added: Date? = nil, pending: PendingSetup? = nil,
    history: [RetiredParameters] = []
  ) {
    self.id = id
    self.login = login
    self.services = services
    self.title = title
    self.account = account
    self.issuer = issuer
    self.parameters = parameters
    self.added = added
    self.pending = pending
    self.history = history
  }

  /// Replaces the parameters and keeps the old ones in the history.
  package mutating func retireParameters(for successor: OneTimeCodeParameters, at date: Date) {
    history.append(RetiredParameters(parameters: parameters, retired: date))
    parameters = successor
  }
}
