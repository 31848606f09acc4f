// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for a new account with a passkey in one step.
///
/// The system here has no contact information for the user. Performed on their own, the requests end with
/// `deviceNotConfiguredForPasskeyCreation`; an app then shows its own form.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider {
  /// Creates a provider. It has no state, so one is enough for all requests.
  public override init() {
    super.init()
  }

  /// Creates a request for a new account with a passkey.
  ///
  /// - Parameters:
  ///   - acceptedContactIdentifiers: The acceptable kinds of contact.
  ///   - shouldRequestName: Whether the user's name is also requested.
  ///   - relyingPartyIdentifier: The RP ID.
  ///   - challenge: The challenge from the service.
  ///   - userID: The user handle from the service.
  public func createPlatformPublicKeyCredentialRegistrationRequest(
    acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool, relyingPartyIdentifier: String, challenge: Data,
    userID: Data
  ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
    ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest(
      provider: self, acceptedContactIdentifiers: acceptedContactIdentifiers, shouldRequestName: shouldRequestName,
      relyingPartyIdentifier: relyingPartyIdentifier, challenge: challenge, userID: userID)
  }
}
