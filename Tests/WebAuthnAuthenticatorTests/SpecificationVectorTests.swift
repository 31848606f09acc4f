// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import CryptoExtras
import Foundation
import SecretMemory
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

@Suite("W3C's test vectors, created by the authenticator (WebAuthn L3, \"Test Vectors\")")
struct SpecificationVectorTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    struct Registration: Decodable, Sendable {
      let clientDataJSON, attestationObject: String
    }
    struct Authentication: Decodable, Sendable {
      let clientDataJSON, authenticatorData, signature: String
    }
    let id, algorithm, privateKey, aaguid, credentialID: String
    let registration: Registration
    let authentication: Authentication
    var testDescription: String { id }

    var coseAlgorithm: COSEAlgorithm { ["ES256": .es256, "EdDSA": .edDSA, "RS256": .rs256][algorithm] ?? COSEAlgorithm(rawValue: 0) }
  }

  private func gesture(_ flags: AuthenticatorData.Flags) -> AuthorizationGesture {
    AuthorizationGesture(userPresent: flags.contains(.userPresent), userVerified: flags.contains(.userVerified))
  }

  private func backup(_ flags: AuthenticatorData.Flags) -> CredentialBackup {
    flags.contains(.backupState) ? .backedUp : flags.contains(.backupEligible) ? .eligible : .deviceBound
  }

  /// The key and the ID come from the generator, so the operation itself creates a row's registration.
  @Test(
    "a registration with the vector's key has the vector's bytes",
    arguments: (try vectors("authenticator") as [Row]).filter { $0.algorithm != "RS256" && $0.credentialID.count == 64 })
  func registration(row: Row) throws {
    let expected = try AttestationObject(parsing: bytes(hex: row.registration.attestationObject))
    let flags = expected.authenticatorData.flags
    var generator = ScriptedGenerator(bytes(hex: row.privateKey) + bytes(hex: row.credentialID))
    var request = MakeCredentialRequest(
      relyingPartyID: try RelyingPartyID("example.org"),
      clientDataHash: CollectedClientData.hash(of: bytes(hex: row.registration.clientDataJSON)),
      userHandle: try #require(UserHandle([1])), algorithms: [row.coseAlgorithm])
    request.requireUserPresence = flags.contains(.userPresent)
    let isSelfAttested = expected.format == "packed" && expected.statement.mapValue?["x5c"] == nil
    request.attestationFormats = isSelfAttested ? ["packed"] : ["none"]
    let authenticator = WebAuthnAuthenticator(aaguid: try #require(AAGUID(bytes(hex: row.aaguid))))
    let made = try authenticator.makeCredential(
      request, existingCredentialIDs: [], gesture: gesture(flags), backup: backup(flags), using: &generator)
    #expect(hex(made.attestationObject.authenticatorDataBytes) == hex(expected.authenticatorDataBytes))
    if expected.format == "none" {
      #expect(hex(made.attestationObject.encoded) == row.registration.attestationObject)
    } else if isSelfAttested {
      let signature = try #require(made.attestationObject.statement.mapValue?["sig"]?.bytesValue)
      #expect(made.attestationObject.statement.mapValue?["alg"] == -7)
      #expect(
        isValid(signature, for: made.attestationObject.authenticatorDataBytes + request.clientDataHash, by: made.credential.publicKey))
    }
  }

  @Test(
    "an authentication with the vector's key has the vector's authenticator data and verifies",
    arguments: try vectors("authenticator") as [Row])
  func authentication(row: Row) throws {
    let registered = try #require(
      try AttestationObject(parsing: bytes(hex: row.registration.attestationObject)).authenticatorData.attestedCredentialData)
    let flags = try AuthenticatorData(parsing: bytes(hex: row.authentication.authenticatorData)).flags
    let relyingPartyID = try RelyingPartyID("example.org")
    let source = PublicKeyCredentialSource(
      id: registered.credentialID, algorithm: row.coseAlgorithm, privateKey: SecretMemory.SharedSecret(copying: bytes(hex: row.privateKey)),
      relyingPartyID: relyingPartyID, userHandle: try #require(UserHandle([1])))
    let hash = CollectedClientData.hash(of: bytes(hex: row.authentication.clientDataJSON))
    let assertion = try WebAuthnAuthenticator().getAssertion(
      GetAssertionRequest(relyingPartyID: relyingPartyID, clientDataHash: hash), with: source, gesture: gesture(flags),
      backup: backup(flags))
    #expect(hex(assertion.authenticatorData) == row.authentication.authenticatorData)
    #expect(isValid(assertion.signature, for: assertion.authenticatorData + hash, by: registered.publicKey))
    #expect(isValid(bytes(hex: row.authentication.signature), for: assertion.authenticatorData + hash, by: registered.publicKey))
    // ECDSA draws a nonce. The other two algorithms have one signature for each message.
    if row.algorithm != "ES256" { #expect(hex(assertion.signature) == row.authentication.signature) }
  }

  private func isValid(_ signature: [UInt8], for message: [UInt8], by key: COSEKey) -> Bool {
    switch key.material {
    case .p256(let x, let y):
      guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
      return (try? P256.Signing.PublicKey(x963Representation: [4] + x + y))?.isValidSignature(signature, for: message) ?? false
    case .ed25519(let raw):
      return (try? Curve25519.Signing.PublicKey(rawRepresentation: raw))?.isValidSignature(signature, for: message) ?? false
    case .rsa(let modulus, let exponent):
      return (try? _RSA.Signing.PublicKey(n: modulus, e: exponent))?.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: message, padding: .insecurePKCS1v1_5) ?? false
    default:
      return false
    }
  }
}
