// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices

/// A provider that also hears the display name of an account (WebAuthn L3 §5.1.10.4), for which Apple's method has no place.
///
/// What apps tell comes without one, by `reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)`.
@MainActor
public protocol AccountNamesHandling: ASCredentialProviderViewController {
  /// Takes note of what an account with a passkey is called now; nothing is shown or answered.
  ///
  /// - Parameters:
  ///   - relyingParty: The service's identifier.
  ///   - userHandle: The account's identifier there.
  ///   - name: The account's name for people.
  ///   - displayName: The person's name for people, which may be empty.
  func reportAccountNames(forRelyingParty relyingParty: String, userHandle: Data, name: String, displayName: String)
}
