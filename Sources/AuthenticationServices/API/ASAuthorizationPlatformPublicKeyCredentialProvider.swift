// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Creates requests for passkeys of one relying party, which must be associated with the app.
// @unchecked: Apple declares the same. The identifier is set once.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialProvider: NSObject, ASAuthorizationProvider, @unchecked Sendable {
  /// The RP ID.
  open private(set) var relyingPartyIdentifier: String

  /// Creates a provider for an RP ID, usually the service's domain.
  public init(relyingPartyIdentifier: String) {
    self.relyingPartyIdentifier = relyingPartyIdentifier
  }

  /// Creates a request for a new passkey, which an ``ASAuthorizationPlatformPublicKeyCredentialRegistration`` answers.
  ///
  /// - Parameters:
  ///   - challenge: The challenge from the service.
  ///   - name: The account's name.
  ///   - userID: The user handle from the service. A passkey with the same user handle is replaced.
  open func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: challenge, name: name, userID: userID, requestStyle: .standard, clientData: nil)
  }

  /// Creates a request for a new passkey: with a picker or, in the style `conditional`, without asking the user.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open func createCredentialRegistrationRequest(
    challenge: Data, name: String, userID: Data,
    requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: challenge, name: name, userID: userID, requestStyle: requestStyle, clientData: nil)
  }

  /// Creates a request for a signature, which an ``ASAuthorizationPlatformPublicKeyCredentialAssertion`` answers.
  ///
  /// - Parameter challenge: The challenge from the service.
  open func createCredentialAssertionRequest(challenge: Data) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(provider: self, challenge: challenge, clientData: nil)
  }
}

@available(iOS 17.4, macOS 13.5, *)
extension ASAuthorizationPlatformPublicKeyCredentialProvider: ASAuthorizationWebBrowserPlatformPublicKeyCredentialProvider {
  /// Creates a request for a new passkey for a page. It fails if performed by an app.
  public func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, name: String, userID: Data
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: clientData.challenge, name: name, userID: userID, requestStyle: .standard, clientData: clientData)
  }

  /// Creates a request for a new passkey for a page, in one of two styles. It fails if performed by an app.
  @available(iOS 18.0, macOS 15.0, *)
  public func createCredentialRegistrationRequest(
    clientData: ASPublicKeyCredentialClientData, name: String, userID: Data,
    requestStyle: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest.RequestStyle
  ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
    ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: self, challenge: clientData.challenge, name: name, userID: userID, requestStyle: requestStyle, clientData: clientData)
  }

  /// Creates a request for a signature for a page. It fails if performed by an app.
  public func createCredentialAssertionRequest(
    clientData: ASPublicKeyCredentialClientData
  ) -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
    ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(provider: self, challenge: clientData.challenge, clientData: clientData)
  }
}
