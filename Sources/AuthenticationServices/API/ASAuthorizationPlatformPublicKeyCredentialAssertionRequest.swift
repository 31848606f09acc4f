// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a signature by a passkey.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialAssertionRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialAssertionRequest, ASAuthorizationWebBrowserPlatformPublicKeyCredentialAssertionRequest,
  @unchecked Sendable
{
  /// The service's challenge.
  open var challenge: Data
  /// The RP ID.
  open var relyingPartyIdentifier: String
  /// How much the relying party wants the person verified.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  // The protocol and the class have properties of one name and different types: both read and write this one.
  private var descriptors: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] = []
  /// What is done with the data beside the passkey; not archived.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobAssertionInput?
  /// What the passkey's pseudo-random function is evaluated on; not archived, as it may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var prf: ASAuthorizationPublicKeyCredentialPRFAssertionInput?
  /// The page's client data; nil for an app's request.
  @available(iOS 17.4, macOS 13.5, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?
  /// Whether a browser's request offers another device; there is no such transport here.
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

  /// Reads an archived request; nil when a part is missing, and for a browser's request, which no archive holds.
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

  /// The passkeys that will do; empty means any.
  open var allowedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor] {
    get { descriptors }
    set { descriptors = newValue }
  }

  /// ``allowedCredentials`` as the protocol has it; a descriptor of another class counts by its ID.
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

  /// Returns a request that can be changed apart from this one.
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
