// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import Crypto
import Foundation
import WebAuthnModel

/// The format `tpm`, in which a TPM's attestation key certifies the credential's key (WebAuthn L3 §8.3).
struct TPMAttestation: AttestationStatement {
  let algorithm: COSEAlgorithm
  let certificates: [AttestationCertificate]
  let signature: [UInt8]
  let certInfoBytes: [UInt8]
  let certInfo: TPMCertifyInfo
  let pubAreaBytes: [UInt8]
  let pubArea: TPMPublicArea

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    let step = "8.3 step 1"
    var members = try StatementMembers(statement, step: step)
    try WebAuthnRelyingPartyError.check(try members.text("ver") == "2.0", .attestationStatement, step)
    algorithm = try members.algorithm()
    certificates = try members.certificates()
    // Departure: the text requires a TPMT_SIGNATURE, but authenticators and the specification's own vector contain the bare signature.
    signature = try members.bytes("sig")
    certInfoBytes = try members.bytes("certInfo")
    pubAreaBytes = try members.bytes("pubArea")
    try members.finish()
    guard let certInfo = TPMCertifyInfo(parsing: certInfoBytes), let pubArea = TPMPublicArea(parsing: pubAreaBytes) else {
      throw WebAuthnRelyingPartyError(.attestationStatement, step: step)
    }
    self.certInfo = certInfo
    self.pubArea = pubArea
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser, including both TPM structures.
    guard let certificate = certificates.first else { throw WebAuthnRelyingPartyError(.attestationStatement, step: "8.3 step 1") }

    // 2. The public area must be that of the credential's key.
    try WebAuthnRelyingPartyError.check(pubArea.isKey(of: inputs.credential.publicKey), .attestationKey, "8.3 step 2")

    // 3. The bytes to be signed.
    let signedBytes = inputs.signedBytes

    // 4. The integrity of certInfo: the certificate, its model, and its signature. Older TPMs use SHA-1.
    try Self.checkRequirements(of: certificate)
    try certificate.checkModel(inputs, "8.3 step 4")
    try WebAuthnRelyingPartyError.check(
      certificate.isValidSignature(signature, over: certInfoBytes, algorithm: algorithm), .attestationSignature, "8.3 step 4")

    // 5. The validity of certInfo: created by the TPM (magic) as a certification (type), both checked by the parser; for this registration;
    //    for this public area.
    guard let hash = TPMHash(of: algorithm) else { throw WebAuthnRelyingPartyError(.attestationStatement, step: "8.3 step 5") }
    try WebAuthnRelyingPartyError.check(certInfo.extraData == hash.digest(of: signedBytes), .attestationChallenge, "8.3 step 5")
    try WebAuthnRelyingPartyError.check(
      certInfo.name == pubArea.nameAlgorithm.identifier + pubArea.nameAlgorithm.digest(of: pubAreaBytes), .attestationKey, "8.3 step 5")

    // 6. The outcome.
    return VerifiedAttestation(format: AttestationFormat.tpm.rawValue, type: .attestationAuthority, trustPath: certificates)
  }

  /// Checks the requirements on the certificate (WebAuthn L3 §8.3.1).
  ///
  /// Departures: the manufacturer must be written in the registry's form but need not be registered, because the registry changes; basic
  /// constraints may be absent, which means the same in X.509.
  private static func checkRequirements(of certificate: AttestationCertificate) throws(WebAuthnRelyingPartyError) {
    let names = certificate.extensions.directoryNames
    let manufacturers = names.flatMap { $0.values(of: .tpmManufacturer) }
    let holds =
      certificate.version == 3 && certificate.subject.isEmpty
      && !manufacturers.isEmpty && manufacturers.allSatisfy(isVendorIdentifier)
      && names.contains { !$0.values(of: .tpmModel).isEmpty } && names.contains { !$0.values(of: .tpmVersion).isEmpty }
      && certificate.extensions.extendedKeyUsages.contains(.tpmAttestationKey) && certificate.isNoAuthority
    try WebAuthnRelyingPartyError.check(holds, .attestationCertificate, "8.3.1")
  }

  /// Returns whether a text is `id:` followed by four bytes in hexadecimal (TCG EK Credential Profile §3.2.9; TCG Vendor ID Registry).
  private static func isVendorIdentifier(_ text: String) -> Bool {
    text.hasPrefix("id:") && text.utf8.count == 11 && text.dropFirst(3).allSatisfy(\.isHexDigit)
  }
}
