// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Asks for a new passkey.
// @unchecked: as its superclass; an app that changes a request does so before it is performed, from where it made it.
@available(iOS 15.0, macOS 12.0, visionOS 1.0, *)
open class ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialRegistrationRequest, ASAuthorizationWebBrowserPlatformPublicKeyCredentialRegistrationRequest,
  @unchecked Sendable
{
  /// How the passkey is made.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  public enum RequestStyle: Int, Sendable {
    /// The person is asked.
    case standard = 0
    /// Only if the provider that just filled the account's password makes it without asking.
    case conditional = 1
  }

  /// The RP ID.
  open private(set) var relyingPartyIdentifier: String
  /// The user handle, 1 to 64 bytes, which sign-ins with the passkey return.
  open var userID: Data
  /// The account's name.
  open var name: String
  /// The person's name, to be shown.
  open var displayName: String?
  /// The service's challenge.
  open var challenge: Data
  /// How much the relying party wants the person verified.
  open var userVerificationPreference = ASAuthorizationPublicKeyCredentialUserVerificationPreference.preferred
  /// What the relying party wants to know of the authenticator.
  open var attestationPreference = ASAuthorizationPublicKeyCredentialAttestationKind.none
  /// How the passkey is made.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var requestStyle: RequestStyle
  /// Whether data shall be kept beside the passkey; not archived.
  @available(iOS 17.0, macOS 14.0, visionOS 1.0, *)
  open var largeBlob: ASAuthorizationPublicKeyCredentialLargeBlobRegistrationInput?
  /// Whether the passkey shall have a pseudo-random function; not archived, as inputs may be secret.
  @available(iOS 18.0, macOS 15.0, visionOS 2.0, *)
  open var prf: ASAuthorizationPublicKeyCredentialPRFRegistrationInput?
  /// The passkeys that must not exist here already.
  @available(iOS 17.4, macOS 13.5, *)
  open var excludedCredentials: [ASAuthorizationPlatformPublicKeyCredentialDescriptor]?
  /// The page's client data; nil for an app's request.
  @available(iOS 17.4, macOS 13.5, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?
  /// Whether a browser's request offers another device; there is no such transport here.
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

  /// Reads an archived request; nil when a part is missing, and for a browser's request, which no archive holds.
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

  /// Returns a request that can be changed apart from this one.
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
