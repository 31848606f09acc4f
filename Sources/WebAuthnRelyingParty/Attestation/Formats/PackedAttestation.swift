// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// The format `packed`, signed with an attestation certificate's key or by the credential itself (WebAuthn L3 §8.2).
struct PackedAttestation: AttestationStatement {
  let algorithm: COSEAlgorithm
  let signature: [UInt8]
  let certificates: [AttestationCertificate]?

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    var members = try StatementMembers(statement, step: "8.2 step 1")
    algorithm = try members.algorithm()
    signature = try members.bytes("sig")
    certificates = members.contains("x5c") ? try members.certificates() : nil
    try members.finish()
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser.
    let format = AttestationFormat.packed.rawValue

    // 2. Certificates.
    if let certificates, let leaf = certificates.first {
      // SHA-1 is accepted only for TPM attestation.
      try WebAuthnRelyingPartyError.check(
        algorithm != .rs1 && leaf.isValidSignature(signature, over: inputs.signedBytes, algorithm: algorithm), .attestationSignature,
        "8.2 step 2")
      try Self.checkRequirements(of: leaf)
      try leaf.checkModel(inputs, "8.2 step 2")
      // The certificates do not tell whether the key is shared or unique to the device.
      return VerifiedAttestation(format: format, type: .basicOrAuthority, trustPath: certificates)
    }

    // 3. Self attestation.
    let key = inputs.credential.publicKey
    try WebAuthnRelyingPartyError.check(algorithm == key.algorithm, .attestationStatement, "8.2 step 3")
    try WebAuthnRelyingPartyError.check(
      key.isValidSignature(signature, over: inputs.signedBytes), .attestationSignature, "8.2 step 3")
    return VerifiedAttestation(format: format, type: .selfAttestation)
  }

  /// Checks the requirements on the certificate (WebAuthn L3 §8.2.1). Departure: basic constraints may be absent, which means the same in
  /// X.509.
  private static func checkRequirements(of certificate: AttestationCertificate) throws(WebAuthnRelyingPartyError) {
    let subject = certificate.subject
    let country = subject.values(of: .countryName).first ?? ""
    let holds =
      certificate.version == 3 && country.utf8.count == 2 && country.allSatisfy { $0.isASCII && $0.isLetter }
      && subject.values(of: .organizationName).contains { !$0.isEmpty }
      && subject.values(of: .organizationalUnitName) == ["Authenticator Attestation"]
      && subject.values(of: .commonName).contains { !$0.isEmpty } && certificate.isNoAuthority && !certificate.isCritical(.aaguid)
    try WebAuthnRelyingPartyError.check(holds, .attestationCertificate, "8.2.1")
  }
}

extension AttestationCertificate {
  /// Whether the certificate's key is not allowed to issue certificates.
  var isNoAuthority: Bool { extensions.basicConstraints?.isAuthority != true }

  /// Checks that the model that the certificate names, if any, is the one that created the credential.
  func checkModel(_ inputs: AttestationInputs, _ step: String) throws(WebAuthnRelyingPartyError) {
    guard let aaguid = extensions.aaguid else { return }
    try WebAuthnRelyingPartyError.check(aaguid == inputs.credential.aaguid, .attestationModel, step)
  }
}
