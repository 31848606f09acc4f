// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential that options speak about (WebAuthn L3 §5.8.3, `PublicKeyCredentialDescriptorJSON`).
public struct PublicKeyCredentialDescriptorJSON: Codable, Hashable, Sendable {
  /// `public-key`; a client passes over descriptors of other types.
  public var type: String
  /// The bytes by which the authenticator finds the credential.
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
