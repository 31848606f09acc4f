// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import WebAuthnModel

/// The TPM hash algorithms used in attestation (TPM 2.0 Part 2 §6.3).
enum TPMHash: UInt16 {
  case sha1 = 0x0004
  case sha256 = 0x000b
  case sha384 = 0x000c
  case sha512 = 0x000d

  /// The hash that a signature algorithm uses; nil if the algorithm does not have a separate one.
  init?(of algorithm: COSEAlgorithm) {
    switch algorithm {
    case .rs1: self = .sha1
    case .es256, .esp256, .rs256, .ps256: self = .sha256
    case .es384, .esp384, .rs384, .ps384: self = .sha384
    case .es512, .esp512, .rs512, .ps512: self = .sha512
    default: return nil
    }
  }

  /// The two bytes with which a Name based on this algorithm starts.
  var identifier: [UInt8] { [UInt8(rawValue >> 8), UInt8(truncatingIfNeeded: rawValue)] }

  /// Hashes bytes.
  func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .sha1: Array(Insecure.SHA1.hash(data: bytes))
    case .sha256: Array(SHA256.hash(data: bytes))
    case .sha384: Array(SHA384.hash(data: bytes))
    case .sha512: Array(SHA512.hash(data: bytes))
    }
  }
}

/// Reads TPM structures: numbers are big-endian, and buffers follow their 16-bit sizes.
struct TPMReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next bytes, or nil if fewer remain.
  mutating func take(_ count: Int) -> [UInt8]? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Reads a 16-bit number.
  mutating func short() -> UInt16? { take(2)?.reduce(0) { $0 << 8 | UInt16($1) } }

  /// Reads a 32-bit number.
  mutating func long() -> UInt32? { take(4)?.reduce(0) { $0 << 8 | UInt32($1) } }

  /// Reads a buffer preceded by its size (TPM2B).
  mutating func buffer() -> [UInt8]? { short().flatMap { take(Int($0)) } }
}

/// A `TPMS_ATTEST` that certifies a key (TPM 2.0 Part 2 §10.12.8 and §10.12.3).
struct TPMCertifyInfo {
  /// The bytes that the caller passed to the TPM for signing.
  let extraData: [UInt8]
  /// The certified object's Name.
  let name: [UInt8]

  /// Reads a structure that uses all of the bytes; nil unless the TPM created it as a certification.
  init?(parsing bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    // magic must be TPM_GENERATED_VALUE, type must be TPM_ST_ATTEST_CERTIFY.
    guard reader.long() == 0xff54_4347, reader.short() == 0x8017 else { return nil }
    // qualifiedSigner, then extraData; then clockInfo and firmwareVersion, 17 and 8 bytes.
    guard reader.buffer() != nil, let extraData = reader.buffer(), reader.take(25) != nil else { return nil }
    // attested: name and qualifiedName.
    guard let name = reader.buffer(), reader.buffer() != nil, reader.isAtEnd else { return nil }
    self.extraData = extraData
    self.name = name
  }
}

/// A `TPMT_PUBLIC` of a signing key (TPM 2.0 Part 2 §12.2.4).
struct TPMPublicArea {
  private enum Key {
    case rsa(modulus: [UInt8], exponent: UInt32)
    case elliptic(curve: UInt16, x: [UInt8], y: [UInt8])
  }

  /// TPM_ALG_NULL.
  private static let null: UInt16 = 0x0010

  /// The hash used to compute the object's Name.
  let nameAlgorithm: TPMHash
  private let key: Key

  /// Reads a structure that uses all of the bytes; nil unless the object is an elliptic-curve or RSA key.
  init?(parsing bytes: [UInt8]) {
    var reader = TPMReader(bytes)
    // type, nameAlg, objectAttributes, authPolicy.
    guard let type = reader.short(), let nameAlgorithm = reader.short().flatMap(TPMHash.init(rawValue:)), reader.long() != nil,
      reader.buffer() != nil
    else { return nil }
    // All parameters begin with the symmetric algorithm, which a signing key does not have, and the signature scheme.
    guard reader.short() == Self.null, Self.skipScheme(&reader) else { return nil }
    switch type {
    case 0x0001:
      // keyBits, exponent; unique is the modulus. An exponent of 0 means 65537 (§12.2.3.5).
      guard reader.short() != nil, let exponent = reader.long(), let modulus = reader.buffer() else { return nil }
      key = .rsa(modulus: modulus, exponent: exponent == 0 ? 65537 : exponent)
    case 0x0023:
      // curveID, kdf; unique contains the coordinates.
      guard let curve = reader.short(), Self.skipScheme(&reader), let x = reader.buffer(), let y = reader.buffer() else { return nil }
      key = .elliptic(curve: curve, x: x, y: y)
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
    self.nameAlgorithm = nameAlgorithm
  }

  /// Skips a scheme: none, or an algorithm with its hash (TPMT_RSA_SCHEME, TPMT_ECC_SCHEME, TPMT_KDF_SCHEME).
  private static func skipScheme(_ reader: inout TPMReader) -> Bool {
    switch reader.short() {
    case null: true
    // RSASSA, RSAPSS, ECDSA, SM2, ECSCHNORR and the key derivations are followed by a hash, ECDAA also by a count.
    case 0x0014, 0x0016, 0x0018, 0x001b, 0x001c, 0x0007, 0x0020, 0x0021, 0x0022: reader.short() != nil
    case 0x001a: reader.take(4) != nil
    default: false
    }
  }

  /// Returns whether the area contains the same key as a credential.
  func isKey(of credential: COSEKey) -> Bool {
    switch (key, credential.material) {
    case (.rsa(let modulus, let exponent), .rsa(let otherModulus, let otherExponent)):
      modulus == otherModulus && exponent == otherExponent.reduce(0) { $0 << 8 | UInt32($1) }
    case (.elliptic(3, let x, let y), .p256(let otherX, let otherY)), (.elliptic(4, let x, let y), .p384(let otherX, let otherY)),
      (.elliptic(5, let x, let y), .p521(let otherX, let otherY)):
      Self.isSame(x, otherX) && Self.isSame(y, otherY)
    default: false
    }
  }

  /// Compares two numbers; TPMs may omit leading zeros.
  private static func isSame(_ number: [UInt8], _ other: [UInt8]) -> Bool {
    number.drop { $0 == 0 }.elementsEqual(other.drop { $0 == 0 })
  }
}
