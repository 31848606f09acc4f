// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The data of a credential for a list, a search or an identity store: everything but its secret.
package struct CredentialSummary: Hashable, Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The record's kind.
  package let kind: CredentialKind
  /// The user's name for the service.
  package let title: String
  /// The services in the user's order, most important first.
  package let services: [ServiceIdentifier]
  /// The user name or account.
  package let user: String
  /// A passkey's relying party.
  package let relyingPartyID: String?
  /// A passkey's credential ID.
  package let credentialID: [UInt8]?
  /// A passkey's user handle.
  package let userHandle: [UInt8]?
  /// The password record that one-time codes belong to.
  package let login: RecordIdentifier?
  /// The issuer of one-time codes.
  package let issuer: String?
  /// The wait of one-time codes for the first code that their service accepts; nil if there is none.
  package let pending: PendingSetup?
  /// Further text that identifies a card or identity and is searched: brand and bank, organisation and e-mail addresses.
  package let about: [String]
  /// The time at which the credential was moved to the trash, with millisecond precision; nil if it is not in the trash.
  package var trashed: Date?
  /// Whether it is in the trash because its service reported it as useless, and not by the user's decision.
  package var isHiddenByService = false
  /// The record that replaced it, if that is why it is in the trash.
  package var successor: RecordIdentifier?
  /// Whether the user wants it to come first.
  package var isFavourite = false
  /// The user's tags.
  package var tags: [String] = []

  /// Creates a summary.
  package init(
    id: RecordIdentifier, kind: CredentialKind, title: String, services: [ServiceIdentifier], user: String, relyingPartyID: String? = nil,
    credentialID: [UInt8]? = nil, userHandle: [UInt8]? = nil, login: RecordIdentifier? = nil, issuer: String? = nil,
    pending: PendingSetup? = nil, about: [String] = [], trashed: Date? = nil
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.services = services
    self.user = user
    self.relyingPartyID = relyingPartyID
    self.credentialID = credentialID
    self.userHandle = userHandle
    self.login = login
    self.issuer = issuer
    self.pending = pending
    self.about = about
    self.trashed = trashed
  }
}
