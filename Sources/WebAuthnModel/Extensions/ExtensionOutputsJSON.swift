// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// The client extension outputs in a response. Others are ignored (WebAuthn L3 §5.7.2).
public struct AuthenticationExtensionsClientOutputsJSON: Codable, Hashable, Sendable {
  /// The properties of a new credential, if requested.
  public var credProps: CredentialProperties?
  /// The output of the PRF, if requested.
  public var prf: PRFOutputsJSON?
  /// The result of the operation on the data stored with the credential, if requested.
  public var largeBlob: LargeBlobOutputsJSON?
  /// Whether the bytes sent with a registration were stored, if there were any (CTAP 2.2 §12.2).
  public var credBlob: Bool?
  /// The stored bytes, if an authentication requested them; empty if there are none (CTAP 2.2 §12.2).
  public var getCredBlob: Base64URL?

  /// Creates a set of outputs.
  public init(credProps: CredentialProperties? = nil, prf: PRFOutputsJSON? = nil, largeBlob: LargeBlobOutputsJSON? = nil) {
    self.credProps = credProps
    self.prf = prf
    self.largeBlob = largeBlob
  }

  /// The output of `credProps` (WebAuthn L3 §10.1.3).
  public struct CredentialProperties: Codable, Hashable, Sendable {
    /// Whether the credential is discoverable; nil if the client does not know.
    public var rk: Bool?

    /// Creates the output.
    public init(rk: Bool?) {
      self.rk = rk
    }
  }

  /// The output of `prf` (WebAuthn L3 §10.1.4, `AuthenticationExtensionsPRFOutputsJSON`).
  public struct PRFOutputsJSON: Codable, Hashable, Sendable {
    /// Whether the new credential has a PRF; only in a registration.
    public var enabled: Bool?
    /// The results, in the order of the inputs. They are secrets of the page; do not send them to its server.
    public var results: PRFValuesJSON?

    /// Creates the output.
    public init(enabled: Bool? = nil, results: PRFValuesJSON? = nil) {
      self.enabled = enabled
      self.results = results
    }
  }

  /// The output of `largeBlob` (WebAuthn L3 §10.1.5, `AuthenticationExtensionsLargeBlobOutputsJSON`).
  public struct LargeBlobOutputsJSON: Codable, Hashable, Sendable {
    /// Whether data can be stored with the new credential; only in a registration.
    public var supported: Bool?
    /// The stored data, if reading was requested and there are any.
    public var blob: Base64URL?
    /// Whether the data were stored, if writing was requested.
    public var written: Bool?

    /// Creates the output.
    public init(supported: Bool? = nil, blob: Base64URL? = nil, written: Bool? = nil) {
      self.supported = supported
      self.blob = blob
      self.written = written
    }
  }
}
