// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty
import WebDomains

@Suite("The specification's test vectors (WebAuthn L3, Test Vectors)")
struct SpecificationVectorTests {
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    struct Registration: Decodable, Sendable { let challenge, clientDataJSON, attestationObject: String }
    struct Authentication: Decodable, Sendable { let challenge, clientDataJSON, authenticatorData, signature: String }

    let id: String
    let privateKey: String?
    let registration: Registration
    let authentication: Authentication
    var testDescription: String { id }
  }

  struct File: Decodable {
    struct Root: Decodable { let certificate: String }
    let attestationRoot: Root
    let rows: [Row]
  }

  static func file() throws -> File {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Vectors/webauthn/specification.json")
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
  }

  static func rows() throws -> [Row] { try file().rows }

  static func base64URL(_ hex: String) -> Base64URL {
    let digits = hex.compactMap(\.hexDigitValue)
    return Base64URL(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  static func relyingParty() throws -> RelyingParty {
    RelyingParty(
      id: try RelyingPartyID("example.org"), name: "Example", origins: [try Origin(parsing: "https://example.org")],
      framing: .allowed(under: [try Origin(parsing: "https://example.com")]))
  }

  /// A ceremony restored from storage, with the vector's challenge.
  static func restored<Ceremony: Decodable>(_ type: Ceremony.Type, _ json: String) throws -> Ceremony {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  /// The response that a browser would send with the vector's attestation object.
  static func registration(of row: Row) throws -> RegistrationResponseJSON {
    let object = base64URL(row.registration.attestationObject)
    let id = try #require(try AttestationObject(parsing: object.bytes).authenticatorData.attestedCredentialData).credentialID.text
    let json = """
      {"id":"\(id)","rawId":"\(id)","type":"public-key","clientExtensionResults":{},"response":{
      "clientDataJSON":"\(base64URL(row.registration.clientDataJSON).text)","attestationObject":"\(object.text)"}}
      """
    return try JSONDecoder().decode(RegistrationResponseJSON.self, from: Data(json.utf8))
  }

  static func verifiedRegistration(of row: Row, trust: AttestationTrust) throws -> VerifiedRegistration {
    let algorithms = RelyingParty.supportedAlgorithms.map { #"{"type":"public-key","alg":\#($0.rawValue)}"# }.joined(separator: ",")
    let ceremony = try restored(
      RegistrationCeremony.self,
      """
      {"isConditional":false,"options":{"rp":{"id":"example.org","name":""},"user":{"id":"AA","name":"","displayName":""},
      "challenge":"\(base64URL(row.registration.challenge).text)","pubKeyCredParams":[\(algorithms)]}}
      """)
    let response = try RegistrationResponse(parsing: registration(of: row))
    return try relyingParty().verifyRegistration(response, of: ceremony, isCredentialIDTaken: false, trust: trust)
  }

  @Test("registrations are accepted, and those with certificates lead to the root", arguments: try rows())
  func registration(row: Row) throws {
    let verified = try Self.verifiedRegistration(of: row, trust: .ignored)
    #expect(row.id.hasPrefix(verified.attestation.format))
    let root = try AttestationCertificate(der: Self.base64URL(Self.file().attestationRoot.certificate).bytes)
    let trust = AttestationTrust.anchors([root], now: Date(timeIntervalSince1970: 1_800_000_000))
    if verified.attestation.trustPath.isEmpty {
      #expect(throws: WebAuthnRelyingPartyError.self) { try Self.verifiedRegistration(of: row, trust: trust) }
    } else {
      #expect(try Self.verifiedRegistration(of: row, trust: trust).assessment.anchor == root)
    }
  }

  @Test("attestation objects re-encode to the same bytes", arguments: try rows())
  func rewritten(row: Row) throws {
    let bytes = Self.base64URL(row.registration.attestationObject).bytes
    let object = try AttestationObject(parsing: bytes)
    #expect(object.encoded == bytes)
    #expect(object.authenticatorData.encoded == object.authenticatorDataBytes)
    let credential = try #require(object.authenticatorData.attestedCredentialData)
    #expect(credential.publicKey.encoded == credential.publicKeyBytes)
  }

  @Test("client data pass the limited verification algorithm, but not for another origin", arguments: try rows())
  func limited(row: Row) throws {
    func isVerified(_ json: String, _ type: CollectedClientData.CeremonyType, _ challenge: String, origin: String) -> Bool {
      let isFramed = row.id.hasSuffix("Origin")
      return CollectedClientData.isVerified(
        Self.base64URL(json).bytes, type: type, challenge: Self.base64URL(challenge).bytes, origin: origin,
        topOrigin: isFramed ? "https://example.com" : nil, requireTopOrigin: false)
    }
    let registration = row.registration
    let authentication = row.authentication
    #expect(isVerified(registration.clientDataJSON, .create, registration.challenge, origin: "https://example.org"))
    #expect(isVerified(authentication.clientDataJSON, .get, authentication.challenge, origin: "https://example.org"))
    #expect(!isVerified(authentication.clientDataJSON, .get, authentication.challenge, origin: "https://example.or"))
    #expect(!isVerified(authentication.clientDataJSON, .create, authentication.challenge, origin: "https://example.org"))
  }

  @Test(
    "the printed private keys belong to the credentials",
    arguments: try rows().filter { $0.privateKey != nil && $0.id != "packed-ed448" })
  func keys(row: Row) throws {
    let bytes = Self.base64URL(try #require(row.privateKey)).bytes
    let object = try AttestationObject(parsing: Self.base64URL(row.registration.attestationObject).bytes)
    switch try #require(object.authenticatorData.attestedCredentialData).publicKey.material {
    case .p256(let x, let y): #expect(Array(try P256.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation) == x + y)
    case .p384(let x, let y): #expect(Array(try P384.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation) == x + y)
    case .p521(let x, let y):
      let padded = Array(repeating: 0, count: 66 - bytes.count) + bytes
      #expect(Array(try P521.Signing.PrivateKey(rawRepresentation: padded).publicKey.rawRepresentation) == x + y)
    case .ed25519(let x): #expect(Array(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).publicKey.rawRepresentation) == x)
    default: Issue.record("the vectors have no key of this kind")
    }
  }

  @Test(
    "authentications are accepted, and refused with one flipped bit in the signature",
    arguments: try rows())
  func authentication(row: Row) throws {
    let object = try AttestationObject(parsing: Self.base64URL(row.registration.attestationObject).bytes)
    let credential = try #require(object.authenticatorData.attestedCredentialData)
    let flags = object.authenticatorData.flags
    let handle = try #require(UserHandle([0]))
    let record = PublicKeyCredentialRecord(
      id: credential.credentialID, userHandle: handle, publicKey: credential.publicKeyBytes, signCount: object.authenticatorData.signCount,
      isUserVerificationInitialized: flags.contains(.userVerified), transports: [], isBackupEligible: flags.contains(.backupEligible),
      isBackedUp: flags.contains(.backupState))
    let ceremony = try Self.restored(
      AuthenticationCeremony.self,
      #"{"options":{"challenge":"\#(Self.base64URL(row.authentication.challenge).text)","rpId":"example.org"},"user":"AA"}"#)
    var json = AuthenticationResponseJSON(
      credentialID: credential.credentialID, clientDataJSON: Self.base64URL(row.authentication.clientDataJSON).bytes,
      authenticatorData: Self.base64URL(row.authentication.authenticatorData).bytes,
      signature: Self.base64URL(row.authentication.signature).bytes, userHandle: nil, authenticatorAttachment: nil,
      clientExtensionResults: .init())
    let relyingParty = try Self.relyingParty()
    #expect(throws: Never.self) {
      try relyingParty.verifyAuthentication(AuthenticationResponse(parsing: json), of: ceremony, record: record)
    }

    let last = try #require(json.response.signature.bytes.last)
    json.response.signature.bytes[json.response.signature.bytes.count - 1] = last ^ 1
    let error = #expect(throws: WebAuthnRelyingPartyError.self) {
      try relyingParty.verifyAuthentication(AuthenticationResponse(parsing: json), of: ceremony, record: record)
    }
    #expect(error?.code == .signature)
  }
}
