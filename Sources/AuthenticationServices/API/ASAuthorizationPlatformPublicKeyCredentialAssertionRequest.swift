// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a signature by a passkey.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialAssertionRequest, ASAuthorizationWebBrowserPlatformPublicKeyCredentialAssertionRequest,
  @unchecked Sendable
{
  /// The challenge from the service.
  open var challenge: Data
  /// The RP ID.
  open var relyingPartyIdentifier: String
  /// The relying party's preference for user verification.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // The protocol and the class each have a property with this name but different types; both use this one.
  private var descriptors: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
  /// The operation on the data stored with the passkey. Not archived.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
  /// The inputs for the passkey's pseudo-random function. Not archived, because they may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?
  /// The page's client data; nil for a request by an app.
  @available(iOS 17.4, macOS 13.5, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?
  /// Whether a request by a browser offers another device. This transport does not exist here.
  @available(iOS 17.4, macOS 13.5, *)
  open var shouldShowHybridTransport = true

  init(
    provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data, clientData: ASPublicKeyCredentialClientData?
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
      let allowed = coder.archivedArray(of: ASAuthorizationPlatformPublicKeyCredentialDescriptor.self, forKey: "allowedCredentials")
    else { return nil }
    self.challenge = challenge
    self.relyingPartyIdentifier = relyingParty
    self.userVerificationPreference = .init(verification)
    self.descriptors = allowed.compactMap { $0 as? ASAuthorizationPlatformPublicKeyCredentialDescriptor }
    super.init(provider: ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingParty))
  }

  /// The acceptable passkeys; empty for any.
  open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
    get { descriptors }
    set { descriptors = newValue }
  }

  /// ``allowedCredentials`` as declared by the protocol. For a descriptor of another class, only its ID is used.
  @_implements(ASAuthorizationPublicKeyCredentialAssertionRequest,allowedCredentials)
  public var _anyAllowedCredentials: [any ASAuthorizationPublicKeyCredentialDescriptor] {
    get { descriptors }
    set {
      descriptors = newValue.map {
        $0 as? ASAuthorizationPlatformPublicKeyCredentialDescriptor
          ?? ASAuthorizationPlatformPublicKeyCredentialDescriptor(credentialID: $0.credentialID)
      }
    }
  }

  /// Writes the request without its extensions to an archive.
  open override func encode(with coder: NSCoder) {
    guard clientData == nil else { return }
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(challenge, forKey: "challenge")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.encode(NSArray(array: descriptors), forKey: "allowedCredentials")
  }

  /// Returns an independent request that can be changed separately.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier)
    let copy = ASAuthorizationPlatformPublicKeyCredentialAssertionRequest(
      provider: provider, challenge: challenge, clientData: clientData)
    copy.userVerificationPreference = userVerificationPreference
    copy.descriptors = descriptors
    copy.largeBlob = largeBlob
    copy.prf = prf
    copy.shouldShowHybridTransport = shouldShowHybridTransport
    return copy
  }
}
