// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

/// A credential that options refer to (WebAuthn L3 §5.8.3, `PublicKeyCredentialDescriptorJSON`).
public struct PublicKeyCredentialDescriptorJSON: Codable, Hashable, Sendable {
  /// `public-key`. Clients ignore descriptors of other types.
  public var type: String
  /// The credential ID.
  public var id: Base64URL
  /// Hints about how to reach the authenticator.
  public var transports: [String]?

  /// Creates the descriptor of a public-key credential.
  public init(id: CredentialID, transports: [String]? = nil) {
    type = "public-key"
    self.id = Base64URL(id.bytes)
    self.transports = transports
  }
}

/// An acceptable type of key (WebAuthn L3 §5.3, `PublicKeyCredentialParameters`).
public struct PublicKeyCredentialParametersJSON: Codable, Hashable, Sendable {
  /// `public-key`. Clients ignore other types.
  public var type: String
  /// The signature algorithm.
  public var alg: COSEAlgorithm

  /// Creates parameters for a public-key algorithm.
  public init(alg: COSEAlgorithm) {
    type = "public-key"
    self.alg = alg
  }
}
