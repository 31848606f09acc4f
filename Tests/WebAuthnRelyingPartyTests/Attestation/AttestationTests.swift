// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("Attestation statements (WebAuthn L3 §8)")
struct AttestationTests {
  /// One change to a valid statement, and the only step that refuses it.
  struct Row: Sendable, CustomTestStringConvertible {
    let format: String
    let step: String
    let code: WebAuthnRelyingPartyError.Code
    let what: String
    let change: @Sendable (inout AttestationDraft) throws -> Void

    init(
      _ format: String, _ step: String, _ code: WebAuthnRelyingPartyError.Code, _ what: String,
      _ change: @escaping @Sendable (inout AttestationDraft) throws -> Void
    ) {
      (self.format, self.step, self.code, self.what, self.change) = (format, step, code, what, change)
    }

    var testDescription: String { "\(format), \(step): \(what)" }
  }

  static let formats = ["packed", "fido-u2f", "tpm", "android-key", "apple", "android-safetynet"]

  @Test("a valid statement of each format is accepted, and its path leads to its issuer only", arguments: formats)
  func good(format: String) throws {
    var draft = try AttestationDraft(format)
    let verified = try draft.verify()
    #expect(verified.attestation.format == format)
    #expect(verified.attestation.trustPath.count == 1)
    #expect(verified.assessment.anchor == nil)

    var root = CertificateDraft(
      subject: [(.commonName, "Root")], isAuthority: true,
      subjectPublicKeyInfo: Array(CertificateDraft.issuerKey.publicKey.derRepresentation))
    let now = Date(timeIntervalSince1970: 1_800_000_000)
    let anchor = try AttestationCertificate(der: root.der())
    draft.trust = .anchors([anchor], now: now)
    #expect(try draft.verify().assessment.anchor == anchor)

    root.subjectPublicKeyInfo = Array(P256.Signing.PrivateKey().publicKey.derRepresentation)
    draft.trust = .anchors([try AttestationCertificate(der: root.der())], now: now)
    #expect(throws: WebAuthnRelyingPartyError.self) { try draft.verify() }
  }

  @Test("self attestation and none are accepted if attestation is ignored, but not if a path is required")
  func pathless() throws {
    var draft = try AttestationDraft("packed")
    draft.isSelf = true
    #expect(try draft.verify().attestation.type == .selfAttestation)
    draft.trust = .anchors([], now: Date(timeIntervalSince1970: 0))
    #expect(#expect(throws: WebAuthnRelyingPartyError.self) { try draft.verify() }?.code == .untrustedCertificate)
    let none = try RegistrationDraft()
    #expect(try none.verify().attestation.type == .none)
    #expect(
      #expect(throws: WebAuthnRelyingPartyError.self) { try none.verify(trust: draft.trust) }?.code == .untrustedCertificate)
  }

  static let rows: [Row] =
    formats.flatMap { format in
      [
        Row(format, syntaxStep(format), .attestationStatement, "a foreign member") { $0.members["x"] = 0 },
        Row(format, syntaxStep(format), .attestationStatement, "a member is missing") {
          $0.members[format == "android-safetynet" ? "ver" : "x5c"] = .some(nil)
          if format == "packed" { $0.members["sig"] = .some(nil) }
        },
      ]
    } + [
      Row("packed", "8.2 step 1", .attestationStatement, "no certificate in the list") { $0.members["x5c"] = .array([]) },
      Row("packed", "8.2 step 1", .attestationStatement, "a certificate that is no byte string") { $0.members["x5c"] = .array(["x"]) },
      Row("packed", "8.2 step 2", .attestationSignature, "another signature") { $0.spoilsSignature = true },
      Row("packed", "8.2 step 2", .attestationSignature, "the credential's own key signs") { $0.signer = $0.credentialKey },
      Row("packed", "8.2 step 2", .attestationSignature, "another algorithm") { $0.algorithm = -257 },
      Row("packed", "8.2.1", .attestationCertificate, "version 2") { $0.certificate.version = 2 },
      Row("packed", "8.2.1", .attestationCertificate, "no country") { $0.certificate.subject.remove(at: 0) },
      Row("packed", "8.2.1", .attestationCertificate, "no country code") { $0.certificate.subject[0].1 = "A1" },
      Row("packed", "8.2.1", .attestationCertificate, "no organisation") { $0.certificate.subject.remove(at: 1) },
      Row("packed", "8.2.1", .attestationCertificate, "another unit") { $0.certificate.subject[2].1 = "Attestation" },
      Row("packed", "8.2.1", .attestationCertificate, "no common name") { $0.certificate.subject.remove(at: 3) },
      Row("packed", "8.2.1", .attestationCertificate, "an authority") { $0.certificate.isAuthority = true },
      Row("packed", "8.2.1", .attestationCertificate, "a critical model") { $0.certificate.isModelCritical = true },
      Row("packed", "8.2 step 2", .attestationModel, "another model") { $0.certificate.aaguid = Array(repeating: 1, count: 16) },
      Row("packed", "8.2 step 3", .attestationSignature, "self attestation by another key") {
        $0.isSelf = true
        $0.signer = $0.attestationKey
      },
      Row("packed", "8.2 step 3", .attestationStatement, "self attestation by another algorithm") {
        $0.isSelf = true
        $0.algorithm = -9
      },
      Row("fido-u2f", "8.6 step 2", .attestationCertificate, "two certificates") {
        $0.members["x5c"] = .array([.bytes(try $0.certificate.der()), .bytes(try $0.certificate.der())])
      },
      Row("fido-u2f", "8.6 step 2", .attestationCertificate, "a key on another curve") {
        $0.certificate.subjectPublicKeyInfo = Array(P384.Signing.PrivateKey().publicKey.derRepresentation)
      },
      Row("fido-u2f", "8.6 step 4", .attestationKey, "a credential of another algorithm") {
        let old = $0.registration.credential
        guard let old, let key = COSEKey(ed25519: Curve25519.Signing.PrivateKey().publicKey.rawRepresentation) else { throw MissingValue() }
        $0.registration.credential = .init(aaguid: old.aaguid, credentialID: old.credentialID, publicKey: key)
      },
      Row("fido-u2f", "8.6 step 6", .attestationSignature, "another signature") { $0.spoilsSignature = true },
      Row("tpm", "8.3 step 1", .attestationStatement, "another version") { $0.members["ver"] = "1.2" },
      Row("tpm", "8.3 step 1", .attestationStatement, "not made by the TPM (magic)") { $0.certInfoHead[0] = 0 },
      Row("tpm", "8.3 step 1", .attestationStatement, "not a certification (type)") { $0.certInfoHead[5] = 0x18 },
      Row("tpm", "8.3 step 1", .attestationStatement, "a public area with bytes left over") { $0.members["pubArea"] = .bytes([0]) },
      Row("tpm", "8.3 step 2", .attestationKey, "another key in the public area") { $0.pubAreaKey = $0.attestationKey.publicKey },
      Row("tpm", "8.3.1", .attestationCertificate, "version 2") { $0.certificate.version = 2 },
      Row("tpm", "8.3.1", .attestationCertificate, "a subject") { $0.certificate.subject = [(.commonName, "x")] },
      Row("tpm", "8.3.1", .attestationCertificate, "no alternative name") { $0.certificate.alternativeNames = nil },
      Row("tpm", "8.3.1", .attestationCertificate, "no manufacturer") {
        $0.certificate.alternativeNames = AttestationDraft.tpmNames(manufacturer: nil)
      },
      Row("tpm", "8.3.1", .attestationCertificate, "a manufacturer in another form") {
        $0.certificate.alternativeNames = AttestationDraft.tpmNames(manufacturer: "Maker Ltd.")
      },
      Row("tpm", "8.3.1", .attestationCertificate, "no model") { $0.certificate.alternativeNames = AttestationDraft.tpmNames(model: nil) },
      Row("tpm", "8.3.1", .attestationCertificate, "no version") {
        $0.certificate.alternativeNames = AttestationDraft.tpmNames(version: nil)
      },
      Row("tpm", "8.3.1", .attestationCertificate, "another key usage") { $0.certificate.extendedKeyUsages = [.commonName] },
      Row("tpm", "8.3.1", .attestationCertificate, "an authority") { $0.certificate.isAuthority = true },
      Row("tpm", "8.3 step 4", .attestationModel, "another model") { $0.certificate.aaguid = Array(repeating: 1, count: 16) },
      Row("tpm", "8.3 step 4", .attestationSignature, "another signature") { $0.spoilsSignature = true },
      Row("tpm", "8.3 step 5", .attestationChallenge, "for another registration") { $0.extraData = Array(repeating: 0, count: 32) },
      Row("tpm", "8.3 step 5", .attestationKey, "certifies another object") {
        $0.certifiedName = [0, 0x0b] + Array(repeating: 0, count: 32)
      },
      Row("android-key", "8.4 step 2", .attestationSignature, "another signature") { $0.spoilsSignature = true },
      Row("android-key", "8.4 step 3", .attestationKey, "another key in the certificate") {
        $0.signer = $0.attestationKey
        $0.certificate.subjectPublicKeyInfo = Array($0.attestationKey.publicKey.derRepresentation)
      },
      Row("android-key", "8.4 step 4", .attestationChallenge, "for another registration") { $0.challenge = [1] },
      Row("android-key", "8.4 step 5", .attestationKeyProperties, "for all applications, in software") {
        $0.softwareList = DER.value([0xbf, 0x84, 0x58], DER.value(5, []))
      },
      Row("android-key", "8.4 step 5", .attestationKeyProperties, "for all applications, in hardware") {
        $0.hardwareList += DER.value([0xbf, 0x84, 0x58], DER.value(5, []))
      },
      Row("android-key", "8.4 step 5", .attestationKeyProperties, "an imported key") {
        $0.hardwareList = AttestationDraft.keyProperties(purpose: 2, origin: 2)
      },
      Row("android-key", "8.4 step 5", .attestationKeyProperties, "a key that does not sign") {
        $0.hardwareList = AttestationDraft.keyProperties(purpose: 0, origin: 0)
      },
      Row("apple", "8.8 step 1", .attestationStatement, "another algorithm than the credential's") { $0.members["alg"] = -257 },
      Row("apple", "8.8 step 1", .attestationStatement, "an algorithm that is no number") { $0.members["alg"] = "-7" },
      Row("apple", "8.8 step 1", .attestationStatement, "a signature, which nothing verifies") { $0.members["sig"] = .bytes([1]) },
      Row("apple", "8.8 step 4", .attestationChallenge, "for another registration") { $0.challenge = Array(repeating: 0, count: 32) },
      Row("apple", "8.8 step 5", .attestationKey, "another key in the certificate") {
        $0.certificate.subjectPublicKeyInfo = Array($0.attestationKey.publicKey.derRepresentation)
      },
      Row("android-safetynet", "8.5 step 1", .attestationStatement, "no version") { $0.members["ver"] = "" },
      Row("android-safetynet", "8.5 step 1", .attestationStatement, "two parts instead of three") {
        $0.members["response"] = .bytes(Array("e30.e30".utf8))
      },
      Row("android-safetynet", "8.5 step 2", .attestationIntegrity, "a device that was tampered with") { $0.isUntampered = false },
      Row("android-safetynet", "8.5 step 3", .attestationChallenge, "for another registration") { $0.challenge = [1] },
      Row("android-safetynet", "8.5 step 4", .attestationCertificate, "another host") { $0.certificate.subject[0].1 = "example.com" },
      Row("android-safetynet", "8.5 step 4", .attestationSignature, "another signature") { $0.spoilsSignature = true },
    ]

  static func syntaxStep(_ format: String) -> String {
    switch format {
    case "packed": "8.2 step 1"
    case "tpm": "8.3 step 1"
    case "android-key": "8.4 step 1"
    case "android-safetynet": "8.5 step 1"
    case "fido-u2f": "8.6 step 1"
    default: "8.8 step 1"
    }
  }

  @Test("each single change is refused by exactly the expected step", arguments: rows)
  func refused(row: Row) throws {
    var draft = try AttestationDraft(row.format)
    try row.change(&draft)
    let error = #expect(throws: WebAuthnRelyingPartyError.self) { try draft.verify() }
    #expect(error?.code == row.code)
    #expect(error?.step == row.step)
  }

  @Test("a statement of Apple's first devices, which also names the credential's algorithm, is accepted")
  func appleAlgorithm() throws {
    var draft = try AttestationDraft("apple")
    draft.members["alg"] = -7
    let verified = try draft.verify()
    #expect(verified.attestation.type == .anonymizationAuthority && verified.attestation.trustPath.count == 1)
  }

  @Test("a key description without purposes is accepted, as in the specification's vector")
  func silentDescription() throws {
    var draft = try AttestationDraft("android-key")
    draft.hardwareList = []
    #expect(try draft.verify().attestation.type == .basic)
  }

  @Test("a compound statement is accepted if all its parts are valid, and refused otherwise")
  func compound() throws {
    let part = try AttestationDraft("packed")
    func registration(_ make: @escaping ([UInt8], [UInt8]) throws -> [CBORValue]) -> RegistrationDraft {
      var draft = part.registration
      draft.format = "compound"
      draft.makeStatement = { .array(try make($0, $1)) }
      return draft
    }
    func item(_ format: String, _ statement: CBORValue) -> CBORValue { .map(["fmt": .text(format), "attStmt": statement]) }
    let none = item("none", .map([:]))
    let good = registration { [item("packed", try part.statement($0, $1)), none] }
    #expect(try good.verify().attestation.parts.map(\.format) == ["packed", "none"])

    func code(_ draft: RegistrationDraft) throws -> WebAuthnRelyingPartyError.Code? { try draft.refusal() }
    #expect(try code(registration { [item("packed", try part.statement($0, $1))] }) == .attestationStatement)
    #expect(try code(registration { _, _ in [none, item("compound", .array([none, none]))] }) == .attestationStatement)
    #expect(try code(registration { _, _ in [none, item("other", .map([:]))] }) == .unsupportedAttestationFormat)
    #expect(try code(registration { _, hash in [none, item("packed", try part.statement([1], hash))] }) == .attestationSignature)
    #expect(try code(registration { _, _ in Array(repeating: none, count: 9) }) == .attestationStatement)
  }
}
