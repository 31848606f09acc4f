// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

package import FoundationEssentials

/// What a service identifier says about where a credential belongs (Apple: `ASCredentialServiceIdentifier`).
package struct ServiceIdentifierValue: Codable, Hashable, Sendable {
  /// How ``ServiceIdentifierValue/identifier`` is to be read.
  package enum Kind: String, Codable, Sendable {
    case domain
    case url
    case app
  }

  /// Which requests an identifier answers that is not to answer every host under its registrable domain.
  package enum Matching: String, Codable, Sendable {
    /// Its own host alone.
    case host
    /// Its own host, with scheme and port where both sides say them.
    case exact
    /// None: its host and those below it are kept from the record.
    case never
  }

  /// A host name, a URL or an app identifier.
  package var identifier: String
  /// Which of the three it is.
  package var kind: Kind
  /// What to show a person in its place.
  package var displayName: String?
  /// The requests that it answers; nil is every host under its registrable domain.
  package var matching: Matching?

  /// Names one service.
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

/// One entry of a provider's identity store: which account it could fill, and no secret (Apple: `ASCredentialIdentity`).
package struct CredentialIdentityValue: Codable, Hashable, Sendable {
  /// What the provider would give.
  package var kind: CredentialKind
  /// Where it belongs.
  package var service: ServiceIdentifierValue
  /// The account's name; the label of a one-time code.
  package var user: String
  /// What the provider finds its record by; opaque to everybody else.
  package var recordIdentifier: String?
  /// Among entries of one service the larger rank comes first.
  package var rank: Int
  /// A passkey's relying party; nil for the other kinds.
  package var relyingPartyIdentifier: String?
  /// A passkey's credential ID; nil for the other kinds.
  package var credentialID: Data?
  /// A passkey's user handle; nil for the other kinds.
  package var userHandle: Data?

  /// Describes a password or a one-time code.
  package init(kind: CredentialKind, service: ServiceIdentifierValue, user: String, recordIdentifier: String?, rank: Int = 0) {
    self.kind = kind
    self.service = service
    self.user = user
    self.recordIdentifier = recordIdentifier
    self.rank = rank
  }

  /// Describes a passkey; its service is the relying party's domain.
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
