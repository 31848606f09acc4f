// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import Foundation
import SecretMemory
import Testing
import WebAuthnAuthenticator
import WebAuthnModel
import WebDomains

@Suite("W3C's test vectors for prf over hmac-secret, with the authenticator")
struct HMACSecretVectorTests {
  struct Content: Decodable, Sendable {
    struct Point: Decodable, Sendable {
      let x, y: String
    }
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
      let id: String
      let `protocol`: Int64
      let sharedSecret, salt1, saltEnc, output1, outputEnc: String
      let salt2, output2: String?
      var testDescription: String { id }
    }
    let platformPrivateKey, credRandom, authenticatorPrivateKey: String
    let authenticatorPublicKey: Point
    let cases: [Case]
  }

  /// Powers up an authenticator with the vector's key agreement key and a credential with the vector's PRF. Its next random bytes are
  /// `vector`.
  private func bench(_ content: Content, vector: [UInt8]) throws -> CTAP2Tests.Bench {
    let bench = CTAP2Tests.Bench(script: bytes(hex: content.authenticatorPrivateKey) + vector)
    let key = SecretMemory.SharedSecret(copying: P256.Signing.PrivateKey().rawRepresentation)
    let other = SecretMemory.SharedSecret(copying: [UInt8](repeating: 9, count: 32))
    bench.store.add(
      PublicKeyCredentialSource(
        id: try #require(CredentialID([1])), algorithm: .es256, privateKey: key, relyingPartyID: try RelyingPartyID("shop.example"),
        userHandle: try #require(UserHandle([1])),
        pseudoRandomFunction: CredentialPRF(
          keyWithUserVerification: SecretMemory.SharedSecret(copying: bytes(hex: content.credRandom)), keyWithoutUserVerification: other)),
      superseding: [])
    return bench
  }

  @Test("the vector's salts give the vector's encrypted results", arguments: (try vectors("prf") as Content).cases)
  func answers(row: Content.Case) throws {
    let content: Content = try vectors("prf")
    let sealed = bytes(hex: row.outputEnc)
    let bench = try bench(content, vector: row.protocol == 2 ? Array(sealed.prefix(16)) : [])

    // The authenticator's key agreement.
    let agreed = try bench.result(0x06, .map([1: .integer(row.protocol), 2: 2]))[1]?.mapValue
    #expect(agreed?[-2] == .bytes(bytes(hex: content.authenticatorPublicKey.x)))
    #expect(agreed?[-3] == .bytes(bytes(hex: content.authenticatorPublicKey.y)))
    #expect(agreed?[3] == -25)

    let answer = try bench.result(0x02, try request(row, of: content))
    let data = try AuthenticatorData(parsing: try #require(answer[2]?.bytesValue))
    #expect(data.extensions == ["hmac-secret": .bytes(sealed)])
  }

  @Test("a saltAuth with any wrong bit is refused with CTAP2_ERR_PIN_AUTH_INVALID", arguments: (try vectors("prf") as Content).cases)
  func refusesWrongProofs(row: Content.Case) throws {
    let content: Content = try vectors("prf")
    let proof = try proof(row)
    for bit in 0..<8 * proof.count {
      var wrong = proof
      wrong[bit / 8] ^= 1 << (bit % 8)
      let answer = try bench(content, vector: []).answer(0x02, try request(row, of: content, proof: wrong))
      #expect(answer == [0x33], "bit \(bit)")
    }
  }

  /// An assertion request with the platform's side of the vector.
  private func request(_ row: Content.Case, of content: Content, proof: [UInt8]? = nil) throws -> CBORValue {
    let platform = try P256.KeyAgreement.PrivateKey(rawRepresentation: bytes(hex: content.platformPrivateKey))
    let point = Array(platform.publicKey.x963Representation.dropFirst())
    let input: CBORMap = [
      1: .map([1: 2, 3: -25, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.suffix(32)))]),
      2: .bytes(bytes(hex: row.saltEnc)), 3: .bytes(try proof ?? self.proof(row)), 4: .integer(row.protocol),
    ]
    return .map([
      1: "shop.example", 2: .bytes([UInt8](repeating: 3, count: 32)), 4: .map(["hmac-secret": .map(input)]), 5: .map(["uv": true]),
    ])
  }

  /// The platform's saltAuth for the vector's salts, with the key that the vector derives and the length that the protocol requires.
  private func proof(_ row: Content.Case) throws -> [UInt8] {
    let authentication = SymmetricKey(data: bytes(hex: row.sharedSecret).prefix(32))
    let whole = Array(HMAC<SHA256>.authenticationCode(for: bytes(hex: row.saltEnc), using: authentication))
    return row.protocol == 1 ? Array(whole.prefix(16)) : whole
  }
}
