// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The client extensions that options may ask for; others are ignored (WebAuthn L3 §5.7.1).
public struct AuthenticationExtensionsClientInputsJSON: Codable, Hashable, Sendable {
  /// Whether the relying party wants to know if the credential is discoverable (WebAuthn L3 §10.1.3).
  public var credProps: Bool?
  /// What the credential's pseudo-random function shall be evaluated on (WebAuthn L3 §10.1.4).
  public var prf: PRFInputsJSON?
  /// What shall be done with the data kept beside the credential (WebAuthn L3 §10.1.5).
  public var largeBlob: LargeBlobInputsJSON?
  /// How a new credential shall be protected, such as `userVerificationRequired` (CTAP 2.2 §12.1, credProtect).
  public var credentialProtectionPolicy: String?
  /// Whether a registration fails where the protection cannot be given (CTAP 2.2 §12.1).
  public var enforceCredentialProtectionPolicy: Bool?
  /// Up to 32 bytes that the authenticator shall keep in a new credential (CTAP 2.2 §12.2, credBlob).
  public var credBlob: Base64URL?
  /// Whether those bytes shall be signed with an assertion (CTAP 2.2 §12.2).
  public var getCredBlob: Bool?
  /// Whether a registration shall say how long the authenticator's PIN must be (CTAP 2.2 §12.4, minPinLength).
  public var minPinLength: Bool?

  /// Names the extensions asked for.
  public init(
    credProps: Bool? = nil, prf: PRFInputsJSON? = nil, largeBlob: LargeBlobInputsJSON? = nil, credentialProtectionPolicy: String? = nil,
    enforceCredentialProtectionPolicy: Bool? = nil
  ) {
    self.credProps = credProps
    self.prf = prf
    self.largeBlob = largeBlob
    self.credentialProtectionPolicy = credentialProtectionPolicy
    self.enforceCredentialProtectionPolicy = enforceCredentialProtectionPolicy
  }

  /// Inputs of `prf` (`AuthenticationExtensionsPRFInputsJSON`).
  public struct PRFInputsJSON: Codable, Hashable, Sendable {
    /// The inputs for any credential.
    public var eval: PRFValuesJSON?
    /// The inputs for single credentials, by credential ID in base64url; in an authentication with an allow list only.
    public var evalByCredential: [String: PRFValuesJSON]?

    /// Gathers the inputs; both nil asks a registration whether there is a PRF.
    public init(eval: PRFValuesJSON? = nil, evalByCredential: [String: PRFValuesJSON]? = nil) {
      self.eval = eval
      self.evalByCredential = evalByCredential
    }
  }

  /// Inputs of `largeBlob` (`AuthenticationExtensionsLargeBlobInputsJSON`).
  public struct LargeBlobInputsJSON: Codable, Hashable, Sendable {
    /// `required` or `preferred`, in a registration only.
    public var support: String?
    /// Whether the data shall be read, in an authentication only.
    public var read: Bool?
    /// The data to keep, in an authentication with one allowed credential only.
    public var write: Base64URL?

    /// Gathers the inputs; nil leaves one out.
    public init(support: String? = nil, read: Bool? = nil, write: Base64URL? = nil) {
      self.support = support
      self.read = read
      self.write = write
    }
  }
}

/// One or two inputs or results of a PRF (WebAuthn L3 §10.1.4, `AuthenticationExtensionsPRFValuesJSON`).
public struct PRFValuesJSON: Codable, Hashable, Sendable {
  /// The first value.
  public var first: Base64URL
  /// The second value.
  public var second: Base64URL?

  /// Gathers the values.
  public init(first: Base64URL, second: Base64URL? = nil) {
    self.first = first
    self.second = second
  }
}
