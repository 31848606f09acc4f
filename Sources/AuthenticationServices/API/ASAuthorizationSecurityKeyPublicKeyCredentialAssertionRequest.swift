// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a signature by a security key.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialAssertionRequest, ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialAssertionRequest,
  @unchecked Sendable
{
  /// The challenge from the service.
  open var challenge: Data
  /// The RP ID.
  open var relyingPartyIdentifier: String
  /// The relying party's preference for user verification.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // The protocol and the class each have a property with this name but different types; both use this one.
  private var descriptors: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  /// The U2F application identifier that a browser's page provides (WebAuthn §10.1.1).
  @available(iOS 17.5, macOS 14.5, *)
  open var appID: String?
  /// The page's client data; nil for a request by an app.
  @available(iOS 17.4, macOS 14.4, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?

  init(
    provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data, clientData: ASPublicKeyCredentialClientData?
  ) {
    self.challenge = challenge
    self.relyingPartyIdentifier = provider.relyingPartyIdentifier
    self.clientData = clientData
    super.init(provider: provider)
  }

  /// Reads an archived request; nil if a part is missing, or for a request by a browser, which archives cannot contain.
  public required init?(coder: NSCoder) {
    guard let relyingParty = coder.archivedString(forKey: "relyingPartyIdentifier"),
      let challenge = coder.archivedData(forKey: "challenge"),
      let verification = coder.archivedString(forKey: "userVerificationPreference"),
      let allowed = coder.archivedArray(of: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.self, forKey: "allowedCredentials")
    else { return nil }
    self.challenge = challenge
    self.relyingPartyIdentifier = relyingParty
    self.userVerificationPreference = .init(verification)
    self.descriptors = allowed.compactMap { $0 as? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor }
    self.appID = coder.archivedString(forKey: "appID")
    super.init(provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingParty))
  }

  /// The acceptable credentials; empty for any.
  open var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] {
    get { descriptors }
    set { descriptors = newValue }
  }

  /// ``allowedCredentials`` as declared by the protocol. For a descriptor of another class, only its ID is used, with every transport.
  @_implements(ASAuthorizationPublicKeyCredentialAssertionRequest,allowedCredentials)
  public var _anyAllowedCredentials: [any ASAuthorizationPublicKeyCredentialDescriptor] {
    get { descriptors }
    set {
      descriptors = newValue.map {
        $0 as? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor
          ?? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor(credentialID: $0.credentialID, transports: allSupportedTransports)
      }
    }
  }

  private var allSupportedTransports: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport] {
    ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.Transport.allSupported
  }

  /// Writes the request to an archive.
  open override func encode(with coder: NSCoder) {
    guard clientData == nil else { return }
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(challenge, forKey: "challenge")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.encode(NSArray(array: descriptors), forKey: "allowedCredentials")
    coder.archive(appID, forKey: "appID")
  }

  /// Returns an independent request that can be changed separately.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier)
    let copy = ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest(
      provider: provider, challenge: challenge, clientData: clientData)
    copy.userVerificationPreference = userVerificationPreference
    copy.descriptors = descriptors
    copy.appID = appID
    return copy
  }
}
