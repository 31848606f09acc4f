// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The client extension outputs of a response; others are ignored (WebAuthn L3 §5.7.2).
public struct AuthenticationExtensionsClientOutputsJSON: Codable, Hashable, Sendable {
  /// The properties of a new credential, when they were asked for.
  public var credProps: CredentialProperties?
  /// What became of the PRF, when it was asked for.
  public var prf: PRFOutputsJSON?
  /// What became of the data kept beside the credential, when they were asked for.
  public var largeBlob: LargeBlobOutputsJSON?
  /// Whether the bytes that a registration brought are kept, when there were any (CTAP 2.2 §12.2).
  public var credBlob: Bool?
  /// The bytes that were kept, when an authentication asked for them; empty where there are none (CTAP 2.2 §12.2).
  public var getCredBlob: Base64URL?

  /// Gathers the outputs.
  public init(credProps: CredentialProperties? = nil, prf: PRFOutputsJSON? = nil, largeBlob: LargeBlobOutputsJSON? = nil) {
    self.credProps = credProps
    self.prf = prf
    self.largeBlob = largeBlob
  }

  /// The output of `credProps` (WebAuthn L3 §10.1.3).
  public struct CredentialProperties: Codable, Hashable, Sendable {
    /// Whether the credential is discoverable, or nil when the client does not know.
    public var rk: Bool?

    /// States whether the credential is discoverable.
    public init(rk: Bool?) {
      self.rk = rk
    }
  }

  /// The output of `prf` (WebAuthn L3 §10.1.4, `AuthenticationExtensionsPRFOutputsJSON`).
  public struct PRFOutputsJSON: Codable, Hashable, Sendable {
    /// Whether the new credential has a PRF; in a registration only.
    public var enabled: Bool?
    /// The results, in the order of the inputs; they are secrets of the page and no business of its server.
    public var results: PRFValuesJSON?

    /// Gathers the output.
    public init(enabled: Bool? = nil, results: PRFValuesJSON? = nil) {
      self.enabled = enabled
      self.results = results
    }
  }

  /// The output of `largeBlob` (WebAuthn L3 §10.1.5, `AuthenticationExtensionsLargeBlobOutputsJSON`).
  public struct LargeBlobOutputsJSON: Codable, Hashable, Sendable {
    /// Whether data can be kept beside the new credential; in a registration only.
    public var supported: Bool?
    /// The data that were kept, when reading was asked for and there were any.
    public var blob: Base64URL?
    /// Whether the data are kept now, when writing was asked for.
    public var written: Bool?

    /// Gathers the output.
    public init(supported: Bool? = nil, blob: Base64URL? = nil, written: Bool? = nil) {
      self.supported = supported
      self.blob = blob
      self.written = written
    }
  }
}
