// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import WebAuthnModel

/// A software authenticator: pure functions over keys that somebody else stores and consent that somebody else collects.
public struct WebAuthnAuthenticator: Sendable {
  /// The authenticator's model, written into every new credential.
  public let aaguid: AAGUID
  /// The algorithms that new credentials may have; the relying party's order decides among them.
  public let algorithms: [COSEAlgorithm]

  /// Makes an authenticator; one that is built on this library under another name should bring its own AAGUID.
  /// - Parameter algorithms: some of ``supportedAlgorithms``; RS256 is left out unless asked for, since its keys are large and slow to make.
  public init(aaguid: AAGUID = .passfold, algorithms: [COSEAlgorithm] = [.es256, .edDSA]) {
    self.aaguid = aaguid
    self.algorithms = algorithms.filter(Self.supportedAlgorithms.contains)
  }

  /// The algorithms that credentials can be made for, best first.
  public static let supportedAlgorithms: [COSEAlgorithm] = CredentialPrivateKey.supportedAlgorithms
  /// The attestation statement formats that can be made, the most preferred first: self attestation and none.
  public static let supportedAttestationFormats = ["packed", "none"]
}

extension AAGUID {
  /// Passfold's own: 59918d62-d421-4873-a245-40e7c6e787ad.
  public static let passfold =
    AAGUID([
      0x59, 0x91, 0x8d, 0x62, 0xd4, 0x21, 0x48, 0x73,
      0xa2, 0x45, 0x40, 0xe7, 0xc6, 0xe7, 0x87, 0xad,
    ]) ?? .zero
}
