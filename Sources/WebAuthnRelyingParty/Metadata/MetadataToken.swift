// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WebAuthnModel

/// A JSON Web Signature in compact form (RFC 7515 §7.1), verified with the key of its first certificate.
struct MetadataToken {
  /// The certificates in the header, starting with the signer's.
  let certificates: [AttestationCertificate]
  /// The signed bytes.
  let payload: [UInt8]

  private struct Header: Decodable {
    let alg: String
    let x5c: [String]
    let crit: [String]?
  }

  /// The maximum size of the encoded header, in bytes.
  private static let maximumHeaderByteCount = 64 * 1024

  /// Reads the three parts and verifies the signature. Does not check whether the certificates are trusted.
  ///
  /// - Throws: `malformedMetadata`, `metadataAlgorithm`, `metadataSignature`, or `malformedCertificate`.
  init(verifying token: [UInt8]) throws(WebAuthnRelyingPartyError) {
    // RFC 7515 §5.2 steps 1 to 7: three parts, base64url without padding.
    let parts = token.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count <= Self.maximumHeaderByteCount, let headerBytes = Self.decode(parts[0]),
      let payload = Self.decode(parts[1]), let signature = Self.decode(parts[2])
    else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "RFC 7515 §5.2") }
    // Step 4: no critical extensions are supported.
    guard let header = try? JSONDecoder().decode(Header.self, from: Data(headerBytes)), header.crit == nil,
      (1...CertificatePath.maximumLength).contains(header.x5c.count)
    else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "RFC 7515 §4") }

    // §4.1.6 x5c: base64 of DER, the signer first.
    var certificates: [AttestationCertificate] = []
    for text in header.x5c {
      guard text.utf8.count <= AttestationCertificate.maximumByteCount * 2, let bytes = Data(base64Encoded: text) else {
        throw WebAuthnRelyingPartyError(.malformedMetadata, step: "RFC 7515 §4.1.6")
      }
      certificates.append(try AttestationCertificate(der: bytes))
    }
    guard let signer = certificates.first else { throw WebAuthnRelyingPartyError(.malformedMetadata, step: "RFC 7515 §4.1.6") }

    // Step 8: the signature, over the first two parts as received.
    let message = Array(token.prefix(parts[0].count + 1 + parts[1].count))
    guard let scheme = Self.scheme(named: header.alg, key: signer.publicKey.material) else {
      throw WebAuthnRelyingPartyError(.metadataAlgorithm, step: "RFC 7518 §3.1")
    }
    guard let signature = scheme.isECDSA ? Self.derSignature(signature, coordinates: signer.publicKey.material) : signature,
      signer.isValidSignature(signature, over: message, algorithm: scheme.algorithm)
    else { throw WebAuthnRelyingPartyError(.metadataSignature, step: "RFC 7515 §5.2 step 8") }
    self.certificates = certificates
    self.payload = payload
  }

  private static func decode(_ part: ArraySlice<UInt8>) -> [UInt8]? {
    Base64URL(parsing: String(decoding: part, as: UTF8.self))?.bytes
  }

  /// Returns the algorithm of a JOSE name (RFC 7518 §3.1, RFC 8037 §3.1), or nil if it is not a public-key signature, not supported, or not
  /// for this type of key: each ES name denotes one curve.
  private static func scheme(named name: String, key: COSEKey.Material?) -> (algorithm: COSEAlgorithm, isECDSA: Bool)? {
    switch (name, key) {
    case ("ES256", .p256): (.es256, true)
    case ("ES384", .p384): (.es384, true)
    case ("ES512", .p521): (.es512, true)
    case ("RS256", .rsa): (.rs256, false)
    case ("RS384", .rsa): (.rs384, false)
    case ("RS512", .rsa): (.rs512, false)
    case ("PS256", .rsa): (.ps256, false)
    case ("PS384", .rsa): (.ps384, false)
    case ("PS512", .rsa): (.ps512, false)
    case ("EdDSA", .ed25519): (.edDSA, false)
    default: nil
    }
  }

  /// Converts an ECDSA signature to DER. JOSE writes it as two concatenated numbers (RFC 7518 §3.4).
  private static func derSignature(_ signature: [UInt8], coordinates: COSEKey.Material?) -> [UInt8]? {
    switch coordinates {
    case .p256: (try? P256.Signing.ECDSASignature(rawRepresentation: signature)).map { Array($0.derRepresentation) }
    case .p384: (try? P384.Signing.ECDSASignature(rawRepresentation: signature)).map { Array($0.derRepresentation) }
    case .p521: (try? P521.Signing.ECDSASignature(rawRepresentation: signature)).map { Array($0.derRepresentation) }
    default: nil
    }
  }
}
