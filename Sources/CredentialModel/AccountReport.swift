// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A service's report on one of its accounts (WebAuthn L3 §5.1.10; Apple: `ASCredentialUpdater`).
package enum AccountReport: Hashable, Sendable {
  /// The service does not know this passkey, or no longer does.
  case unknownPasskey(relyingPartyID: String, credentialID: [UInt8])
  /// The complete list of passkeys that the service accepts for one account.
  case acceptedPasskeys(relyingPartyID: String, userHandle: [UInt8], credentialIDs: [[UInt8]])
  /// The current names of one account; a nil display name was not reported.
  case userNames(relyingPartyID: String, userHandle: [UInt8], name: String, displayName: String?)
  /// The account now signs in without its password.
  case unusedPassword(domain: String, user: String)

  /// The subject of a report. Of two reports on the same subject, the later one applies.
  package struct Topic: Hashable, Sendable {
    /// The relying party or domain that sent the report.
    package let service: String
    private let kind: UInt8
    private let subject: [UInt8]

    fileprivate init(_ service: String, kind: UInt8, subject: [UInt8]) {
      self.service = service
      self.kind = kind
      self.subject = subject
    }
  }

  /// The subject of this report.
  package var topic: Topic {
    switch self {
    case .unknownPasskey(let name, let credentialID): Topic(name, kind: 0, subject: credentialID)
    case .acceptedPasskeys(let name, let userHandle, _): Topic(name, kind: 1, subject: userHandle)
    case .userNames(let name, let userHandle, _, _): Topic(name, kind: 2, subject: userHandle)
    case .unusedPassword(let domain, let user): Topic(domain, kind: 3, subject: Array(user.utf8))
    }
  }
}
