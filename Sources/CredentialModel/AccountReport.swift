// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// What a service tells about one of its accounts (WebAuthn L3 §5.1.10; Apple: `ASCredentialUpdater`).
package enum AccountReport: Hashable, Sendable {
  /// The service does not know this passkey, or not any more.
  case unknownPasskey(relyingPartyID: String, credentialID: [UInt8])
  /// These are all the passkeys that the service takes for one account.
  case acceptedPasskeys(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// What one account is called now; a display name of nil is one that was not told.
  case userNames(relyingPartyID: String, userHandle: [UInt8], name: String, displayName: String?)
  /// The account signs in without its password from now on.
  case unusedPassword(domain: String, user: String)

  /// What a report is about: of two reports about the same, the later one holds.
  package struct Topic: Hashable, Sendable {
    /// The relying party or domain that speaks.
    package let service: String
    private let kind: UInt8
    private let subject: [UInt8]

    fileprivate init(_ service: String, kind: UInt8, subject: [UInt8]) {
      self.service = service
      self.kind = kind
      self.subject = subject
    }
  }

  /// What this report is about.
  package var topic: Topic {
    switch self {
    case .unknownPasskey(let name, let credentialID): Topic(name, kind: 0, subject: credentialID)
    case .acceptedPasskeys(let name, let userHandle, _): Topic(name, kind: 1, subject: userHandle)
    case .userNames(let name, let userHandle, _, _): Topic(name, kind: 2, subject: userHandle)
    case .unusedPassword(let domain, let user): Topic(domain, kind: 3, subject: Array(user.utf8))
    }
  }
}
