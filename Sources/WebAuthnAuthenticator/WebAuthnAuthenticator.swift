// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// A software authenticator: pure functions over stored keys and consent, both provided by the caller.
public struct WebAuthnAuthenticator: Sendable {
  /// The authenticator's model, included in every new credential.
  public let aaguid: AAGUID
  /// The algorithms for new credentials. The relying party's order decides among them.
  public let algorithms: [COSEAlgorithm]

  /// Creates an authenticator. A product with another name that is built on this library should use its own AAGUID.
  ///
  /// - Parameter algorithms: Some of ``supportedAlgorithms``. RS256 is not in the default, because its keys are large and slow to generate.
  public init(aaguid: AAGUID = .passfold, algorithms: [COSEAlgorithm] = [.es256, .edDSA]) {
    self.aaguid = aaguid
    self.algorithms = algorithms.filter(Self.supportedAlgorithms.contains)
  }

  /// The algorithms for which credentials can be created, in order of preference.
  public static let supportedAlgorithms: [COSEAlgorithm] = CredentialPrivateKey.supportedAlgorithms
  /// The supported attestation statement formats, in order of preference: self attestation and none.
  public static let supportedAttestationFormats = ["packed", "none"]
}

extension AAGUID {
  /// Passfold's AAGUID: 59918d62-d421-4873-a245-40e7c6e787ad.
  public static let passfold =
    AAGUID([
      0x59, 0x91, 0x8d, 0x62, 0xd4, 0x21, 0x48, 0x73,
      0xa2, 0x45, 0x40, 0xe7, 0xc6, 0xe7, 0x87, 0xad,
    ]) ?? .zero
}
