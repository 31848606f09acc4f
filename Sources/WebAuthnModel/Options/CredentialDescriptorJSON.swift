// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential that options speak about (WebAuthn L3 §5.8.3, `PublicKeyCredentialDescriptorJSON`).
public struct PublicKeyCredentialDescriptorJSON: Codable, Hashable, Sendable {
  /// `public-key`; a client passes over descriptors of other types.
  public var type: String
  /// The credential ID.
  public var id: Base64URL
  /// Hints how to reach the authenticator.
  public var transports: [String]?

  /// Describes a public-key credential.
  public init(id: CredentialID, transports: [String]? = nil) {
    type = "public-key"
    self.id = Base64URL(id.bytes)
    self.transports = transports
  }
}

/// An acceptable kind of key (WebAuthn L3 §5.3, `PublicKeyCredentialParameters`).
public struct PublicKeyCredentialParametersJSON: Codable, Hashable, Sendable {
  /// `public-key`; a client passes over other types.
  public var type: String
  /// The signature algorithm.
  public var alg: COSEAlgorithm

  /// Names a public-key algorithm.
  public init(alg: COSEAlgorithm) {
    type = "public-key"
    self.alg = alg
  }
}

/// The client extensions that options may ask for; others are ignored (WebAuthn L3 §5.7.1).
public struct AuthenticationExtensionsClientInputsJSON: Codable, Hashable, Sendable {
  /// Whether the relying party wants to know if the credential is discoverable (WebAuthn L3 §10.1.3).
  public var credProps: Bool?

  /// Names the extensions asked for.
  public init(credProps: Bool? = nil) {
    self.credProps = credProps
  }
}

/// The client extension outputs of a response; others are ignored (WebAuthn L3 §5.7.2).
public struct AuthenticationExtensionsClientOutputsJSON: Codable, Hashable, Sendable {
  /// The output of `credProps` (WebAuthn L3 §10.1.3).
  public struct CredentialProperties: Codable, Hashable, Sendable {
    /// Whether the credential is discoverable, or nil when the client does not know.
    public var rk: Bool?

    /// States whether the credential is discoverable.
    public init(rk: Bool?) {
      self.rk = rk
    }
  }

  /// The properties of a new credential, when they were asked for.
  public var credProps: CredentialProperties?

  /// Gathers the outputs.
  public init(credProps: CredentialProperties? = nil) {
    self.credProps = credProps
  }
}
