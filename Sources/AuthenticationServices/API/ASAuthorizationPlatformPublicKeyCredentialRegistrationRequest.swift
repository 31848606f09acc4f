// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a new passkey.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialRegistrationRequest, ASAuthorizationWebBrowserPlatformPublicKeyCredentialRegistrationRequest,
  @unchecked Sendable
{
  /// The style of the registration.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public enum RequestStyle: Int, Sendable {
    /// The user is asked.
    case standard = 0
    /// The passkey is created only if the provider that just filled the account's password does so without asking.
    case conditional = 1
  }

  /// The RP ID.
  open private(set) var relyingPartyIdentifier: String
  /// The user handle, 1 to 64 bytes. Assertions with the passkey return it.
  open var userID: Data
  /// The account's name.
  open var name: String
  /// The user's display name.
  open var displayName: String?
  /// The challenge from the service.
  open var challenge: Data
  /// The relying party's preference for user verification.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  /// The relying party's preference for attestation.
  open var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none
  /// The style of the registration.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var requestStyle: RequestStyle
  /// Whether to support data stored with the passkey. Not archived.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
  /// Whether to create a pseudo-random function for the passkey. Not archived, because inputs may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?
  /// The passkeys that must not already exist here.
  @available(iOS 17.4, macOS 13.5, *)
  open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
  /// The page's client data; nil for a request by an app.
  @available(iOS 17.4, macOS 13.5, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?
  /// Whether a request by a browser offers another device. This transport does not exist here.
  @available(iOS 17.4, macOS 13.5, *)
  open var shouldShowHybridTransport = true

  init(
    provider: ASAuthorizationPlatformPublicKeyCredentialProvider, challenge: Data, name: String, userID: Data,
    requestStyle: RequestStyle, clientData: ASPublicKeyCredentialClientData?
  ) {
    self.relyingPartyIdentifier = provider.relyingPartyIdentifier
    self.challenge = challenge
    self.name = name
    self.userID = userID
    self.requestStyle = requestStyle
    self.clientData = clientData
    super.init(provider: provider)
  }

  /// Reads an archived request; nil if a part is missing, or for a request by a browser, which archives cannot contain.
  public required init?(coder: NSCoder) {
    guard let relyingParty = coder.archivedString(forKey: "relyingPartyIdentifier"),
      let challenge = coder.archivedData(forKey: "challenge"),
      let name = coder.archivedString(forKey: "name"), let userID = coder.archivedData(forKey: "userID"),
      let verification = coder.archivedString(forKey: "userVerificationPreference"),
      let attestation = coder.archivedString(forKey: "attestationPreference"),
      let style = RequestStyle(rawValue: coder.decodeInteger(forKey: "requestStyle"))
    else { return nil }
    self.relyingPartyIdentifier = relyingParty
    self.challenge = challenge
    self.name = name
    self.userID = userID
    self.displayName = coder.archivedString(forKey: "displayName")
    self.userVerificationPreference = .init(verification)
    self.attestationPreference = .init(attestation)
    self.requestStyle = style
    self.excludedCredentials = coder.archivedArray(
      of: ASAuthorizationPlatformPublicKeyCredentialDescriptor.self, forKey: "excludedCredentials")?
      .compactMap { $0 as? ASAuthorizationPlatformPublicKeyCredentialDescriptor }
    super.init(provider: ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingParty))
  }

  /// Writes the request without its extensions to an archive.
  open override func encode(with coder: NSCoder) {
    guard clientData == nil else { return }
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(challenge, forKey: "challenge")
    coder.archive(name, forKey: "name")
    coder.archive(userID, forKey: "userID")
    coder.archive(displayName, forKey: "displayName")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.archive(attestationPreference.rawValue, forKey: "attestationPreference")
    coder.encode(requestStyle.rawValue, forKey: "requestStyle")
    if let excludedCredentials {
      coder.encode(NSArray(array: excludedCredentials), forKey: "excludedCredentials")
    }
  }

  /// Returns an independent request that can be changed separately.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier)
    let copy = ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest(
      provider: provider, challenge: challenge, name: name, userID: userID, requestStyle: requestStyle, clientData: clientData)
    copy.displayName = displayName
    copy.userVerificationPreference = userVerificationPreference
    copy.attestationPreference = attestationPreference
    copy.largeBlob = largeBlob
    copy.prf = prf
    copy.excludedCredentials = excludedCredentials
    copy.shouldShowHybridTransport = shouldShowHybridTransport
    return copy
  }
}
