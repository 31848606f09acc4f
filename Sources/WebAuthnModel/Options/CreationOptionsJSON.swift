// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The options of a registration in JSON (WebAuthn L3 §5.1.8, `PublicKeyCredentialCreationOptionsJSON`).
///
/// Unknown members are ignored. Text for an enumeration is stored unchanged.
public struct PublicKeyCredentialCreationOptionsJSON: Codable, Hashable, Sendable {
  /// The relying party (WebAuthn L3 §5.4.2).
  public struct RelyingParty: Codable, Hashable, Sendable {
    /// The RP ID; if absent, the caller's effective domain.
    public var id: String?
    /// The display name.
    public var name: String

    /// Creates a relying party.
    public init(id: String?, name: String) {
      self.id = id
      self.name = name
    }
  }

  /// The account (WebAuthn L3 §5.4.3).
  public struct User: Codable, Hashable, Sendable {
    /// The user handle, 1 to 64 bytes.
    public var id: Base64URL
    /// The account's name, such as an e-mail address.
    public var name: String
    /// The display name.
    public var displayName: String

    /// Creates an account.
    public init(id: UserHandle, name: String, displayName: String) {
      self.id = Base64URL(id.bytes)
      self.name = name
      self.displayName = displayName
    }
  }

  /// The relying party's requirements on the authenticator (WebAuthn L3 §5.4.4).
  public struct AuthenticatorSelection: Codable, Hashable, Sendable {
    /// The required attachment.
    public var authenticatorAttachment: AuthenticatorAttachment?
    /// Whether a discoverable credential is requested.
    public var residentKey: ResidentKeyRequirement?
    /// The older form of ``residentKey``; used only if that is absent.
    public var requireResidentKey: Bool?
    /// The requested user verification.
    public var userVerification: UserVerificationRequirement?

    /// Creates a set of requirements; nil omits one.
    public init(
      authenticatorAttachment: AuthenticatorAttachment? = nil, residentKey: ResidentKeyRequirement? = nil, requireResidentKey: Bool? = nil,
      userVerification: UserVerificationRequirement? = nil
    ) {
      self.authenticatorAttachment = authenticatorAttachment
      self.residentKey = residentKey
      self.requireResidentKey = requireResidentKey
      self.userVerification = userVerification
    }
  }

  /// The name and RP ID of the service. Without an ID, the page's own domain applies.
  public var rp: RelyingParty
  /// The account.
  public var user: User
  /// The challenge, at least 16 random bytes.
  public var challenge: Base64URL
  /// The acceptable algorithms in order of preference; empty means ES256 and RS256.
  public var pubKeyCredParams: [PublicKeyCredentialParametersJSON]
  /// The time that the relying party is willing to wait, in milliseconds.
  public var timeout: Double?
  /// Credentials that the account already has.
  public var excludeCredentials: [PublicKeyCredentialDescriptorJSON]?
  /// The requirements on the authenticator.
  public var authenticatorSelection: AuthenticatorSelection?
  /// Hints for the client's user interface.
  public var hints: [String]?
  /// Whether attestation is requested.
  public var attestation: AttestationConveyancePreference?
  /// The preferred attestation statement formats, in order of preference.
  public var attestationFormats: [String]?
  /// The requested extensions.
  public var extensions: AuthenticationExtensionsClientInputsJSON?

  /// Creates options; nil omits a member.
  public init(
    rp: RelyingParty, user: User, challenge: Base64URL, pubKeyCredParams: [PublicKeyCredentialParametersJSON], timeout: Double? = nil,
    excludeCredentials: [PublicKeyCredentialDescriptorJSON]? = nil, authenticatorSelection: AuthenticatorSelection? = nil,
    hints: [String]? = nil,
    attestation: AttestationConveyancePreference? = nil, attestationFormats: [String]? = nil,
    extensions: AuthenticationExtensionsClientInputsJSON? = nil
  ) {
    self.rp = rp
    self.user = user
    self.challenge = challenge
    self.pubKeyCredParams = pubKeyCredParams
    self.timeout = timeout
    self.excludeCredentials = excludeCredentials
    self.authenticatorSelection = authenticatorSelection
    self.hints = hints
    self.attestation = attestation
    self.attestationFormats = attestationFormats
    self.extensions = extensions
  }
}
