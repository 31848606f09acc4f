// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request for a new credential on a security key.
// @unchecked: like its superclass. Apps change a request only before it is performed, and only where they created it.
@available(iOS 15.0, macOS 12.0, *)
open class ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest: ASAuthorizationRequest,
  ASAuthorizationPublicKeyCredentialRegistrationRequest, ASAuthorizationWebBrowserSecurityKeyPublicKeyCredentialRegistrationRequest,
  @unchecked Sendable
{
  /// The RP ID.
  open private(set) var relyingPartyIdentifier: String
  /// The user handle, 1 to 64 bytes. Assertions with the credential return it.
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
  /// The algorithms that the relying party accepts, in order of preference.
  open var credentialParameters: [ASAuthorizationPublicKeyCredentialParameters] = []
  /// The credentials that must not already exist on the key.
  open var excludedCredentials: [ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor] = []
  /// Whether the key must store the credential itself.
  open var residentKeyPreference = ASAuthorizationPublicKeyCredentialResidentKeyPreference.discouraged
  /// The page's client data; nil for a request by an app.
  @available(iOS 17.4, macOS 14.4, *)
  open private(set) var clientData: ASPublicKeyCredentialClientData?

  init(
    provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider, challenge: Data, displayName: String?, name: String, userID: Data,
    clientData: ASPublicKeyCredentialClientData?
  ) {
    self.relyingPartyIdentifier = provider.relyingPartyIdentifier
    self.challenge = challenge
    self.displayName = displayName
    self.name = name
    self.userID = userID
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
      let resident = coder.archivedString(forKey: "residentKeyPreference"),
      let parameters = coder.archivedArray(of: ASAuthorizationPublicKeyCredentialParameters.self, forKey: "credentialParameters"),
      let excluded = coder.archivedArray(
        of: ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor.self, forKey: "excludedCredentials")
    else { return nil }
    self.relyingPartyIdentifier = relyingParty
    self.challenge = challenge
    self.name = name
    self.userID = userID
    self.displayName = coder.archivedString(forKey: "displayName")
    self.userVerificationPreference = .init(verification)
    self.attestationPreference = .init(attestation)
    self.residentKeyPreference = .init(resident)
    self.credentialParameters = parameters.compactMap { $0 as? ASAuthorizationPublicKeyCredentialParameters }
    self.excludedCredentials = excluded.compactMap { $0 as? ASAuthorizationSecurityKeyPublicKeyCredentialDescriptor }
    super.init(provider: ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingParty))
  }

  /// Writes the request to an archive.
  open override func encode(with coder: NSCoder) {
    guard clientData == nil else { return }
    coder.archive(relyingPartyIdentifier, forKey: "relyingPartyIdentifier")
    coder.archive(challenge, forKey: "challenge")
    coder.archive(name, forKey: "name")
    coder.archive(userID, forKey: "userID")
    coder.archive(displayName, forKey: "displayName")
    coder.archive(userVerificationPreference.rawValue, forKey: "userVerificationPreference")
    coder.archive(attestationPreference.rawValue, forKey: "attestationPreference")
    coder.archive(residentKeyPreference.rawValue, forKey: "residentKeyPreference")
    coder.encode(NSArray(array: credentialParameters), forKey: "credentialParameters")
    coder.encode(NSArray(array: excludedCredentials), forKey: "excludedCredentials")
  }

  /// Returns an independent request that can be changed separately.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let provider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(relyingPartyIdentifier: relyingPartyIdentifier)
    let copy = ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest(
      provider: provider, challenge: challenge, displayName: displayName, name: name, userID: userID, clientData: clientData)
    copy.userVerificationPreference = userVerificationPreference
    copy.attestationPreference = attestationPreference
    copy.credentialParameters = credentialParameters
    copy.excludedCredentials = excludedCredentials
    copy.residentKeyPreference = residentKeyPreference
    return copy
  }
}
