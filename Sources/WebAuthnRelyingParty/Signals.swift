// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// What a page tells the client after a sign-in so that its passkeys agree with the account (WebAuthn L3 §5.1.10).
///
/// Only for the account that is signed in: the client may hide or remove passkeys that a list does not name.
public struct AllAcceptedCredentialsSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The account's user handle.
  public let userId: Base64URL
  /// All credentials that the account has.
  public let allAcceptedCredentialIds: [Base64URL]
}

/// The account's names as they are now (WebAuthn L3 §5.1.10).
public struct CurrentUserDetailsSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The account's user handle.
  public let userId: Base64URL
  /// The account's name.
  public let name: String
  /// The name for people.
  public let displayName: String
}

/// A credential that was offered and is not known (WebAuthn L3 §5.1.10); it names no account, so that anybody may be told.
public struct UnknownCredentialSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The credential that was offered.
  public let credentialId: Base64URL
}

extension RelyingParty {
  /// The options of `PublicKeyCredential.signalAllAcceptedCredentials()`.
  /// - Parameter records: all passkeys of one account, those of others are left out.
  public func signalAllAcceptedCredentials(of user: UserHandle, records: [PublicKeyCredentialRecord]) -> AllAcceptedCredentialsSignal {
    AllAcceptedCredentialsSignal(
      rpId: id.name, userId: Base64URL(user.bytes),
      allAcceptedCredentialIds: records.filter { $0.userHandle == user }.map { Base64URL($0.id.bytes) })
  }

  /// The options of `PublicKeyCredential.signalCurrentUserDetails()`.
  public func signalCurrentUserDetails(of user: UserHandle, name: String, displayName: String) -> CurrentUserDetailsSignal {
    CurrentUserDetailsSignal(rpId: id.name, userId: Base64URL(user.bytes), name: name, displayName: displayName)
  }

  /// The options of `PublicKeyCredential.signalUnknownCredential()`, after `unknownCredential` was thrown.
  public func signalUnknownCredential(_ credential: CredentialID) -> UnknownCredentialSignal {
    UnknownCredentialSignal(rpId: id.name, credentialId: Base64URL(credential.bytes))
  }
}
