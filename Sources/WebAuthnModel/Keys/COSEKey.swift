// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

public import CanonicalCBOR

/// A credential public key in COSE form (RFC 9052 §7, RFC 9053 §7, RFC 8230; WebAuthn L3 §5.8.5). Every value is a valid key.
public struct COSEKey: Hashable, Sendable {
  /// The numeric values of the key, by key type.
  public enum Material: Hashable, Sendable {
    /// A point on P-256, 32 bytes per coordinate.
    case p256(x: [UInt8], y: [UInt8])
    /// A point on P-384, 48 bytes per coordinate.
    case p384(x: [UInt8], y: [UInt8])
    /// A point on P-521, 66 bytes per coordinate.
    case p521(x: [UInt8], y: [UInt8])
    /// An Ed25519 public key of 32 bytes.
    case ed25519([UInt8])
    /// An Ed448 public key of 57 bytes.
    case ed448([UInt8])
    /// An RSA modulus of 2048 to 8192 bits and its exponent, big-endian without leading zeros.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// An ML-DSA-65 public key of 1952 bytes.
    case mlDSA65([UInt8])
    /// An ML-DSA-87 public key of 2592 bytes.
    case mlDSA87([UInt8])
  }

  /// The only algorithm that the key may be used with.
  public let algorithm: COSEAlgorithm
  /// The numeric values of the key.
  public let material: Material
  /// The key as the cryptographic library represents it. The library validated it when creating it.
  let verificationKey: VerificationKey

  /// Creates a P-256 key for ES256; nil for another form or a point that is not on the curve.
  ///
  /// - Parameter x963: The uncompressed point: 4, then both coordinates, 65 bytes.
  public init?(p256 x963: some Collection<UInt8>) {
    guard x963.count == 65, x963.first == 4 else { return nil }
    self.init(.es256, .p256(x: Array(x963.dropFirst().prefix(32)), y: Array(x963.suffix(32))))
  }

  /// Creates an Ed25519 key for EdDSA; nil unless it has 32 bytes.
  public init?(ed25519 raw: some Collection<UInt8>) {
    self.init(.edDSA, .ed25519(Array(raw)))
  }

  /// Creates an RSA key for RS256; nil unless the numbers are a key of 2048 to 8192 bits.
  public init?(rsaModulus modulus: some Collection<UInt8>, exponent: some Collection<UInt8>) {
    self.init(.rs256, .rsa(modulus: Array(modulus), exponent: Array(exponent)))
  }

  /// Creates a key for an algorithm; nil if the algorithm does not match the key type or the key is invalid.
  public init?(_ algorithm: COSEAlgorithm, _ material: Material) {
    guard COSEKeyForm(of: algorithm)?.holds(material) == true, let verificationKey = VerificationKey(material) else { return nil }
    self.algorithm = algorithm
    self.material = material
    self.verificationKey = verificationKey
  }

  /// Reads a key from its CBOR map.
  ///
  /// - Throws: `malformedPublicKey` for members that are missing, unexpected or of the wrong size, a private key, a compressed point or a
  ///   point that is not on the curve; `unsupportedPublicKey` for other key types and algorithms.
  public init(_ value: CBORValue) throws(WebAuthnModelError) {
    guard let map = value.mapValue, let keyType = map[1], let number = map[3]?.integerValue.flatMap({ Int(exactly: $0) }) else {
      throw WebAuthnModelError(.malformedPublicKey)
    }
    let algorithm = COSEAlgorithm(rawValue: number)
    guard let form = COSEKeyForm(of: algorithm) else { throw WebAuthnModelError(.unsupportedPublicKey) }
    // "MUST NOT contain any other OPTIONAL parameters" (WebAuthn L3 §6.5.1): the map has exactly the members of its key type.
    guard keyType == .integer(form.keyType), let material = form.material(of: map), let key = COSEKey(algorithm, material) else {
      throw WebAuthnModelError(.malformedPublicKey)
    }
    self = key
  }

  /// Reads a key from its encoding, which must use all of the bytes.
  ///
  /// - Throws: The errors of ``init(_:)``; `malformedPublicKey` also for bytes that are not one CBOR item.
  public init(encoded: some Sequence<UInt8>) throws(WebAuthnModelError) {
    let encoded = Array(encoded)
    // Read at every sign-in, and nearly always the canonical form of an ES256 key, for which the CBOR decoder can be skipped.
    if let material = COSEKeyForm.canonicalES256(encoded) {
      guard let key = COSEKey(.es256, material) else { throw WebAuthnModelError(.malformedPublicKey) }
      self = key
      return
    }
    let value: CBORValue
    do throws(CanonicalCBORError) {
      value = try CBORDecoder(profile: .rfc8949).decode(encoded)
    } catch {
      throw WebAuthnModelError(.malformedPublicKey)
    }
    try self.init(value)
  }

  /// The COSE key type: 1 OKP, 2 EC2, 3 RSA, 7 AKP.
  public var keyType: Int {
    switch material {
    case .ed25519, .ed448: 1
    case .p256, .p384, .p521: 2
    case .rsa: 3
    case .mlDSA65, .mlDSA87: 7
    }
  }

  /// The key as a CBOR map.
  public var value: CBORValue {
    let number = CBORValue.integer(Int64(algorithm.rawValue))
    return switch material {
    case .p256(let x, let y): .map([1: 2, 3: number, -1: 1, -2: .bytes(x), -3: .bytes(y)])
    case .p384(let x, let y): .map([1: 2, 3: number, -1: 2, -2: .bytes(x), -3: .bytes(y)])
    case .p521(let x, let y): .map([1: 2, 3: number, -1: 3, -2: .bytes(x), -3: .bytes(y)])
    case .ed25519(let x): .map([1: 1, 3: number, -1: 6, -2: .bytes(x)])
    case .ed448(let x): .map([1: 1, 3: number, -1: 7, -2: .bytes(x)])
    case .rsa(let modulus, let exponent): .map([1: 3, 3: number, -1: .bytes(modulus), -2: .bytes(exponent)])
    case .mlDSA65(let key), .mlDSA87(let key): .map([1: 7, 3: number, -1: .bytes(key)])
    }
  }

  /// The key in CTAP2 canonical CBOR.
  public var encoded: [UInt8] { CBOREncoder(profile: .ctap2).encode(value) }

  /// The key as DER `SubjectPublicKeyInfo` (RFC 5280 §4.1).
  public var subjectPublicKeyInfo: [UInt8] { verificationKey.subjectPublicKeyInfo }

  /// Returns whether this key made the signature over the message with its algorithm, in the form of WebAuthn L3 §6.5.5.
  public func isValidSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    verificationKey.isValidSignature(signature, over: message, algorithm: algorithm)
  }

  /// Keys with the same algorithm and numeric values are equal.
  public static func == (left: Self, right: Self) -> Bool { left.algorithm == right.algorithm && left.material == right.material }

  /// Hashes the algorithm and the numeric values, consistent with equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(algorithm)
    hasher.combine(material)
  }
}
