// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR
import Crypto
import CryptoExtras
import Foundation

/// A credential public key in COSE form (RFC 9052 §7, RFC 9053 §7, RFC 8230; WebAuthn L3 §5.8.5).
public struct COSEKey: Hashable, Sendable {
  /// The numbers of the key, by type.
  public enum Material: Hashable, Sendable {
    /// A point on P-256, 32 bytes per coordinate.
    case p256(x: [UInt8], y: [UInt8])
    /// An Ed25519 public key of 32 bytes.
    case ed25519([UInt8])
    /// An RSA modulus and exponent, big-endian.
    case rsa(modulus: [UInt8], exponent: [UInt8])
  }

  /// The one algorithm that the key may be used with.
  public let algorithm: COSEAlgorithm
  /// The numbers of the key.
  public let material: Material

  /// A P-256 key for ES256.
  /// - Parameter x963: the uncompressed point: 4, then both coordinates, 65 bytes. Returns nil for another form.
  public init?(p256 x963: some Collection<UInt8>) {
    guard x963.count == 65, x963.first == 4 else { return nil }
    algorithm = .es256
    material = .p256(x: Array(x963.dropFirst().prefix(32)), y: Array(x963.suffix(32)))
  }

  /// An Ed25519 key for EdDSA, or nil for another length than 32 bytes.
  public init?(ed25519 raw: some Collection<UInt8>) {
    guard raw.count == 32 else { return nil }
    algorithm = .edDSA
    material = .ed25519(Array(raw))
  }

  /// Reads a key from its CBOR map.
  /// - Throws: `malformedPublicKey` for missing, foreign or ill-sized members, `unsupportedPublicKey` for other key types and algorithms.
  public init(_ value: CBORValue) throws(WebAuthnModelError) {
    guard let map = value.mapValue, let keyType = map[1]?.integerValue, let number = map[3]?.integerValue.flatMap({ Int(exactly: $0) })
    else {
      throw WebAuthnModelError(.malformedPublicKey)
    }
    algorithm = COSEAlgorithm(rawValue: number)
    switch (algorithm, keyType) {
    case (.es256, 2):
      guard map[-1] == 1, let x = map[-2]?.bytesValue, let y = map[-3]?.bytesValue, x.count == 32, y.count == 32 else {
        throw WebAuthnModelError(.malformedPublicKey)
      }
      material = .p256(x: x, y: y)
    case (.edDSA, 1):
      guard map[-1] == 6, let x = map[-2]?.bytesValue, x.count == 32 else { throw WebAuthnModelError(.malformedPublicKey) }
      material = .ed25519(x)
    case (.rs256, 3):
      guard let modulus = map[-1]?.bytesValue, let exponent = map[-2]?.bytesValue, (256...1024).contains(modulus.count),
        (1...8).contains(exponent.count)
      else {
        throw WebAuthnModelError(.malformedPublicKey)
      }
      material = .rsa(modulus: modulus, exponent: exponent)
    case (.es256, _), (.edDSA, _), (.rs256, _):
      throw WebAuthnModelError(.malformedPublicKey)
    default:
      throw WebAuthnModelError(.unsupportedPublicKey)
    }
  }

  /// Reads a key from its encoding, which must be consumed whole.
  /// - Throws: as the reading from a map; `malformedPublicKey` for bytes that are not one CBOR item.
  public init(encoded: some Sequence<UInt8>) throws(WebAuthnModelError) {
    let value: CBORValue
    do throws(CanonicalCBORError) {
      value = try CBORDecoder(profile: .rfc8949).decode(encoded)
    } catch {
      throw WebAuthnModelError(.malformedPublicKey)
    }
    try self.init(value)
  }

  /// The COSE key type: 1 OKP, 2 EC2, 3 RSA.
  public var keyType: Int {
    switch material {
    case .ed25519: 1
    case .p256: 2
    case .rsa: 3
    }
  }

  /// The key as a CBOR map.
  public var value: CBORValue {
    let number = CBORValue.integer(Int64(algorithm.rawValue))
    return switch material {
    case .p256(let x, let y): .map([1: 2, 3: number, -1: 1, -2: .bytes(x), -3: .bytes(y)])
    case .ed25519(let x): .map([1: 1, 3: number, -1: 6, -2: .bytes(x)])
    case .rsa(let modulus, let exponent): .map([1: 3, 3: number, -1: .bytes(modulus), -2: .bytes(exponent)])
    }
  }

  /// The key in CTAP2 canonical CBOR.
  public var encoded: [UInt8] { CBOREncoder(profile: .ctap2).encode(value) }

  /// The key as DER `SubjectPublicKeyInfo` (RFC 5280 §4.1), or nil when the numbers are not a valid key.
  public var subjectPublicKeyInfo: [UInt8]? {
    switch material {
    case .p256(let x, let y):
      return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y)).map { Array($0.derRepresentation) }
    case .ed25519(let x):
      // RFC 8410 §4: the header is constant, since algorithm and length are.
      return [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00] + x
    case .rsa(let modulus, let exponent):
      return (try? _RSA.Signing.PublicKey(n: modulus, e: exponent)).map { Array($0.derRepresentation) }
    }
  }
}
