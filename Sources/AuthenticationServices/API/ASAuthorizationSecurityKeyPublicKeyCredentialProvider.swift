// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for credentials on security keys.
///
/// Security keys are not supported here. Performed on their own, the requests end with `notHandled`.
// @unchecked: Apple declares the same. The identifier is set once.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// The RP ID.
  open private(set) var relyingPartyIdentifier: String

  /// Creates a provider for an RP ID, usually the service's domain.
  public init(relyingPartyIdentifier: String) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
  }

  /// Creates a request for a new credential on a security key.
  open func createCredentialRegistrationRequest(
    challenge: Data, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: challenge, displayName: displayName, name: name, userID: userID, clientData: nil)
  }

  /// Creates a request for a signature by a security key.
  open func createCredentialAssertionRequest(challenge: Data) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(provider: self, challenge: challenge, clientData: nil)
  }
}

@available(iOS 17.4, macOS 14.4, *)
extension ASAuthorizationSecurityKeyPublicKeyCredentialProvider: ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialProvider {
  /// Creates a request for a new credential for a page.
  public func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, displayName: String, name: String, userID: Data
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: clientData.challenge, displayName: displayName, name: name, userID: userID, clientData: clientData)
  }

  /// Creates a request for a signature for a page.
  public func createCredentialAssertionRequest(
    clientData: ASPublicKeyCredentialClientData
  ) -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
    ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(provider: self, challenge: clientData.challenge, clientData: clientData)
  }
}
