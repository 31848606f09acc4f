// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Makes requests for an account with a passkey in one step.
///
/// No contact of the person is known to the system here: performed alone, its requests end as `deviceNotConfiguredForPasskeyCreation`,
/// upon which an app shows its own form.
@available(iOS 26.0, macOS 26.0, visionOS 26.0, *)
open class ASAuthorizationAccountCreationProvider: NSObject, ASAuthorizationProvider {
  /// Makes a provider of requests for new accounts; it has no state, so one does for all.
  public override init() {
    super.init()
  }

  /// Asks for an account with a passkey.
  ///
  /// - Parameters:
  ///   - acceptedContactIdentifiers: The kinds of contact that will do.
  ///   - shouldRequestName: Whether the person's name is wanted as well.
  ///   - relyingPartyIdentifier: The RP ID.
  ///   - challenge: From the service.
  ///   - userID: The user handle, from the service.
  public func createPlatformPublicKeyCredentialRegistrationRequest(
    acceptedContactIdentifiers: [ASContactIdentifierRequest], shouldRequestName: Bool, relyingPartyIdentifier: String, challenge: Data,
    userID: Data
  ) -> ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest {
    ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest(
      provider: self, acceptedContactIdentifiers: acceptedContactIdentifiers, shouldRequestName: shouldRequestName,
      relyingPartyIdentifier: relyingPartyIdentifier, challenge: challenge, userID: userID)
  }
}
