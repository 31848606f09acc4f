// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a signature by a security key.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialAssertionRequest, ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialAssertionRequest,
  @unchecked Sendable
{
  /// The service's challenge.
  open var challenge: Data
  /// The RP ID.
  open var relyingPartyIdentifier: String
  /// How much the relying party wants the person verified.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // The protocol and the class have properties of one name and different types: both read and write this one.
  private var descriptors: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  /// The identifier of the older protocol U2F that a browser's page gives (WebAuthn §10.1.1).
  @available(iOS 17.5, macOS 14.5, *)
  open var appID: String?
  /// The page's client data; nil for an app's request.
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

  /// Reads an archived request; nil when a part is missing, and for a browser's request, which no archive holds.
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

  /// The credentials that will do; empty means any.
  open var allowedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] {
    get { descriptors }
    set { descriptors = newValue }
  }

  /// ``allowedCredentials`` as the protocol has it; a descriptor of another class counts by its ID, with every transport.
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

  /// Returns a request that can be changed apart from this one.
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
