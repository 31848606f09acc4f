// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices

/// A provider that also receives the display name of an account (WebAuthn L3 §5.1.10.4), which Apple's method does not include.
///
/// Reports by apps have no display name and arrive through `reportPublicKeyCredentialUpdate(forRelyingParty:userHandle:newName:)`.
@MainActor
public protocol AccountNamesHandling: ASCredentialProviderViewController {
  /// Updates the names of an account with a passkey. Nothing is shown or answered.
  ///
  /// - Parameters:
  ///   - relyingParty: The service's identifier.
  ///   - userHandle: The account's identifier at the service.
  ///   - name: The account's name.
  ///   - displayName: The user's display name, possibly empty.
  func reportAccountNames(forRelyingParty relyingParty: String, userHandle: Data, name: String, displayName: String)
}
