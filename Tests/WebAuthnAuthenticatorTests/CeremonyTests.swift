// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

@Suite("The authenticator's two operations (WebAuthn L3 §6.3.2 and §6.3.3)")
struct CeremonyTests {
  private let authenticator = WebAuthnAuthenticator()
  private let hash = [UInt8](repeating: 3, count: 32)

  private func request(algorithms: [COSEAlgorithm] = [.es256]) throws -> MakeCredentialRequest {
    MakeCredentialRequest(
      relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: hash, userHandle: try #require(UserHandle([1])),
      algorithms: algorithms)
  }

  private func make(
    _ request: MakeCredentialRequest, existing: [CredentialID] = [], present: Bool = true, verified: Bool = false,
    backup: CredentialBackup = .eligible
  ) throws -> MadeCredential {
    var generator = SystemRandomNumberGenerator()
    return try authenticator.makeCredential(
      request, existingCredentialIDs: existing, gesture: AuthorizationGesture(userPresent: present, userVerified: verified), backup: backup,
      using: &generator)
  }

  @Test("use the relying party's first supported algorithm and refuse if there is none")
  func algorithms() throws {
    #expect(try make(request(algorithms: [.rs256, .edDSA, .es256])).source.algorithm == .edDSA)
    #expect { try make(request(algorithms: [COSEAlgorithm(rawValue: -65_535)])) } throws: {
      ($0 as? WebAuthnAuthenticatorError)?.code == .notSupported
    }
  }

  @Test("set the flags to exactly what happened in the ceremony", arguments: [true, false])
  func flags(verified: Bool) throws {
    let made = try make(request(), verified: verified)
    let flags = made.attestationObject.authenticatorData.flags
    #expect(flags.contains(.userPresent))
    #expect(flags.contains(.userVerified) == verified)
    #expect(flags.contains(.backupEligible))
    #expect(!flags.contains(.backupState))
    #expect(made.attestationObject.authenticatorData.signCount == 0)
    #expect(made.attestationObject.format == "none")
  }

  @Test("require user presence, and user verification if the client requires it")
  func consent() throws {
    #expect { try make(request(), present: false) } throws: { ($0 as? WebAuthnAuthenticatorError)?.code == .notAllowed }
    var strict = try request()
    strict.requireUserVerification = true
    #expect { try make(strict) } throws: { ($0 as? WebAuthnAuthenticatorError)?.code == .constraint }
  }

  @Test("report an excluded credential only if the user agreed")
  func excluded() throws {
    var request = try request()
    let id = try #require(CredentialID([5]))
    request.excludeCredentialIDs = [id]
    #expect { try make(request, existing: [id]) } throws: { ($0 as? WebAuthnAuthenticatorError)?.code == .invalidState }
    #expect { try make(request, existing: [id], present: false) } throws: { ($0 as? WebAuthnAuthenticatorError)?.code == .notAllowed }
    #expect(throws: Never.self) { try make(request, existing: []) }
  }

  @Test("sign authenticator data and client data hash with the created key", arguments: [COSEAlgorithm.es256, .edDSA])
  func assertion(algorithm: COSEAlgorithm) throws {
    let made = try make(request(algorithms: [algorithm]))
    let assertion = try authenticator.getAssertion(
      GetAssertionRequest(relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: hash), with: made.source,
      gesture: AuthorizationGesture(userPresent: true, userVerified: false), backup: .eligible)
    let message = Data(assertion.authenticatorData + hash)
    switch made.credential.publicKey.material {
    case .p256(let x, let y):
      let key = try P256.Signing.PublicKey(x963Representation: [4] + x + y)
      #expect(key.isValidSignature(try P256.Signing.ECDSASignature(derRepresentation: assertion.signature), for: message))
    case .ed25519(let raw):
      #expect(try Curve25519.Signing.PublicKey(rawRepresentation: raw).isValidSignature(assertion.signature, for: message))
    default:
      Issue.record("the key is not of the requested kind")
    }
    #expect(assertion.userHandle == made.source.userHandle)
  }

  @Test("do not sign for another relying party, a credential that is not allowed or a hash of another length")
  func mismatches() throws {
    let made = try make(request())
    let gesture = AuthorizationGesture(userPresent: true, userVerified: false)
    let other = try #require(CredentialID([9]))
    let requests = [
      GetAssertionRequest(relyingPartyID: try RelyingPartyID("bank.example"), clientDataHash: hash),
      GetAssertionRequest(relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: hash, allowCredentialIDs: [other]),
      GetAssertionRequest(relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: [1]),
      GetAssertionRequest(relyingPartyID: try RelyingPartyID("shop.example"), clientDataHash: hash, requireUserVerification: true),
    ]
    for request in requests {
      #expect(throws: WebAuthnAuthenticatorError.self) {
        try authenticator.getAssertion(request, with: made.source, gesture: gesture, backup: .eligible)
      }
    }
  }

  @Test("give every credential its own ID and key")
  func unique() throws {
    let first = try make(request())
    let second = try make(request())
    #expect(first.source.id != second.source.id)
    #expect(first.credential.publicKey != second.credential.publicKey)
  }
}
