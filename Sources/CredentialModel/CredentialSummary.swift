// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What a list, a search or an identity store may know of a credential: everything but its secret.
package struct CredentialSummary: Hashable, Sendable {
  /// The record's identifier.
  package let id: RecordIdentifier
  /// The record's kind.
  package let kind: CredentialKind
  /// What a person calls the service.
  package let title: String
  /// The services in the person's order, the most important first.
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
  /// The wait of one-time codes for the first one that their service takes.
  package let pending: PendingSetup?
  /// What else a card or identity is told apart and found by: brand and bank, organisation and e-mail addresses.
  package let about: [String]
  /// When the credential was moved to the trash, to the millisecond; nil for one that is not there.
  package var trashed: Date?
  /// Whether it is in the trash because its service said that it is of no use, and not by the person's decision.
  package var isHiddenByService = false
  /// The record that took its place, for one that is in the trash because of that.
  package var successor: RecordIdentifier?
  /// Whether the person wants it to come first.
  package var isFavourite = false
  /// The words that the person sorts by.
  package var tags: [String] = []

  /// Puts a summary together.
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
