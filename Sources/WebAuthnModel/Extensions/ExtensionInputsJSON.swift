// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The client extensions that options request. Others are ignored (WebAuthn L3 §5.7.1).
public struct AuthenticationExtensionsClientInputsJSON: Codable, Hashable, Sendable {
  /// Whether to report if the credential is discoverable (WebAuthn L3 §10.1.3).
  public var credProps: Bool?
  /// The inputs for the credential's pseudo-random function (WebAuthn L3 §10.1.4).
  public var prf: PRFInputsJSON?
  /// The operation on the data stored with the credential (WebAuthn L3 §10.1.5).
  public var largeBlob: LargeBlobInputsJSON?
  /// The protection level of the new credential, such as `userVerificationRequired` (CTAP 2.2 §12.1, credProtect).
  public var credentialProtectionPolicy: String?
  /// Whether the registration fails if the protection level is not supported (CTAP 2.2 §12.1).
  public var enforceCredentialProtectionPolicy: Bool?
  /// Up to 32 bytes to store in the new credential (CTAP 2.2 §12.2, credBlob).
  public var credBlob: Base64URL?
  /// Whether to include these bytes in a signed assertion (CTAP 2.2 §12.2).
  public var getCredBlob: Bool?
  /// Whether to report the minimum length of the authenticator's PIN at registration (CTAP 2.2 §12.4, minPinLength).
  public var minPinLength: Bool?

  /// Creates a set of requested extensions.
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
    /// The inputs for individual credentials, by credential ID in base64url; only in an authentication with an allow list.
    public var evalByCredential: [String: PRFValuesJSON]?

    /// Creates inputs. In a registration, both nil asks whether the credential has a PRF.
    public init(eval: PRFValuesJSON? = nil, evalByCredential: [String: PRFValuesJSON]? = nil) {
      self.eval = eval
      self.evalByCredential = evalByCredential
    }
  }

  /// Inputs of `largeBlob` (`AuthenticationExtensionsLargeBlobInputsJSON`).
  public struct LargeBlobInputsJSON: Codable, Hashable, Sendable {
    /// `required` or `preferred`; only in a registration.
    public var support: String?
    /// Whether to read the data; only in an authentication.
    public var read: Bool?
    /// The data to store; only in an authentication with exactly one allowed credential.
    public var write: Base64URL?

    /// Creates inputs; nil omits one.
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

  /// Creates a pair of values.
  public init(first: Base64URL, second: Base64URL? = nil) {
    self.first = first
    self.second = second
  }
}
