// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import SecretMemory
// Imported explicitly, because Crypto has a type of the same name.
import class SecretMemory.SharedSecret

/// The public halves of a member's keys, as stored in the membership log.
package struct MemberPublicKeys: Hashable, Sendable {
  static let signingByteCount = 32
  static let keyAgreementByteCount = 1216

  /// Ed25519 (RFC 8032), 32 bytes.
  package let signing: [UInt8]
  /// X-Wing (ML-KEM-768 with X25519), 1216 bytes.
  package let keyAgreement: [UInt8]
}

/// A member's private keys: a device's DSK and DXK, or the recovery key's RSK and RXK.
package struct MemberKeys: Sendable {
  /// The Ed25519 seed.
  let signingSeed: SharedSecret
  /// The X-Wing seed.
  let keyAgreementSeed: SharedSecret
  /// The public halves of the keys.
  package let publicKeys: MemberPublicKeys

  init(signingSeed: SharedSecret, keyAgreementSeed: SharedSecret) throws(CredentialCryptographyError) {
    self.signingSeed = signingSeed
    self.keyAgreementSeed = keyAgreementSeed
    do {
      publicKeys = MemberPublicKeys(
        signing: Array(try Self.signingKey(signingSeed).publicKey.rawRepresentation),
        keyAgreement: Array(try Self.keyAgreementKey(keyAgreementSeed).publicKey.rawRepresentation))
    } catch {
      throw CredentialCryptographyError(.libraryFailure)
    }
  }

  /// Generates a device's keys.
  package static func generate(using generator: inout some RandomNumberGenerator) throws(CredentialCryptographyError) -> MemberKeys {
    try MemberKeys(
      signingSeed: SharedSecret(SecretBytes.random(byteCount: 32, using: &generator)),
      keyAgreementSeed: SharedSecret(SecretBytes.random(byteCount: 32, using: &generator)))
  }

  func sign(_ message: [UInt8]) throws(CredentialCryptographyError) -> [UInt8] {
    do {
      return Array(try Self.signingKey(signingSeed).signature(for: message))
    } catch {
      throw CredentialCryptographyError(.libraryFailure)
    }
  }

  /// Opens data encrypted for these keys by ``MemberPublicKeys/seal(_:info:)`` with the same info.
  func open(_ sealed: SealedToMember, info: [UInt8]) throws(CredentialCryptographyError) -> SecretBytes {
    var opened: Data
    do {
      var recipient = try HPKE.Recipient(
        privateKey: Self.keyAgreementKey(keyAgreementSeed), ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256, info: Data(info),
        encapsulatedKey: Data(sealed.encapsulation))
      opened = try recipient.open(Data(sealed.ciphertext))
    } catch {
      throw CredentialCryptographyError(.authenticationFailed)
    }
    let secret = SecretBytes(copying: opened)
    opened.withUnsafeMutableBytes { wipe($0) }
    return secret
  }

  private static func signingKey(_ seed: SharedSecret) throws -> Curve25519.Signing.PrivateKey {
    try seed.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
  }

  private static func keyAgreementKey(_ seed: SharedSecret) throws -> XWingMLKEM768X25519.PrivateKey {
    try seed.withBytes { try XWingMLKEM768X25519.PrivateKey(seedRepresentation: $0, publicKey: nil) }
  }
}

/// A secret that only one member can open: HPKE base mode with X-Wing, HKDF-SHA256 and AES-256-GCM (RFC 9180).
package struct SealedToMember: Hashable, Sendable {
  static let encapsulationByteCount = 1120

  let encapsulation: [UInt8]
  let ciphertext: [UInt8]
}

extension MemberPublicKeys {
  func isSignature(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: signing) else { return false }
    return key.isValidSignature(signature, for: message)
  }

  /// Encrypts a secret for the member. The encapsulation uses the library's randomness, not a generator.
  func seal(_ secret: borrowing SecretBytes, info: [UInt8]) throws(CredentialCryptographyError) -> SealedToMember {
    do {
      var sender = try HPKE.Sender(
        recipientKey: XWingMLKEM768X25519.PublicKey(rawRepresentation: keyAgreement),
        ciphersuite: .XWingMLKEM768X25519_SHA256_AES_GCM_256, info: Data(info))
      let ciphertext = try secret.withBytes { try sender.seal($0) }
      return SealedToMember(encapsulation: Array(sender.encapsulatedKey), ciphertext: Array(ciphertext))
    } catch {
      throw CredentialCryptographyError(.libraryFailure)
    }
  }
}
