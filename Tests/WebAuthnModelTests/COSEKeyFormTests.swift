// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import CryptoExtras
import Foundation
import Testing
import WebAuthnModel

@Suite("COSE keys of every algorithm (WebAuthn L3 §5.8.5 and §6.5.1)")
struct COSEKeyFormTests {
  static func code(_ value: CBORValue) -> WebAuthnModelError.Code? {
    do throws(WebAuthnModelError) {
      _ = try COSEKey(value)
      return nil
    } catch {
      return error.code
    }
  }

  static let point = P256.Signing.PrivateKey().publicKey.rawRepresentation
  static var x: CBORValue { .bytes(Array(point.prefix(32))) }
  static var y: CBORValue { .bytes(Array(point.suffix(32))) }

  @Test(
    "a key of every algorithm is read, re-encoded unchanged and verifies only its own signature",
    arguments: [
      COSEAlgorithm.es256, .esp256, .es384, .esp384, .es512, .esp512, .edDSA, .ed25519, .rs256, .rs384, .rs512, .ps256, .ps384, .ps512,
      .mlDSA65, .mlDSA87,
    ])
  func all(algorithm: COSEAlgorithm) throws {
    let message: [UInt8] = [1, 2, 3]
    let (material, signature) = try Self.signed(message, algorithm)
    let key = try #require(COSEKey(algorithm, material))
    #expect(try COSEKey(encoded: key.encoded) == key)
    #expect(try COSEKey(encoded: key.encoded).encoded == key.encoded)
    #expect(key.isValidSignature(signature, over: message))
    #expect(!key.isValidSignature(signature, over: message + [0]))
    #expect(!key.isValidSignature(signature + [0], over: message))
    #expect(!key.isValidSignature([], over: message))
    #expect(!key.subjectPublicKeyInfo.isEmpty)
  }

  static func signed(_ message: [UInt8], _ algorithm: COSEAlgorithm) throws -> (COSEKey.Material, [UInt8]) {
    func halves(_ point: Data) -> ([UInt8], [UInt8]) { (Array(point.prefix(point.count / 2)), Array(point.suffix(point.count / 2))) }
    switch algorithm {
    case .es256, .esp256:
      let key = P256.Signing.PrivateKey()
      let (x, y) = halves(key.publicKey.rawRepresentation)
      return (.p256(x: x, y: y), Array(try key.signature(for: message).derRepresentation))
    case .es384, .esp384:
      let key = P384.Signing.PrivateKey()
      let (x, y) = halves(key.publicKey.rawRepresentation)
      return (.p384(x: x, y: y), Array(try key.signature(for: message).derRepresentation))
    case .es512, .esp512:
      let key = P521.Signing.PrivateKey()
      let (x, y) = halves(key.publicKey.rawRepresentation)
      return (.p521(x: x, y: y), Array(try key.signature(for: message).derRepresentation))
    case .edDSA, .ed25519:
      let key = Curve25519.Signing.PrivateKey()
      return (.ed25519(Array(key.publicKey.rawRepresentation)), Array(try key.signature(for: message)))
    case .mlDSA65:
      let key = try MLDSA65.PrivateKey()
      return (.mlDSA65(Array(key.publicKey.rawRepresentation)), Array(try key.signature(for: message)))
    case .mlDSA87:
      let key = try MLDSA87.PrivateKey()
      return (.mlDSA87(Array(key.publicKey.rawRepresentation)), Array(try key.signature(for: message)))
    default:
      let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let numbers = try key.publicKey.getKeyPrimitives()
      let padding: _RSA.Signing.Padding = [.ps256, .ps384, .ps512].contains(algorithm) ? .PSS : .insecurePKCS1v1_5
      let signature: _RSA.Signing.RSASignature =
        switch algorithm {
        case .rs256, .ps256: try key.signature(for: SHA256.hash(data: message), padding: padding)
        case .rs384, .ps384: try key.signature(for: SHA384.hash(data: message), padding: padding)
        default: try key.signature(for: SHA512.hash(data: message), padding: padding)
        }
      return (
        .rsa(modulus: Array(numbers.modulus), exponent: Array(numbers.publicExponent)), Array(signature.rawRepresentation)
      )
    }
  }

  @Test("private keys, foreign members, compressed points, other curves and sizes, and points off the curve are refused")
  func malformed() {
    #expect(Self.code(.map([1: 2, 3: -7, -1: 1, -2: Self.x, -3: Self.y])) == nil)
    let wrong: [CBORValue] = [
      .map([1: 2, 3: -7, -1: 1, -2: Self.x, -3: Self.y, -4: Self.x]), .map([1: 2, 2: Self.x, 3: -7, -1: 1, -2: Self.x, -3: Self.y]),
      .map([1: 2, 3: -7, -1: 1, -2: Self.x, -3: true]), .map([1: 2, 3: -7, -1: 2, -2: Self.x, -3: Self.y]),
      .map([1: 2, 3: -7, -1: 1, -2: Self.x, -3: .bytes([0])]), .map([1: 2, 3: -7, -1: 1, -2: Self.y, -3: Self.x]),
      .map([1: 3, 3: -7, -1: 1, -2: Self.x, -3: Self.y]), .map([1: 2, 3: -7, -1: 1, -2: Self.x]),
      .map([1: 2, -1: 1, -2: Self.x, -3: Self.y]),
      .map([1: 1, 3: -8, -1: 6, -2: .bytes([1])]), .map([1: 1, 3: -8, -1: 7, -2: Self.x]),
      .map([1: 1, 3: -8, -1: 6, -2: Self.x, -4: Self.x]),
      .map([1: 3, 3: -257, -1: .bytes(Array(repeating: 0xff, count: 128)), -2: .bytes([1, 0, 1])]),
      .map([1: 3, 3: -257, -1: .bytes(Array(repeating: 0xff, count: 256)), -2: .bytes([])]),
      .map([1: 3, 3: -257, -1: .bytes(Array(repeating: 0xff, count: 1025)), -2: .bytes([1, 0, 1])]),
      .map([1: 7, 3: -49, -1: .bytes([1])]), .array([]), .map([:]), .map(["1": 2]),
    ]
    for value in wrong { #expect(Self.code(value) == .malformedPublicKey, "\(value)") }
  }

  @Test("an unsupported algorithm is reported as such", arguments: [-47, -48, -65535, -16, 0, 1])
  func unsupported(algorithm: Int64) {
    #expect(Self.code(.map([1: 2, 3: .integer(algorithm), -1: 1, -2: Self.x, -3: Self.y])) == .unsupportedPublicKey)
  }

  @Test("an RSA modulus may have leading zeros, which change nothing")
  func zeros() throws {
    let (material, signature) = try Self.signed([1], .rs256)
    guard case .rsa(let modulus, let exponent) = material else {
      Issue.record("the key is not an RSA key")
      return
    }
    let key = try COSEKey(.map([1: 3, 3: -257, -1: .bytes([0] + modulus), -2: .bytes(exponent)]))
    #expect(key == COSEKey(.rs256, material))
    #expect(key.isValidSignature(signature, over: [1]))
  }
}
