// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
import WebAuthnModel

extension COSEKey {
  /// Whether the numbers make a key that signatures can be verified with.
  var isUsable: Bool {
    switch material {
    case .p256, .rsa: subjectPublicKeyInfo != nil
    case .ed25519(let bytes): (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
    }
  }

  /// Whether a signature in the form of WebAuthn L3 §6.5.5 is by this key over the message.
  func isValidSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch material {
    case .p256(let x, let y):
      guard let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y),
        let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    case .ed25519(let bytes):
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
      return key.isValidSignature(signature, for: message)
    case .rsa(let modulus, let exponent):
      guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { return false }
      // RS256 is PKCS #1 v1.5 by definition; the name warns of what WebAuthn has settled.
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5)
    }
  }
}
