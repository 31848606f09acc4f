// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import FoundationEssentials

/// A public key for verifying signatures, as the cryptographic library represents it. Points are on their curve.
///
/// Unlike a ``COSEKey``, it is not bound to an algorithm, because certificates do not bind one: the signature determines the algorithm.
package struct VerificationKey: Sendable {
  private enum Key: Sendable {
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case ed448(Ed448PublicKey)
    case rsa(_RSA.Signing.PublicKey)
    case mlDSA65(MLDSA65.PublicKey)
    case mlDSA87(MLDSA87.PublicKey)
  }

  private let key: Key

  /// Creates a key from its numeric values; nil if they are not a valid key.
  package init?(_ material: COSEKey.Material) {
    switch material {
    case .p256(let x, let y):
      guard x.count == 32, y.count == 32, let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
      self.key = .p256(key)
    case .p384(let x, let y):
      guard x.count == 48, y.count == 48, let key = try? P384.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
      self.key = .p384(key)
    case .p521(let x, let y):
      guard x.count == 66, y.count == 66, let key = try? P521.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
      self.key = .p521(key)
    case .ed25519(let bytes):
      guard bytes.count == 32, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return nil }
      self.key = .ed25519(key)
    case .ed448(let bytes):
      guard let key = Ed448PublicKey(rawRepresentation: bytes) else { return nil }
      self.key = .ed448(key)
    case .rsa(let modulus, let exponent):
      // RFC 8230 §4: both in their shortest form. Keys use 65537 or slightly more; the library rejects even exponents.
      guard (256...1024).contains(modulus.count), modulus.first != 0, (1...4).contains(exponent.count), exponent.first != 0,
        let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
      else { return nil }
      self.key = .rsa(key)
    case .mlDSA65(let bytes):
      guard let key = try? MLDSA65.PublicKey(rawRepresentation: bytes) else { return nil }
      self.key = .mlDSA65(key)
    case .mlDSA87(let bytes):
      guard let key = try? MLDSA87.PublicKey(rawRepresentation: bytes) else { return nil }
      self.key = .mlDSA87(key)
    }
  }

  /// Returns whether this key made the signature over the message with an algorithm for its key type.
  ///
  /// ECDSA signatures are in DER, all others in the form that their algorithm defines (WebAuthn L3 §6.5.5). Curve and hash are not bound to
  /// each other here; ``COSEKey`` binds them.
  package func isValidSignature(_ signature: [UInt8], over message: [UInt8], algorithm: COSEAlgorithm) -> Bool {
    switch algorithm {
    case .es256, .esp256: isValidECDSA(signature, over: SHA256.hash(data: message))
    case .es384, .esp384: isValidECDSA(signature, over: SHA384.hash(data: message))
    case .es512, .esp512: isValidECDSA(signature, over: SHA512.hash(data: message))
    case .rs1: isValidRSA(signature, over: Insecure.SHA1.hash(data: message), .insecurePKCS1v1_5)
    // These algorithms are PKCS #1 v1.5 by definition, despite the name's warning.
    case .rs256: isValidRSA(signature, over: SHA256.hash(data: message), .insecurePKCS1v1_5)
    case .rs384: isValidRSA(signature, over: SHA384.hash(data: message), .insecurePKCS1v1_5)
    case .rs512: isValidRSA(signature, over: SHA512.hash(data: message), .insecurePKCS1v1_5)
    case .ps256: isValidRSA(signature, over: SHA256.hash(data: message), .PSS)
    case .ps384: isValidRSA(signature, over: SHA384.hash(data: message), .PSS)
    case .ps512: isValidRSA(signature, over: SHA512.hash(data: message), .PSS)
    case .edDSA, .ed25519: if case .ed25519(let key) = key { key.isValidSignature(signature, for: message) } else { false }
    case .ed448: if case .ed448(let key) = key { key.isValidSignature(signature, for: message) } else { false }
    case .mlDSA65: if case .mlDSA65(let key) = key { key.isValidSignature(signature, for: message) } else { false }
    case .mlDSA87: if case .mlDSA87(let key) = key { key.isValidSignature(signature, for: message) } else { false }
    default: false
    }
  }

  private func isValidECDSA(_ signature: [UInt8], over digest: some Digest) -> Bool {
    // The library's own DER parser would first build a tree, at every sign-in.
    func numbers(_ byteCount: Int) -> [UInt8] { ECDSASignatureForm.numbers(of: signature, byteCount: byteCount) ?? [] }
    return switch key {
    case .p256(let key):
      (try? P256.Signing.ECDSASignature(rawRepresentation: numbers(32))).map { key.isValidSignature($0, for: digest) } ?? false
    case .p384(let key):
      (try? P384.Signing.ECDSASignature(rawRepresentation: numbers(48))).map { key.isValidSignature($0, for: digest) } ?? false
    case .p521(let key):
      (try? P521.Signing.ECDSASignature(rawRepresentation: numbers(66))).map { key.isValidSignature($0, for: digest) } ?? false
    default: false
    }
  }

  private func isValidRSA(_ signature: [UInt8], over digest: some Digest, _ padding: _RSA.Signing.Padding) -> Bool {
    guard case .rsa(let key) = key else { return false }
    return key.isValidSignature(_RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: padding)
  }

  /// The key as DER `SubjectPublicKeyInfo` (RFC 5280 §4.1).
  package var subjectPublicKeyInfo: [UInt8] {
    switch key {
    case .p256(let key): Array(key.derRepresentation)
    case .p384(let key): Array(key.derRepresentation)
    case .p521(let key): Array(key.derRepresentation)
    // RFC 8410 §4: the headers are constant, because algorithm and length are.
    case .ed25519(let key): [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00] + Array(key.rawRepresentation)
    case .ed448(let key): [0x30, 0x43, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x71, 0x03, 0x3a, 0x00] + key.rawRepresentation
    case .rsa(let key): Array(key.derRepresentation)
    // RFC 9881 §4: the headers are constant too, over 1952 and 2592 bytes.
    case .mlDSA65(let key): Self.mlDSAHeader(total: 1970, arc: 0x12, bits: 1953) + Array(key.rawRepresentation)
    case .mlDSA87(let key): Self.mlDSAHeader(total: 2610, arc: 0x13, bits: 2593) + Array(key.rawRepresentation)
    }
  }

  private static func mlDSAHeader(total: UInt16, arc: UInt8, bits: UInt16) -> [UInt8] {
    func length(_ count: UInt16) -> [UInt8] { [0x82, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)] }
    return [0x30] + length(total) + [0x30, 0x0b, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, arc, 0x03] + length(bits) + [0]
  }
}
