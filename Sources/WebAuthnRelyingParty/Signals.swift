// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel
import WebDomains

/// A message from a page to the client after a sign-in, to bring its passkeys into line with the account (WebAuthn L3 §5.1.10).
///
/// Send it only for the signed-in account: the client may hide or remove passkeys that are not in the list.
public struct AllAcceptedCredentialsSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The account's user handle.
  public let userId: Base64URL
  /// All credentials of the account.
  public let allAcceptedCredentialIds: [Base64URL]
}

/// The account's current names (WebAuthn L3 §5.1.10).
public struct CurrentUserDetailsSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The account's user handle.
  public let userId: Base64URL
  /// The account's name.
  public let name: String
  /// The display name.
  public let displayName: String
}

/// A credential that was presented but is unknown (WebAuthn L3 §5.1.10). It names no account, so it may be sent to anyone.
public struct UnknownCredentialSignal: Codable, Hashable, Sendable {
  /// The RP ID.
  public let rpId: String
  /// The credential that was presented.
  public let credentialId: Base64URL
}

extension RelyingParty {
  /// Returns the options for `PublicKeyCredential.signalAllAcceptedCredentials()`.
  ///
  /// - Parameter records: All passkeys of the account. Those of other accounts are left out.
  public func signalAllAcceptedCredentials(of user: UserHandle, records: [PublicKeyCredentialRecord]) -> AllAcceptedCredentialsSignal {
    AllAcceptedCredentialsSignal(
      rpId: id.name, userId: Base64URL(user.bytes),
      allAcceptedCredentialIds: records.filter { $0.userHandle == user }.map { Base64URL($0.id.bytes) })
  }

  /// Returns the options for `PublicKeyCredential.signalCurrentUserDetails()`.
  public func signalCurrentUserDetails(of user: UserHandle, name: String, displayName: String) -> CurrentUserDetailsSignal {
    CurrentUserDetailsSignal(rpId: id.name, userId: Base64URL(user.bytes), name: name, displayName: displayName)
  }

  /// Returns the options for `PublicKeyCredential.signalUnknownCredential()`, for use after `unknownCredential` was thrown.
  public func signalUnknownCredential(_ credential: CredentialID) -> UnknownCredentialSignal {
    UnknownCredentialSignal(rpId: id.name, credentialId: Base64URL(credential.bytes))
  }
}
