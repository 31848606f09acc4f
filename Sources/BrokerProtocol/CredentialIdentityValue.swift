// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// The place where a credential belongs (Apple: `ASCredentialServiceIdentifier`).
package struct ServiceIdentifierValue: Codable, Hashable, Sendable {
  /// The form of ``ServiceIdentifierValue/identifier``.
  package enum Kind: String, Codable, Sendable {
    case domain
    case url
    case app
  }

  /// The requests that an identifier matches if it does not match every host under its registrable domain.
  package enum Matching: String, Codable, Sendable {
    /// Only its own host.
    case host
    /// Its own host, and the scheme and port if both sides name them.
    case exact
    /// None: the record is never offered for its host and the hosts below it.
    case never
  }

  /// A host name, a URL or an app identifier.
  package var identifier: String
  /// The form of the identifier.
  package var kind: Kind
  /// The text to show the user instead of the identifier.
  package var displayName: String?
  /// The requests that it matches; nil means every host under its registrable domain.
  package var matching: Matching?

  /// Creates an identifier of one service.
  package init(identifier: String, kind: Kind, displayName: String? = nil) {
    self.identifier = identifier
    self.kind = kind
    self.displayName = displayName
  }
}

/// The kinds of credential that a provider can offer.
package enum CredentialKind: String, Codable, Hashable, Sendable {
  case password
  case passkey
  case oneTimeCode = "one-time-code"
}

/// One entry of a provider's identity store: an account that could be filled, without any secret (Apple: `ASCredentialIdentity`).
package struct CredentialIdentityValue: Codable, Hashable, Sendable {
  /// The kind of credential that the provider would supply.
  package var kind: CredentialKind
  /// The service that the credential belongs to.
  package var service: ServiceIdentifierValue
  /// The account's name; the label of a one-time code.
  package var user: String
  /// The key by which the provider finds its record; opaque to other programs.
  package var recordIdentifier: String?
  /// The rank; among entries of one service, larger ranks come first.
  package var rank: Int
  /// A passkey's relying party; nil for the other kinds.
  package var relyingPartyIdentifier: String?
  /// A passkey's credential ID; nil for the other kinds.
  package var credentialID: Data?
  /// A passkey's user handle; nil for the other kinds.
  package var userHandle: Data?

  /// Creates the identity of a password or a one-time code.
  package init(kind: CredentialKind, service: ServiceIdentifierValue, user: String, recordIdentifier: String?, rank: Int = 0) {
    self.kind = kind
    self.service = service
    self.user = user
    self.recordIdentifier = recordIdentifier
    self.rank = rank
  }

  /// Creates the identity of a passkey; its service is the relying party's domain.
  package init(
    relyingPartyIdentifier: String, userName: String, credentialID: Data, userHandle: Data, recordIdentifier: String?, rank: Int = 0
  ) {
    self.kind = .passkey
    self.service = ServiceIdentifierValue(identifier: relyingPartyIdentifier, kind: .domain)
    self.user = userName
    self.recordIdentifier = recordIdentifier
    self.rank = rank
    self.relyingPartyIdentifier = relyingPartyIdentifier
    self.credentialID = credentialID
    self.userHandle = userHandle
  }
}
