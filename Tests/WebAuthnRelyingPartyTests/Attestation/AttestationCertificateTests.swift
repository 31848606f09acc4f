// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing
import WebAuthnModel
import WebAuthnRelyingParty

@Suite("Attestation certificates (RFC 5280 §4)")
struct AttestationCertificateTests {
  private func leaf(_ id: String) throws -> AttestationCertificate {
    try AttestationCertificate(der: #require(AttestationVectors.chain(id).chain.first))
  }

  @Test("subject, version, constraints and validity are read")
  func fields() throws {
    let certificate = try leaf("plain")
    #expect(certificate.version == 3)
    #expect(certificate.subject.values(of: .countryName) == ["AA"])
    #expect(certificate.subject.values(of: .organizationName) == ["Passfold Devices"])
    #expect(certificate.subject.values(of: .organizationalUnitName) == ["Authenticator Attestation"])
    #expect(certificate.subject.values(of: .commonName) == ["Device"])
    #expect(certificate.extensions.basicConstraints?.isAuthority == false)
    #expect(certificate.issuer.values(of: .commonName) == ["Batch 1"])
    #expect(certificate.notBefore == Date(timeIntervalSince1970: 1_771_632_000))
    #expect(certificate.notAfter == Date(timeIntervalSince1970: 1_788_912_000))
  }

  @Test("a TPM's directory name, key usages and the criticality of extensions are read")
  func tpm() throws {
    let certificate = try leaf("tpm-like")
    #expect(certificate.subject.isEmpty)
    let name = try #require(certificate.extensions.directoryNames.first)
    #expect(name.values(of: .tpmManufacturer) == ["id:50415353"])
    #expect(name.values(of: .tpmModel) == ["Model"])
    #expect(name.values(of: .tpmVersion) == ["id:1"])
    #expect(certificate.extensions.extendedKeyUsages == [.tpmAttestationKey])
    #expect(certificate.isCritical(.subjectAlternativeName))
    #expect(!certificate.isCritical(.aaguid))
    #expect(certificate.value(of: .aaguid) == nil)
  }

  @Test("a negative serial number is kept unchanged")
  func serial() throws {
    #expect(try leaf("negative-serial").serialNumber == [0xd0, 0x53, 0xa4, 0x47])
  }

  @Test("times with an offset, without seconds, with a fraction and in the year 9999 are read")
  func times() throws {
    #expect(try leaf("time-without-seconds").notBefore == Date(timeIntervalSince1970: 1_767_225_600))
    #expect(try leaf("time-with-offset").notBefore == Date(timeIntervalSince1970: 1_767_222_000))
    #expect(try leaf("time-with-fraction").notAfter == Date(timeIntervalSince1970: 1_798_761_600))
    #expect(try leaf("year-9999").notAfter == Date(timeIntervalSince1970: 253_402_300_799))
  }

  @Test("a signature is verified with the certified key, and only with an algorithm of that key")
  func signature() throws {
    let key = P256.Signing.PrivateKey()
    let message = Array("message".utf8)
    let signature = try Array(key.signature(for: message).derRepresentation)
    // The certificate of a fresh key: its bytes replace those of the row's key.
    let row = try #require(AttestationVectors.chain("signed-es256-p256").chain.first)
    let old = try leaf("signed-es256-p256").publicKey.bits
    let place = try #require(row.firstRange(of: Data(old)))
    var bytes = row
    bytes.replaceSubrange(place, with: key.publicKey.x963Representation)
    let certificate = try AttestationCertificate(der: bytes)
    #expect(certificate.isValidSignature(signature, over: message, algorithm: .es256))
    #expect(!certificate.isValidSignature(signature, over: message + [0], algorithm: .es256))
    for algorithm in [COSEAlgorithm.es384, .edDSA, .rs256, .rs1, .ps256, .mlDSA65, COSEAlgorithm(rawValue: 0)] {
      #expect(!certificate.isValidSignature(signature, over: message, algorithm: algorithm))
    }
  }

  @Test("data longer than any certificate is refused")
  func size() {
    let error = #expect(throws: WebAuthnRelyingPartyError.self) {
      try AttestationCertificate(der: Array(repeating: 0x30, count: AttestationCertificate.maximumByteCount + 1))
    }
    #expect(error?.code == .malformedCertificate)
  }

  @Test("every truncated certificate is refused without a crash")
  func prefixes() throws {
    let bytes = try leaf("tpm-like").der
    for count in 0..<bytes.count {
      #expect(throws: WebAuthnRelyingPartyError.self) { try AttestationCertificate(der: bytes.prefix(count)) }
    }
  }

  @Test("object identifiers with many arcs or large ones are encoded as DER requires")
  func identifiers() {
    #expect(CertificateOID(1, 3, 6, 1, 4, 1, 45724, 1, 1, 4).description == "2b0601040182e51c010104")
    #expect(CertificateOID(2, 23, 133, 8, 3).encoded == [0x67, 0x81, 0x05, 0x08, 0x03])
    #expect(CertificateOID(2, 999).encoded == [0x88, 0x37])
  }
}
